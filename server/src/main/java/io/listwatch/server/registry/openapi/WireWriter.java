package io.listwatch.server.registry.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** Writes one message of protobuf, field by field. What is empty or zero is left out. */
final class WireWriter {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  WireWriter text(int field, String value) {
    if (!value.isEmpty()) {
      bytes(field, value.getBytes(UTF_8));
    }
    return this;
  }

  /** One of several, of which empty ones count. */
  WireWriter element(int field, String value) {
    bytes(field, value.getBytes(UTF_8));
    return this;
  }

  WireWriter flag(int field, boolean value) {
    return number(field, value ? 1 : 0);
  }

  /** One of several alternatives, which counts even if it is false. */
  WireWriter choice(int field, boolean value) {
    tag(field, VARINT);
    varint(value ? 1 : 0);
    return this;
  }

  WireWriter number(int field, long value) {
    if (value != 0) {
      tag(field, VARINT);
      varint(value);
    }
    return this;
  }

  WireWriter number(int field, double value) {
    if (value != 0) {
      tag(field, FIXED64);
      long bits = Double.doubleToRawLongBits(value);
      for (int i = 0; i < Long.BYTES; i++) {
        bytes.write((int) (bits >>> (8 * i)));
      }
    }
    return this;
  }

  /** A message counts even if it is empty. */
  WireWriter message(int field, WireWriter message) {
    tag(field, LENGTH);
    varint(message.bytes.size());
    bytes.writeBytes(message.bytes.toByteArray());
    return this;
  }

  private void bytes(int field, byte[] value) {
    tag(field, LENGTH);
    varint(value.length);
    bytes.writeBytes(value);
  }

  private void tag(int field, int type) {
    varint(((long) field << 3) | type);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  byte[] toByteArray() {
    return bytes.toByteArray();
  }
}
