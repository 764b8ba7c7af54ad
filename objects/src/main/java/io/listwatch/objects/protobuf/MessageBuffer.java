package io.listwatch.objects.protobuf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes fields front to back. The length of a nested message is reserved as one byte when the
 * message opens; closing a longer message shifts it.
 *
 * <p>The caller makes room before it writes. Not thread-safe.
 */
final class MessageBuffer {
  /** An upper bound of the bytes that a field needs besides its content: tag, length, timestamp. */
  private static final int FIELD = 64;

  private static final VarHandle DOUBLES =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  byte[] bytes = {};
  int size;

  /** Makes room for {@code length} bytes and the head of a field. */
  void room(int length) {
    if (bytes.length - size < length + FIELD) {
      grow(length + FIELD);
    }
  }

  private void grow(int length) {
    bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, length)));
  }

  void varint(long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      bytes[size++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    bytes[size++] = (byte) left;
  }

  void fixed64(double value) {
    DOUBLES.set(bytes, size, value);
    size += Long.BYTES;
  }

  void raw(byte[] from, int start, int length) {
    System.arraycopy(from, start, bytes, size, length);
    size += length;
  }

  /** Writes bytes with their length. */
  void lengthAndRaw(byte[] from, int start, int length) {
    varint(length);
    raw(from, start, length);
  }

  /** Writes a tag, reserves a length and returns where the content starts. */
  int open(int tag) {
    room(0);
    varint(tag);
    return ++size;
  }

  /** Writes the length of the content that started at {@code start}. */
  void close(int start) {
    int length = size - start;
    if (length <= 0x7f) {
      bytes[start - 1] = (byte) length;
      return;
    }
    int more = (31 - Integer.numberOfLeadingZeros(length)) / 7;
    room(more);
    System.arraycopy(bytes, start, bytes, start + more, length);
    size = start - 1;
    varint(length);
    size += length;
  }
}
