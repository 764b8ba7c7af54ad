package io.listwatch.client.stream;

import io.listwatch.model.MalformedException;
import java.util.Arrays;

/** A byte buffer that grows up to a limit. Not thread-safe. */
final class GrowingBytes {
  private final String what;
  private final int limit;
  private byte[] bytes = new byte[1024];
  private int length;

  /**
   * @param what the name of the content, for the message if it is too long
   */
  GrowingBytes(String what, int limit) {
    this.what = what;
    this.limit = limit;
  }

  void add(byte[] from, int start, int end) {
    reserve(end - start);
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
  }

  void add(byte c) {
    reserve(1);
    bytes[length++] = c;
  }

  private void reserve(int more) {
    if (more > limit - length) {
      throw new MalformedException("%s of more than %d bytes".formatted(what, limit));
    }
    if (length + more > bytes.length) {
      int room = (int) Math.min(limit, Math.max(length + (long) more, bytes.length * 2L));
      bytes = Arrays.copyOf(bytes, room);
    }
  }

  int length() {
    return length;
  }

  boolean isEmpty() {
    return length == 0;
  }

  /** True if the bytes from {@code start} on equal {@code text}. */
  boolean endsWith(int start, byte[] text) {
    return Arrays.equals(bytes, start, length, text, 0, text.length);
  }

  /** Returns the bytes and empties the buffer. */
  byte[] take() {
    byte[] taken = Arrays.copyOf(bytes, length);
    length = 0;
    return taken;
  }
}
