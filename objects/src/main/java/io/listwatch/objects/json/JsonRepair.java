package io.listwatch.objects.json;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Repairs strings that are not valid Unicode: malformed UTF-8 and lone surrogates become U+FFFD.
 */
final class JsonRepair {
  private static final char REPLACEMENT = '\uFFFD';
  private static final String ESCAPED_REPLACEMENT = "\\ufffd";
  private static final int ESCAPE_LENGTH = 6;

  private JsonRepair() {}

  /** Returns the document in well-formed UTF-8, without escapes of lone surrogates. */
  static byte[] repaired(byte[] utf8) {
    return withoutLoneEscapes(new String(utf8, UTF_8)).getBytes(UTF_8);
  }

  /** The argument must be valid JSON, and so is the result. */
  private static String withoutLoneEscapes(String json) {
    StringBuilder repaired = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); ) {
      if (json.charAt(i) != '\\') {
        repaired.append(json.charAt(i++));
      } else if (json.charAt(i + 1) != 'u') {
        repaired.append(json, i, i + 2);
        i += 2;
      } else {
        int pair = pairLength(json, i);
        repaired.append(pair > 0 ? json.substring(i, i + pair) : ESCAPED_REPLACEMENT);
        i += Math.max(pair, ESCAPE_LENGTH);
      }
    }
    return repaired.toString();
  }

  /** Returns the length of the escape or pair of escapes at {@code at}; 0 for a lone surrogate. */
  private static int pairLength(String json, int at) {
    char first = escaped(json, at);
    if (!Character.isSurrogate(first)) {
      return ESCAPE_LENGTH;
    }
    int second = at + ESCAPE_LENGTH;
    return json.startsWith("\\u", second) && Character.isSurrogatePair(first, escaped(json, second))
        ? 2 * ESCAPE_LENGTH
        : 0;
  }

  private static char escaped(String json, int at) {
    return (char) Integer.parseInt(json, at + 2, at + ESCAPE_LENGTH, 16);
  }

  /** Returns the string with U+FFFD for each lone surrogate. */
  static String withoutLoneSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return replaced(text);
      }
    }
    return text;
  }

  private static String replaced(String text) {
    StringBuilder repaired = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        repaired.append(c);
      } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
        repaired.append(c).append(text.charAt(++i));
      } else {
        repaired.append(REPLACEMENT);
      }
    }
    return repaired.toString();
  }
}
