package io.listwatch.json;

/** Encodes strings as JSON. */
public final class JsonString {
  private JsonString() {}

  /** Returns the string in quotes, in ASCII: every other character is escaped. */
  public static String quote(String text) {
    var json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
