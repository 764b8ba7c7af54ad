package io.listwatch.following.golang;

import io.listwatch.following.golang.GoToken.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits Go source into tokens, including comments.
 *
 * <p>Not thread-safe; one instance reads one file.
 */
final class GoLexer {
  /** Symbols of two characters. Longer symbols may be split into several tokens. */
  private static final List<String> PAIRS =
      List.of(":=", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "<-");

  private final String file;
  private final String source;
  private final List<GoToken> tokens = new ArrayList<>();
  private int position;
  private int line = 1;

  GoLexer(String file, String source) {
    this.file = file;
    this.source = source;
  }

  List<GoToken> tokens() {
    while (position < source.length()) {
      readToken();
    }
    return List.copyOf(tokens);
  }

  private void readToken() {
    char next = source.charAt(position);
    if (next == '\n') {
      line++;
      position++;
    } else if (Character.isWhitespace(next)) {
      position++;
    } else if (source.startsWith("//", position)) {
      int end = source.indexOf('\n', position);
      add(Kind.COMMENT, end < 0 ? source.length() : end, 2, 0);
    } else if (source.startsWith("/*", position)) {
      add(Kind.COMMENT, endOf("*/", 2), 2, 2);
    } else if (next == '`') {
      add(Kind.STRING, endOf("`", 1), 1, 1);
    } else if (next == '"' || next == '\'') {
      readQuoted(next);
    } else if (isWordPart(next)) {
      readWord();
    } else {
      add(Kind.SYMBOL, position + symbolLength(), 0, 0);
    }
  }

  private int endOf(String closing, int opening) {
    int end = source.indexOf(closing, position + opening);
    if (end < 0) {
      throw malformed("no " + closing);
    }
    return end + closing.length();
  }

  private void readQuoted(char quote) {
    var value = new StringBuilder();
    int start = line;
    for (position++; ; position++) {
      if (position >= source.length() || source.charAt(position) == '\n') {
        throw malformed("no closing " + quote);
      }
      char next = source.charAt(position);
      if (next == quote) {
        break;
      }
      value.append(next == '\\' ? escaped() : next);
    }
    position++;
    tokens.add(new GoToken(Kind.STRING, value.toString(), start));
  }

  private char escaped() {
    position++;
    char next = position < source.length() ? source.charAt(position) : '\n';
    return switch (next) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      default -> next;
    };
  }

  private void readWord() {
    int end = position;
    while (end < source.length() && isWordPart(source.charAt(end))) {
      end++;
    }
    add(Kind.WORD, end, 0, 0);
  }

  private int symbolLength() {
    return PAIRS.stream().anyMatch(pair -> source.startsWith(pair, position)) ? 2 : 1;
  }

  private void add(Kind kind, int end, int opening, int closing) {
    String text = source.substring(position + opening, end - closing);
    tokens.add(new GoToken(kind, text, line));
    line += (int) text.chars().filter(each -> each == '\n').count();
    position = end;
  }

  private static boolean isWordPart(char character) {
    return Character.isLetterOrDigit(character) || character == '_';
  }

  private GoSyntaxException malformed(String problem) {
    return new GoSyntaxException(file, line, problem);
  }
}
