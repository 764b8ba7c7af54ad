package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

/** JSON in ASCII only: other characters are escaped, which does not change its meaning. */
final class AsciiJson {
  private AsciiJson() {}

  /** Escapes every character beyond ASCII. Such characters occur only within strings. */
  static byte[] escape(byte[] json) {
    String text = new String(json, UTF_8);
    var escaped = new StringBuilder(text.length() + 64);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        escaped.append(c);
      } else {
        escaped.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          escaped.append(Character.forDigit(c >> shift & 0xf, 16));
        }
      }
    }
    return escaped.toString().getBytes(US_ASCII);
  }
}
