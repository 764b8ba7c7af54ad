package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.protobuf.ProtobufMessage;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Encodes objects, or their metadata, as protobuf. A list starts with its length, so each item is
 * encoded twice, the first time to measure it.
 */
final class ProtobufForm implements ObjectForm {
  private static final int ITEMS = 2;

  /** The length of a list that has not been measured. */
  private static final long UNKNOWN = -1;

  private final ObjectForm json;
  private final String listApiVersion;
  private final String listKind;
  private final long length;
  private long written;

  private ProtobufForm(ObjectForm json, String listApiVersion, String listKind, long length) {
    this.json = json;
    this.listApiVersion = listApiVersion;
    this.listKind = listKind;
    this.length = length;
  }

  static ProtobufForm of(Representation representation, ResourceDefinition definition) {
    return representation.shape() == Representation.Shape.OBJECT
        ? new ProtobufForm(
            new PlainForm(definition),
            definition.type().apiVersion(),
            definition.listKind(),
            UNKNOWN)
        : new ProtobufForm(
            new MetadataForm(representation.metaVersion()),
            "meta.k8s.io/" + representation.metaVersion(),
            "PartialObjectMetadataList",
            UNKNOWN);
  }

  @Override
  public boolean needsMeasure() {
    return true;
  }

  @Override
  public long measure(Resource item) throws IOException {
    int message = message(item).length;
    return ProtobufMessage.fieldHead(ITEMS, message).length + (long) message;
  }

  @Override
  public ProtobufForm measured(long itemsLength) {
    return new ProtobufForm(json, listApiVersion, listKind, itemsLength);
  }

  @Override
  public void writeObject(Resource object, OutputStream out) throws IOException {
    out.write(ProtobufDocument.of(bytes(object)));
  }

  private byte[] bytes(Resource object) throws IOException {
    var bytes = new ByteArrayOutputStream(object.size());
    json.writeObject(object, bytes);
    return bytes.toByteArray();
  }

  private byte[] message(Resource item) throws IOException {
    var tree = JsonTrees.read(bytes(item));
    return ProtobufMessage.of(
        ProtobufDocument.schema(tree.path("apiVersion").asText(), tree.path("kind").asText()),
        tree);
  }

  @Override
  public void writeHead(ListHead head, OutputStream out) throws IOException {
    if (length == UNKNOWN) {
      throw new IllegalStateException("a list that has not been measured cannot be written");
    }
    byte[] metadata =
        ProtobufMessage.of(
            ProtobufDocument.schema("meta.k8s.io/v1", "ListMeta"),
            JsonTrees.read(head.json().getBytes(StandardCharsets.UTF_8)));
    byte[] metadataHead = ProtobufMessage.fieldHead(1, metadata.length);
    out.write(
        ProtobufEnvelope.head(
            listApiVersion, listKind, metadataHead.length + metadata.length + length));
    out.write(metadataHead);
    out.write(metadata);
  }

  @Override
  public void writeItem(Resource item, boolean first, OutputStream out) throws IOException {
    byte[] message = message(item);
    byte[] head = ProtobufMessage.fieldHead(ITEMS, message.length);
    out.write(head);
    out.write(message);
    written += head.length + message.length;
  }

  @Override
  public void writeTail(ListHead head, boolean empty, OutputStream out) {
    if (written != length) {
      throw new IllegalStateException(
          "items: %d bytes (expected: %d, as measured)".formatted(written, length));
    }
  }
}
