package io.listwatch.objects.protobuf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the fields of one message in place: {@link #next} finds a field, and the other methods read
 * its value. Checks lengths before it copies anything. Malformed input ends in a {@link
 * MalformedProtobufException} with Go's message.
 *
 * <p>Not thread-safe.
 */
final class WireReader {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;
  private static final int START_GROUP = 3;
  private static final int END_GROUP = 4;
  private static final int FIXED32 = 5;

  private final byte[] bytes;
  private final int end;
  private int position;
  private int number;
  private int wireType;

  WireReader(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  /**
   * Moves to the next field.
   *
   * @param message the name of the message, for errors
   * @return false at the end
   */
  boolean next(String message) {
    if (position == end) {
      return false;
    }
    long tag = readTag();
    if (wireType == END_GROUP) {
      throw new MalformedProtobufException(
          "proto: %s: wiretype end group for non-group".formatted(message));
    }
    if (number <= 0) {
      throw new MalformedProtobufException(
          "proto: %s: illegal tag %d (wire type %s)"
              .formatted(message, number, Long.toUnsignedString(tag)));
    }
    return true;
  }

  private long readTag() {
    long tag = readVarint();
    number = (int) (tag >>> 3);
    wireType = (int) (tag & 7);
    return tag;
  }

  /** Returns the number of the current field. */
  int number() {
    return number;
  }

  /**
   * Returns the value of an integer field.
   *
   * @param field the name of the field, for errors; as in the other methods
   */
  long integer(String field) {
    expect(VARINT, field);
    return readVarint();
  }

  double decimal(String field) {
    expect(FIXED64, field);
    long bits = 0;
    for (int shift = 0, from = advance(Long.BYTES); shift < Long.SIZE; shift += Byte.SIZE) {
      bits |= (bytes[from++] & 0xffL) << shift;
    }
    return Double.longBitsToDouble(bits);
  }

  /** Returns a string; malformed UTF-8 becomes U+FFFD, as in JSON. */
  String text(String field) {
    expect(LENGTH, field);
    int length = readLength();
    return new String(bytes, advance(length), length, StandardCharsets.UTF_8);
  }

  byte[] bytes(String field) {
    expect(LENGTH, field);
    int start = advance(readLength());
    return Arrays.copyOfRange(bytes, start, position);
  }

  /** Returns a reader for the nested message. */
  WireReader message(String field) {
    expect(LENGTH, field);
    int start = advance(readLength());
    return new WireReader(bytes, start, position);
  }

  /** True if the field may contain several packed integers. */
  boolean packed() {
    return wireType == LENGTH;
  }

  boolean hasMore() {
    return position < end;
  }

  /** Returns the next packed integer. */
  long readVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = bytes[advance(1)];
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedProtobufException("proto: integer overflow");
  }

  /** Skips a field of any type. */
  void skip() {
    int open = 0;
    do {
      switch (wireType) {
        case VARINT -> readVarint();
        case FIXED64 -> advance(Long.BYTES);
        case LENGTH -> advance(readLength());
        case START_GROUP -> open++;
        case END_GROUP -> open--;
        case FIXED32 -> advance(Integer.BYTES);
        default -> throw new MalformedProtobufException("proto: illegal wireType " + wireType);
      }
      if (open > 0) {
        readTag();
      }
    } while (open > 0);
  }

  private void expect(int expected, String field) {
    if (wireType != expected) {
      throw new MalformedProtobufException(
          "proto: wrong wireType = %d for field %s".formatted(wireType, goName(field)));
    }
  }

  /** Returns the Go name of a field: capitalized, with a few exceptions. */
  private static String goName(String field) {
    return switch (field) {
      case "apiVersion" -> "APIVersion";
      case "metadata" -> "ObjectMeta";
      case "uid" -> "UID";
      default -> Character.toUpperCase(field.charAt(0)) + field.substring(1);
    };
  }

  private int readLength() {
    long length = readVarint();
    if (length < 0) {
      throw new MalformedProtobufException("proto: negative length found during unmarshaling");
    }
    return (int) Math.min(length, Integer.MAX_VALUE);
  }

  /** Skips bytes and returns the position of the first one. */
  private int advance(int length) {
    if (length > end - position) {
      throw new MalformedProtobufException("unexpected EOF");
    }
    int start = position;
    position += length;
    return start;
  }
}
