package io.listwatch.objects.protobuf;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.ObjectSchema;

/** Encodes objects and watch events as protobuf messages. */
public final class ProtobufMessage {
  private ProtobufMessage() {}

  /**
   * Encodes an object, without an envelope.
   *
   * @param object the JSON tree of the object
   * @throws MalformedProtobufException if a value does not have its declared type
   */
  public static byte[] of(ObjectSchema type, JsonValue object) {
    return new MessageEncoder().encode(type, object);
  }

  /** Returns the tag and length that precede a nested message. */
  public static byte[] fieldHead(int number, long length) {
    return WireWriter.lengthTag(number, length);
  }

  /**
   * Encodes a watch event.
   *
   * @param type such as {@code ADDED}
   * @param object in its envelope
   */
  public static byte[] event(String type, byte[] object) {
    var event = new WireWriter();
    event.bytes(1, object);
    event.message(2, 0);
    event.text(1, type);
    return event.toByteArray();
  }
}
