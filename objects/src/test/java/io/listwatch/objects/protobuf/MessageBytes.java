package io.listwatch.objects.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** Writes a message field by field, as a client does. */
public final class MessageBytes {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Returns an object in an envelope. */
  public static byte[] envelope(String apiVersion, String kind, MessageBytes object) {
    byte[] message =
        new MessageBytes()
            .with(1, new MessageBytes().with(1, apiVersion).with(2, kind))
            .with(2, object)
            .bytes();
    var out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {'k', '8', 's', 0});
    out.writeBytes(message);
    return out.toByteArray();
  }

  public MessageBytes with(int number, long value) {
    return tag(number, 0).varint(value);
  }

  public MessageBytes with(int number, double value) {
    tag(number, 1);
    long bits = Double.doubleToLongBits(value);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      out.write((int) (bits >>> shift));
    }
    return this;
  }

  public MessageBytes with(int number, String text) {
    return with(number, text.getBytes(UTF_8));
  }

  public MessageBytes with(int number, MessageBytes message) {
    return with(number, message.bytes());
  }

  public MessageBytes with(int number, byte[] bytes) {
    tag(number, 2).varint(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  /** Adds arbitrary bytes, for messages that no client would write. */
  MessageBytes raw(int... bytes) {
    for (int each : bytes) {
      out.write(each);
    }
    return this;
  }

  private MessageBytes tag(int number, int wireType) {
    return varint(((long) number << 3) | wireType);
  }

  MessageBytes varint(long value) {
    long rest = value;
    for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
      out.write((int) ((rest & 0x7f) | 0x80));
    }
    out.write((int) rest);
    return this;
  }

  public byte[] bytes() {
    return out.toByteArray();
  }
}
