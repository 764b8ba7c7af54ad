package io.listwatch.campaign.powerloss;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The bytes of a file that is written at any offset. */
final class FileContent {
  private byte[] bytes = new byte[1 << 16];
  private int size;

  /** Writes the first bytes of a buffer. */
  void write(int offset, ByteBuffer from, int length) {
    size = Math.max(size, offset + length);
    reserve(size);
    from.get(0, bytes, offset, length);
  }

  /** Makes the file shorter, or longer with zeros. */
  void truncate(int newSize) {
    reserve(newSize);
    if (newSize < size) {
      Arrays.fill(bytes, newSize, size, (byte) 0);
    }
    size = newSize;
  }

  private void reserve(int length) {
    if (length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
    }
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, size);
  }
}
