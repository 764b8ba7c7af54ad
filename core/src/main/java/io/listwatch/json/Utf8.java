package io.listwatch.json;

/** Checks for well-formed UTF-8: shortest form only, no surrogates, nothing past U+10FFFF. */
final class Utf8 {
  private Utf8() {}

  /**
   * Returns the length of the multi-byte character at {@code at}, or 0 if it is malformed or
   * truncated.
   */
  static int sequenceLength(byte[] bytes, int at, int limit) {
    int lead = bytes[at] & 0xff;
    if (lead >= 0xc2 && lead <= 0xdf) {
      return continues(bytes, at + 1, limit, 0x80, 0xbf) ? 2 : 0;
    }
    if (lead >= 0xe0 && lead <= 0xef) {
      int low = lead == 0xe0 ? 0xa0 : 0x80;
      int high = lead == 0xed ? 0x9f : 0xbf;
      return continues(bytes, at + 1, limit, low, high)
              && continues(bytes, at + 2, limit, 0x80, 0xbf)
          ? 3
          : 0;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
      int low = lead == 0xf0 ? 0x90 : 0x80;
      int high = lead == 0xf4 ? 0x8f : 0xbf;
      return continues(bytes, at + 1, limit, low, high)
              && continues(bytes, at + 2, limit, 0x80, 0xbf)
              && continues(bytes, at + 3, limit, 0x80, 0xbf)
          ? 4
          : 0;
    }
    return 0;
  }

  private static boolean continues(byte[] bytes, int at, int limit, int low, int high) {
    int c = at < limit ? bytes[at] & 0xff : 0;
    return c >= low && c <= high;
  }
}
