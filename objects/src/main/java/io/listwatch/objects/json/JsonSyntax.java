package io.listwatch.objects.json;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Finds the first syntax error in a JSON document, with the message of Go's decoder. Used only
 * after parsing has failed, so it reads the document a second time, byte by byte.
 */
final class JsonSyntax {
  private static final int END = -1;

  private final byte[] text;
  private int next;

  /**
   * The closing brackets of the open containers. On the heap, because the document may nest deeper
   * than the stack allows.
   */
  private final Deque<Integer> open = new ArrayDeque<>();

  private JsonSyntax(byte[] text) {
    this.text = text;
  }

  /**
   * Does nothing if the syntax is valid: then parsing has failed at one of our limits.
   *
   * @throws MalformedJsonException with the first syntax error
   */
  static void check(byte[] utf8) {
    new JsonSyntax(utf8).document();
  }

  private void document() {
    do {
      value(token());
      while (!open.isEmpty() && isClosed(token())) {
        open.pop();
      }
    } while (!open.isEmpty());
    if (token() != END) {
      throw wrong("after top-level value");
    }
  }

  /** True if the open container ends here; otherwise its next value follows. */
  private boolean isClosed(int c) {
    if (c == open.getFirst()) {
      return true;
    }
    boolean object = open.getFirst() == '}';
    if (c != ',') {
      throw wrong(object ? "after object key:value pair" : "after array element");
    }
    if (object) {
      key(token());
    }
    return false;
  }

  /** Reads a scalar or an empty container, after entering all containers before it. */
  private void value(int first) {
    int c = first;
    while (c == '{' || c == '[') {
      open.push(c + 2); // closing brackets come two after opening ones in ASCII
      c = token();
      if (c == open.getFirst()) {
        open.pop();
        return;
      }
      if (open.getFirst() == '}') {
        key(c);
        c = token();
      }
    }
    scalar(c);
  }

  private void key(int c) {
    if (c != '"') {
      throw wrong("looking for beginning of object key string");
    }
    string();
    if (token() != ':') {
      throw wrong("after object key");
    }
  }

  private void scalar(int c) {
    switch (c) {
      case '"' -> string();
      case 't' -> literal("true");
      case 'f' -> literal("false");
      case 'n' -> literal("null");
      case '-' -> whole(read());
      default -> {
        if (!isDigit(c)) {
          throw wrong("looking for beginning of value");
        }
        whole(c);
      }
    }
  }

  private void string() {
    for (int c = read(); c != '"'; c = read()) {
      if (c == '\\') {
        escape(read());
      } else if (c < ' ') {
        throw wrong("in string literal");
      }
    }
  }

  private void escape(int c) {
    if (c == 'u') {
      for (int i = 0; i < 4; i++) {
        if (Character.digit(read(), 16) < 0) {
          throw wrong("in \\u hexadecimal character escape");
        }
      }
    } else if (c == END || "bfnrt\\/\"".indexOf(c) < 0) {
      throw wrong("in string escape code");
    }
  }

  private void literal(String word) {
    for (int i = 1; i < word.length(); i++) {
      if (read() != word.charAt(i)) {
        throw wrong("in literal %s (expecting '%s')".formatted(word, word.charAt(i)));
      }
    }
  }

  private void whole(int c) {
    if (!isDigit(c)) {
      throw wrong("in numeric literal");
    }
    if (c != '0') {
      digits();
    }
    if (peek() == '.') {
      next++;
      requireDigit("after decimal point in numeric literal");
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      next++;
      if (peek() == '+' || peek() == '-') {
        next++;
      }
      requireDigit("in exponent of numeric literal");
      digits();
    }
  }

  private void requireDigit(String where) {
    if (!isDigit(read())) {
      throw wrong(where);
    }
  }

  private void digits() {
    while (isDigit(peek())) {
      next++;
    }
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** Returns the next byte that is not white space. */
  private int token() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n') {
      next++;
    }
    return read();
  }

  private int read() {
    int c = peek();
    next++;
    return c;
  }

  private int peek() {
    return next < text.length ? text[next] & 0xff : END;
  }

  /** Returns the exception about the last byte that was read. */
  private MalformedJsonException wrong(String where) {
    return new MalformedJsonException(
        next > text.length
            ? "unexpected end of JSON input"
            : "invalid character %s %s".formatted(quoted(text[next - 1] & 0xff), where));
  }

  /** Returns a byte as a quoted character. */
  private static String quoted(int c) {
    String shown =
        switch (c) {
          case '\'' -> "\\'";
          case '\\' -> "\\\\";
          case 0x07 -> "\\a";
          case '\b' -> "\\b";
          case '\f' -> "\\f";
          case '\n' -> "\\n";
          case '\r' -> "\\r";
          case '\t' -> "\\t";
          case 0x0b -> "\\v";
          default -> isPrinted(c) ? Character.toString(c) : unprinted(c);
        };
    return "'" + shown + "'";
  }

  private static boolean isPrinted(int c) {
    return (c >= ' ' && c < 0x7f) || (c > 0xa0 && c != 0xad);
  }

  private static String unprinted(int c) {
    return (c < 0x80 ? "\\x%02x" : "\\u%04x").formatted(c);
  }
}
