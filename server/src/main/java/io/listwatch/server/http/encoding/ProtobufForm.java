package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.model.Resource;
import io.listwatch.objects.protobuf.MessageTranscoder;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.protobuf.ProtobufMessage;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Encodes objects, or their metadata, as protobuf. A list starts with its length, so its items are
 * measured first. Measuring an item encodes it. {@link KeptMessages} keeps the message for the
 * second pass if there is room.
 */
final class ProtobufForm implements ObjectForm {
  private static final int ITEMS = 2;

  /** The length of a list that has not been measured. */
  private static final long UNKNOWN = -1;

  private final ObjectForm json;
  private final ObjectMessages messages;
  private final String listApiVersion;
  private final String listKind;
  private final long length;
  private long written;

  private ProtobufForm(
      ObjectForm json,
      ObjectMessages messages,
      String listApiVersion,
      String listKind,
      long length) {
    this.json = json;
    this.messages = messages;
    this.listApiVersion = listApiVersion;
    this.listKind = listKind;
    this.length = length;
  }

  static ProtobufForm of(
      Representation representation, ResourceDefinition definition, KeptMessages kept) {
    boolean lean = representation.lean();
    if (representation.shape() != Representation.Shape.OBJECT) {
      return ofMetadata(representation.metaVersion(), lean, definition, kept);
    }
    var json = new PlainForm(definition, lean);
    String apiVersion = definition.type().apiVersion();
    var schema = ProtobufDocument.schema(apiVersion, definition.type().kind());
    var messages = new ObjectMessages(json, schema, definition.type(), lean, kept);
    return new ProtobufForm(json, messages, apiVersion, definition.listKind(), UNKNOWN);
  }

  private static ProtobufForm ofMetadata(
      String version, boolean lean, ResourceDefinition definition, KeptMessages kept) {
    var json = new MetadataForm(version, lean);
    String apiVersion = "meta.k8s.io/" + version;
    var schema = ProtobufDocument.schema(apiVersion, "PartialObjectMetadata");
    return new ProtobufForm(
        json,
        new ObjectMessages(json, schema, definition.type(), lean, kept),
        apiVersion,
        "PartialObjectMetadataList",
        UNKNOWN);
  }

  @Override
  public boolean needsMeasure() {
    return true;
  }

  @Override
  public long measure(Resource item) throws IOException {
    return ProtobufMessage.fieldLength(ITEMS, messages.length(item));
  }

  @Override
  public long knownLength(Resource item) {
    int message = messages.knownLength(item);
    return message < 0 ? -1 : ProtobufMessage.fieldLength(ITEMS, message);
  }

  @Override
  public ProtobufForm measured(long itemsLength) {
    return new ProtobufForm(json, messages, listApiVersion, listKind, itemsLength);
  }

  /** The object may be of a subresource's kind, such as {@code Scale}. */
  @Override
  public void writeObject(Resource object, OutputStream out) throws IOException {
    var bytes = new ByteArrayOutputStream(object.size());
    json.writeObject(object, bytes);
    out.write(ProtobufDocument.of(bytes.toByteArray()));
  }

  @Override
  public void writeHead(ListHead head, OutputStream out) throws IOException {
    if (length == UNKNOWN) {
      throw new IllegalStateException("a list that has not been measured cannot be written");
    }
    byte[] metadata =
        MessageTranscoder.message(
            ProtobufDocument.schema("meta.k8s.io/v1", "ListMeta"), head.json().getBytes(UTF_8));
    byte[] metadataHead = ProtobufMessage.fieldHead(1, metadata.length);
    out.write(
        ProtobufEnvelope.head(
            listApiVersion, listKind, metadataHead.length + metadata.length + length));
    out.write(metadataHead);
    out.write(metadata);
  }

  @Override
  public void writeItem(Resource item, boolean first, OutputStream out) throws IOException {
    ObjectMessages.Message message = messages.encode(item);
    byte[] head = ProtobufMessage.fieldHead(ITEMS, message.length());
    out.write(head);
    message.writeTo(out);
    written += head.length + message.length();
  }

  @Override
  public void writeTail(ListHead head, boolean empty, OutputStream out) throws IOException {
    if (written != length) {
      throw new IllegalStateException(
          "items: %d bytes (expected: %d, as measured)".formatted(written, length));
    }
    out.write(ProtobufEnvelope.tail());
  }
}
