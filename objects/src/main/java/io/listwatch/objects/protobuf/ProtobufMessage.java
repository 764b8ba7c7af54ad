package io.listwatch.objects.protobuf;

import java.util.Arrays;

/** The parts of messages that surround objects: the heads of fields, and watch events. */
public final class ProtobufMessage {
  private ProtobufMessage() {}

  /** Returns the tag and length that precede a nested message. */
  public static byte[] fieldHead(int number, long length) {
    return WireWriter.lengthTag(number, length);
  }

  /** Returns the length of a field with a nested message of this length, including its head. */
  public static long fieldLength(int number, long length) {
    return WireWriter.lengthTagLength(number, length) + length;
  }

  /**
   * Encodes a watch event.
   *
   * @param type such as {@code ADDED}
   * @param object in its envelope
   */
  public static byte[] event(String type, byte[] object) {
    byte[] head = eventHead(type, object.length);
    byte[] event = Arrays.copyOf(head, Math.addExact(head.length, object.length));
    System.arraycopy(object, 0, event, head.length, object.length);
    return event;
  }

  /**
   * Returns the part of a watch event before its object, which must follow and ends the event.
   *
   * @param length the length of the object in its envelope
   */
  public static byte[] eventHead(String type, int length) {
    byte[] raw = WireWriter.lengthTag(1, length);
    byte[] object = WireWriter.lengthTag(2, (long) raw.length + length);
    var head = new WireWriter();
    head.raw(raw);
    head.raw(object);
    head.text(1, type);
    return head.toByteArray();
  }
}
