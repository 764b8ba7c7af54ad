package io.listwatch.server.http.request;

/** Text in quotes as the reference's messages have it. */
public final class GoQuotation {
  private GoQuotation() {}

  public static String quote(String text) {
    var quoted = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(c -> append(quoted, c));
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, int c) {
    switch (c) {
      case '"', '\\' -> quoted.append('\\').append((char) c);
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      default -> {
        if (c < ' ' || c == 0x7f) {
          quoted.append("\\x%02x".formatted(c));
        } else {
          quoted.appendCodePoint(c);
        }
      }
    }
  }
}
