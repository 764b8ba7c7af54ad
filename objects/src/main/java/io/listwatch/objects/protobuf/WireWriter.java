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
    var tag = new byte[lengthTagLength(number, length)];
    int end = putVarint(tag, 0, lengthTagOf(number));
    int unused = putVarint(tag, end, length);
    return tag;
  }

  static int lengthTagLength(int number, long length) {
    return varintLength(lengthTagOf(number)) + varintLength(length);
  }

  private static long lengthTagOf(int number) {
    return (long) number << 3 | LENGTH;
  }

  private void tag(int number, int wireType) {
    varint((long) number << 3 | wireType);
  }

  private void varint(long value) {
    int length = varintLength(value);
    room(length);
    start -= length;
    int unused = putVarint(bytes, start, value);
  }

  /** Returns the position after the value. */
  private static int putVarint(byte[] bytes, int start, long value) {
    int at = start;
    long left = value;
    while (left >>> 7 != 0) {
      bytes[at++] = (byte) (left | MORE);
      left >>>= 7;
    }
    bytes[at++] = (byte) left;
    return at;
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
