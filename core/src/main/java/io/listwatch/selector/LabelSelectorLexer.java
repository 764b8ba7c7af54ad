package io.listwatch.selector;

/**
 * Cuts the text of a label selector into tokens. A token is its text: a symbol ({@code =}, {@code
 * ==}, {@code !}, {@code !=}, {@code <}, {@code >}, a comma or a parenthesis), a word, which is
 * anything else between blanks and symbols, or the empty string once the text is used up.
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

  /** The next token; at the end, the empty string again and again. */
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
   * To the reference, a NUL ends the token before it; only where a token should start, the text.
   */
  private void skipNulAfter(String token) {
    if (!token.isEmpty() && position < text.length() && text.charAt(position) == NUL) {
      position++;
    }
  }
}
