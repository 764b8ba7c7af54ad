package io.listwatch.client.stream;

/**
 * How deep a place of a JSON text is nested, followed byte by byte: by quotes and brackets alone,
 * so that one can tell where a value ends before it is whole, and whatever is wrong with it.
 *
 * <p>Not thread-safe.
 */
final class JsonNesting {
  private int depth;
  private boolean quoted;
  private boolean escaped;

  /** In how many lists and objects the place after the last byte is. */
  int depth() {
    return depth;
  }

  /** Whether the place after the last byte is inside a string. */
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
   * Passes bytes up to and with the one that leaves {@code floor} levels; answers the place after
   * it, or {@code to} if none does.
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

  /** Most bytes are those of strings, and most of these mean nothing. */
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
