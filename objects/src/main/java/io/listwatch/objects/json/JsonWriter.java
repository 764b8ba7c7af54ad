package io.listwatch.objects.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes a tree as JSON in UTF-8, byte for byte as Go does: no spaces, and {@code <}, {@code >},
 * {@code &} and the line separators of JavaScript escaped, besides what JSON requires.
 */
final class JsonWriter {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] LINE_SEPARATOR = "\u2028".getBytes(StandardCharsets.UTF_8);

  /** ASCII characters that Go does not escape. */
  private static final boolean[] PLAIN_IN_GO = allBut("\"\\<>&");

  /** ASCII characters that JSON does not require to be escaped. */
  private static final boolean[] PLAIN = allBut("\"\\");

  private final boolean[] plain;
  private byte[] bytes;
  private int length;

  private JsonWriter(int expected, boolean[] plain) {
    this.bytes = new byte[expected];
    this.plain = plain;
  }

  private static boolean[] allBut(String special) {
    boolean[] plain = new boolean[128];
    Arrays.fill(plain, ' ', plain.length, true);
    special.chars().forEach(c -> plain[c] = false);
    return plain;
  }

  /** Returns a tree as JSON with only the required escapes. */
  static String text(JsonValue tree) {
    JsonWriter writer = new JsonWriter(128, PLAIN);
    writer.value(tree);
    return new String(writer.bytes, 0, writer.length, StandardCharsets.UTF_8);
  }

  /**
   * Writes a tree.
   *
   * @param expected the size of the first buffer, which grows if the JSON is longer
   */
  static byte[] write(JsonValue tree, int expected) {
    JsonWriter writer = new JsonWriter(expected, PLAIN_IN_GO);
    writer.value(tree);
    return Arrays.copyOf(writer.bytes, writer.length);
  }

  private void value(JsonValue value) {
    if (value instanceof JsonObject object) {
      object(object);
    } else if (value instanceof JsonArray) {
      array(value);
    } else if (value instanceof TextValue text) {
      text.writeTo(this);
    } else {
      ascii(value.isMissing() ? "null" : value.asText());
    }
  }

  private void object(JsonObject object) {
    one('{');
    object.forEachMember(this::member);
    one('}');
  }

  private void member(String name, JsonValue value) {
    if (bytes[length - 1] != '{') {
      one(',');
    }
    string(name);
    one(':');
    value(value);
  }

  private void array(JsonValue array) {
    one('[');
    boolean first = true;
    for (JsonValue item : array) {
      if (!first) {
        one(',');
      }
      first = false;
      value(item);
    }
    one(']');
  }

  void string(String text) {
    // A char takes at most six bytes, so one reservation is enough for all of them.
    reserve(2L + 6L * text.length());
    bytes[length++] = '"';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 128) {
        ascii(c);
      } else if (!Character.isSurrogate(c)) {
        basic(c);
      } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
        supplementary(Character.toCodePoint(c, text.charAt(++i)));
      } else {
        basic('\uFFFD');
      }
    }
    bytes[length++] = '"';
  }

  /** Writes a string from well-formed UTF-8 without escape sequences. */
  void string(byte[] utf8, int from, int to) {
    one('"');
    int copied = from;
    for (int i = from; i < to; i++) {
      byte c = utf8[i];
      boolean separator = c == LINE_SEPARATOR[0] && isEscapedSeparator(utf8, i, to);
      if (separator || (c >= 0 && !plain[c])) {
        span(utf8, copied, i);
        reserve(6);
        if (separator) {
          escapeUnicode((char) ('\u2028' + (utf8[i + 2] - LINE_SEPARATOR[2])));
          i += 2;
        } else {
          ascii((char) c);
        }
        copied = i + 1;
      }
    }
    span(utf8, copied, to);
    one('"');
  }

  /** True for U+2028 and U+2029 if Go's escapes are written. */
  private boolean isEscapedSeparator(byte[] utf8, int at, int to) {
    return plain == PLAIN_IN_GO
        && at + 2 < to
        && utf8[at + 1] == LINE_SEPARATOR[1]
        && (utf8[at + 2] == LINE_SEPARATOR[2] || utf8[at + 2] == LINE_SEPARATOR[2] + 1);
  }

  private void span(byte[] utf8, int from, int to) {
    reserve(to - from);
    System.arraycopy(utf8, from, bytes, length, to - from);
    length += to - from;
  }

  private void ascii(char c) {
    if (plain[c]) {
      bytes[length++] = (byte) c;
      return;
    }
    switch (c) {
      case '"', '\\' -> escape((byte) c);
      case '\n' -> escape((byte) 'n');
      case '\r' -> escape((byte) 'r');
      case '\t' -> escape((byte) 't');
      case '\b' -> escape((byte) 'b');
      case '\f' -> escape((byte) 'f');
      default -> escapeUnicode(c);
    }
  }

  private void escape(byte name) {
    bytes[length++] = '\\';
    bytes[length++] = name;
  }

  private void escapeUnicode(char c) {
    escape((byte) 'u');
    bytes[length++] = HEX[c >> 12];
    bytes[length++] = HEX[(c >> 8) & 15];
    bytes[length++] = HEX[(c >> 4) & 15];
    bytes[length++] = HEX[c & 15];
  }

  private void basic(char c) {
    if (c < 0x800) {
      bytes[length++] = (byte) (0xC0 | (c >> 6));
    } else if (plain == PLAIN_IN_GO && (c == '\u2028' || c == '\u2029')) {
      escapeUnicode(c);
      return;
    } else {
      bytes[length++] = (byte) (0xE0 | (c >> 12));
      bytes[length++] = (byte) (0x80 | ((c >> 6) & 63));
    }
    bytes[length++] = (byte) (0x80 | (c & 63));
  }

  private void supplementary(int codePoint) {
    bytes[length++] = (byte) (0xF0 | (codePoint >> 18));
    bytes[length++] = (byte) (0x80 | ((codePoint >> 12) & 63));
    bytes[length++] = (byte) (0x80 | ((codePoint >> 6) & 63));
    bytes[length++] = (byte) (0x80 | (codePoint & 63));
  }

  private void ascii(String text) {
    reserve(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
  }

  private void one(char c) {
    reserve(1);
    bytes[length++] = (byte) c;
  }

  private void reserve(long more) {
    long needed = length + more;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(needed, 2L * bytes.length)));
    }
  }
}
