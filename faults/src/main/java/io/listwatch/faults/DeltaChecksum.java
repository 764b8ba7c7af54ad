package io.listwatch.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Finds and damages the checksum in a frame that carries a delta. */
final class DeltaChecksum {
  private static final String MARK = "\"crc32c\":\"";

  private DeltaChecksum() {}

  /** Returns the offset of the checksum's first digit, or -1 if the frame carries no delta. */
  static int find(byte[] frame) {
    String text = new String(frame, ISO_8859_1);
    int mark = text.startsWith(",\"delta\":{", text.indexOf(',')) ? text.indexOf(MARK) : -1;
    return mark < 0 ? -1 : mark + MARK.length();
  }

  /** Returns the frame with another digit at an offset. */
  static byte[] damaged(byte[] frame, int at) {
    byte[] damaged = frame.clone();
    damaged[at] = (byte) (frame[at] == '0' ? '1' : '0');
    return damaged;
  }
}
