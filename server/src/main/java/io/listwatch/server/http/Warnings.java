package io.listwatch.server.http;

/** What a client is told beside an answer. */
final class Warnings {
  private Warnings() {}

  /** The value of a {@code Warning} header. */
  static String header(String text) {
    var quoted = new StringBuilder(text.length() + 16).append("299 - \"");
    text.codePoints().forEach(c -> append(quoted, c));
    return quoted.append('"').toString();
  }

  /** A header is one line of ASCII. */
  private static void append(StringBuilder quoted, int c) {
    if (c == '"' || c == '\\') {
      quoted.append('\\').appendCodePoint(c);
    } else if (c >= ' ' && c < 0x7f) {
      quoted.appendCodePoint(c);
    } else {
      quoted.append(' ');
    }
  }
}
