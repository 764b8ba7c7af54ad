package io.listwatch.objects.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Writes a tree as JSON in UTF-8, byte for byte as Go does: no spaces; {@code <}, {@code >}, {@code
 * &} and the line separators of JavaScript escaped, and nothing else that need not be.
 */
final class JsonWriter {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** ASCII that is written as it is. */
  private static final boolean[] PLAIN = plain();

  private byte[] bytes;
  private int length;

  private JsonWriter(int expected) {
    this.bytes = new byte[expected];
  }

  private static boolean[] plain() {
    boolean[] plain = new boolean[128];
    Arrays.fill(plain, ' ', plain.length, true);
    for (char special : new char[] {'"', '\\', '<', '>', '&'}) {
      plain[special] = false;
    }
    return plain;
  }

  /**
   * Encodes a tree.
   *
   * @param expected the size of the first buffer, which grows if the JSON is longer
   */
  static byte[] write(JsonNode tree, int expected) {
    JsonWriter writer = new JsonWriter(expected);
    writer.value(tree);
    return Arrays.copyOf(writer.bytes, writer.length);
  }

  private void value(JsonNode value) {
    switch (value.getNodeType()) {
      case OBJECT -> object(value);
      case ARRAY -> array(value);
      case STRING -> string(value.textValue());
      case NUMBER -> ascii(value.isDouble() ? Numbers.spell(value.doubleValue()) : value.asText());
      case BOOLEAN -> ascii(value.booleanValue() ? "true" : "false");
      default -> ascii("null");
    }
  }

  private void object(JsonNode object) {
    one('{');
    boolean first = true;
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      if (!first) {
        one(',');
      }
      first = false;
      string(member.getKey());
      one(':');
      value(member.getValue());
    }
    one('}');
  }

  private void array(JsonNode array) {
    one('[');
    boolean first = true;
    for (JsonNode item : array) {
      if (!first) {
        one(',');
      }
      first = false;
      value(item);
    }
    one(']');
  }

  private void string(String text) {
    // The longest spelling of one char is six bytes: room for all of them is made once.
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

  private void ascii(char c) {
    if (PLAIN[c]) {
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
    } else if (c == '\u2028' || c == '\u2029') {
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
