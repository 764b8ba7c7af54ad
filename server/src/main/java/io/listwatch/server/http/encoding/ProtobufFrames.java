package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.protobuf.ProtobufMessage;
import io.listwatch.server.registry.ResourceDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Frames of events with whole objects, in protobuf. Threads: the event loop of the watch. */
final class ProtobufFrames {
  private final String apiVersion;
  private final String kind;
  private final boolean lean;
  private final boolean prefixed;
  private final FrameCache cache;
  private final ObjectMessages messages;

  /**
   * @param lean true to leave out managedFields
   * @param prefixed true if each frame starts with its length
   */
  ProtobufFrames(
      ResourceDefinition definition,
      boolean lean,
      boolean prefixed,
      FrameCache cache,
      KeptMessages kept) {
    this.apiVersion = definition.type().apiVersion();
    this.kind = definition.type().kind();
    this.lean = lean;
    this.prefixed = prefixed;
    this.cache = cache;
    this.messages =
        new ObjectMessages(
            new PlainForm(definition, lean),
            ProtobufDocument.schema(apiVersion, kind),
            definition.type(),
            lean,
            kept);
  }

  /** Returns the frame that all watches of this form share. */
  byte[] shared(EventType type, Resource object) {
    return cache.get(object, form(type), lean, each -> frame(type, each));
  }

  private FrameCache.Form form(EventType type) {
    return switch (type) {
      case DELETED ->
          prefixed ? FrameCache.Form.PROTOBUF_DELETED : FrameCache.Form.PROTOBUF_DELETED_MESSAGE;
      case ADDED ->
          prefixed ? FrameCache.Form.PROTOBUF_ADDED : FrameCache.Form.PROTOBUF_ADDED_MESSAGE;
      default ->
          prefixed ? FrameCache.Form.PROTOBUF_MODIFIED : FrameCache.Form.PROTOBUF_MODIFIED_MESSAGE;
    };
  }

  private byte[] frame(EventType type, Resource object) {
    try {
      var frame = new ByteArrayOutputStream(object.size());
      write(type, object, frame);
      return frame.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write(EventType type, Resource object, OutputStream out) throws IOException {
    ObjectMessages.Message message = messages.encode(object);
    byte[] envelope = ProtobufEnvelope.head(apiVersion, kind, message.length());
    byte[] tail = ProtobufEnvelope.tail();
    int length = envelope.length + message.length() + tail.length;
    byte[] event = ProtobufMessage.eventHead(type.name(), length);
    if (prefixed) {
      out.write(prefix(event.length + length));
    }
    out.write(event);
    out.write(envelope);
    message.writeTo(out);
    out.write(tail);
  }

  /** Returns the length that precedes a message in a stream; a WebSocket frame has its own. */
  static byte[] prefix(int length) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
  }
}
