package io.listwatch.client.stream;

/**
 * Tracks the nesting depth of JSON byte by byte, by quotes and brackets alone. So the end of a
 * value is found while a document arrives, and even if the value is malformed.
 *
 * <p>Not thread-safe.
 */
final class JsonNesting {
  private int depth;
  private boolean quoted;
  private boolean escaped;

  /** Returns the number of arrays and objects open after the last byte. */
  int depth() {
    return depth;
  }

  /** True if the position after the last byte is inside a string. */
  boolean quoted() {
    return quoted;
  }

  void reset() {
    depth = 0;
    quoted = false;
    escaped = false;
  }

  void pass(byte c) {
    if (quoted) {
      passQuoted(c);
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      depth++;
    } else if (c == '}' || c == ']') {
      depth--;
    }
  }

  private void passQuoted(byte c) {
    if (escaped) {
      escaped = false;
    } else if (c == '\\') {
      escaped = true;
    } else if (c == '"') {
      quoted = false;
    }
  }

  /**
   * Consumes bytes until the depth is back at {@code floor}, outside of strings. Returns the index
   * after that byte, or {@code to} if there is none.
   */
  int passUntil(int floor, byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      if (quoted && !escaped) {
        at = plain(bytes, at, to);
        if (at == to) {
          return to;
        }
      }
      pass(bytes[at++]);
      if (depth == floor && !quoted) {
        return at;
      }
    }
    return to;
  }

  /** Skips the bytes of a string up to the next quote or backslash. */
  private static int plain(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != '"' && bytes[at] != '\\') {
      at++;
    }
    return at;
  }

  static boolean isSpace(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }
}
