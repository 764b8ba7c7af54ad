package io.listwatch.objects.protobuf;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.ObjectSchema;

/** Messages and what stands before them. */
public final class ProtobufMessage {
  private ProtobufMessage() {}

  /**
   * An object as a message, without an envelope.
   *
   * @param object as JSON has it
   * @throws MalformedProtobufException if it is not what its type says
   */
  public static byte[] of(ObjectSchema type, JsonValue object) {
    return new MessageEncoder().encode(type, object);
  }

  /** What stands before a field that is a message: which one it is, and how long. */
  public static byte[] fieldHead(int number, long length) {
    return WireWriter.lengthTag(number, length);
  }

  /**
   * An event of a watch.
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
