package io.listwatch.selector;

/**
 * Splits a label selector into tokens. A token is a string: a symbol ({@code =}, {@code ==}, {@code
 * !}, {@code !=}, {@code <}, {@code >}, a comma or a parenthesis), a word, which is anything else
 * between blanks and symbols, or the empty string at the end of the input.
 */
final class LabelSelectorLexer {
  private static final String SYMBOLS = "=!(),><";
  private static final String BLANKS = " \t\r\n";
  private static final char NUL = 0;

  private final String text;
  private int position;

  LabelSelectorLexer(String text) {
    this.text = text;
  }

  static boolean isWord(String token) {
    return !token.isEmpty() && SYMBOLS.indexOf(token.charAt(0)) < 0;
  }

  /** Returns the next token; at the end, always the empty string. */
  String next() {
    while (position < text.length() && BLANKS.indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    int start = position;
    position = end(start);
    String token = text.substring(start, position);
    skipNulAfter(token);
    return token;
  }

  private int end(int start) {
    if (start == text.length()) {
      return start;
    }
    if (text.startsWith("==", start) || text.startsWith("!=", start)) {
      return start + 2;
    }
    return SYMBOLS.indexOf(text.charAt(start)) >= 0 ? start + 1 : endOfWord(start);
  }

  private int endOfWord(int start) {
    int end = start;
    while (end < text.length() && inWord(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean inWord(char c) {
    return SYMBOLS.indexOf(c) < 0 && BLANKS.indexOf(c) < 0 && c != NUL;
  }

  /**
   * Follows kube-apiserver: a NUL ends the token before it, and ends the input only where a token
   * should start.
   */
  private void skipNulAfter(String token) {
    if (!token.isEmpty() && position < text.length() && text.charAt(position) == NUL) {
      position++;
    }
  }
}
