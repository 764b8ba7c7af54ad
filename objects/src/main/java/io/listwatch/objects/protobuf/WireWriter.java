package io.listwatch.objects.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Writes fields in reverse order, so that a message is written before its length: nothing is
 * measured or copied twice.
 *
 * <p>Not thread-safe.
 */
public final class WireWriter {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;
  private static final int MORE = 0x80;

  private byte[] bytes = new byte[64];

  /** The position of the first written byte; the bytes reach to the end of the array. */
  private int start = bytes.length;

  /**
   * Returns the number of bytes written so far; the difference before and after a message is its
   * length.
   */
  public int size() {
    return bytes.length - start;
  }

  public void integer(int number, long value) {
    varint(value);
    tag(number, VARINT);
  }

  public void decimal(int number, double value) {
    long bits = Double.doubleToLongBits(value);
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      put((byte) (bits >>> shift));
    }
    tag(number, FIXED64);
  }

  public void text(int number, String value) {
    bytes(number, value.getBytes(UTF_8));
  }

  void bytes(int number, byte[] value) {
    int end = size();
    raw(value);
    message(number, end);
  }

  /** Writes bytes that are already encoded as fields. */
  void raw(byte[] value) {
    room(value.length);
    start -= value.length;
    System.arraycopy(value, 0, bytes, start, value.length);
  }

  /**
   * Turns the bytes written last into a message or bytes field.
   *
   * @param end the size before these bytes were written
   */
  public void message(int number, int end) {
    varint(size() - (long) end);
    tag(number, LENGTH);
  }

  /** Returns the tag and length that precede a message or bytes. */
  static byte[] lengthTag(int number, long length) {
    var tag = new WireWriter();
    tag.varint(length);
    tag.tag(number, LENGTH);
    return tag.toByteArray();
  }

  private void tag(int number, int wireType) {
    varint((long) number << 3 | wireType);
  }

  private void varint(long value) {
    int length = varintLength(value);
    room(length);
    start -= length;
    long left = value;
    for (int i = 0; i < length - 1; i++) {
      bytes[start + i] = (byte) (left | MORE);
      left >>>= 7;
    }
    bytes[start + length - 1] = (byte) left;
  }

  private static int varintLength(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value);
    return Math.max(1, (bits + 6) / 7);
  }

  private void put(byte value) {
    room(1);
    bytes[--start] = value;
  }

  private void room(int length) {
    if (length > start) {
      int written = size();
      byte[] larger = new byte[Math.max(2 * bytes.length, Math.addExact(written, length))];
      System.arraycopy(bytes, start, larger, larger.length - written, written);
      bytes = larger;
      start = larger.length - written;
    }
  }

  public byte[] toByteArray() {
    return Arrays.copyOfRange(bytes, start, bytes.length);
  }
}
