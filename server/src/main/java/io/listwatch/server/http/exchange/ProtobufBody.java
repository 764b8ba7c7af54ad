package io.listwatch.server.http.exchange;

import io.listwatch.model.GroupVersion;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.protobuf.MalformedProtobufException;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.Optional;

/**
 * A request body in protobuf. It is decoded as the type in its envelope or, if that is empty, as
 * the expected type. The decoder of the object checks whether the two agree.
 */
final class ProtobufBody {
  /** kube-apiserver's message for custom resources, which have no protobuf form. */
  private static final String NO_MESSAGE =
      "object *unstructured.Unstructured does not implement the protobuf marshalling interface and"
          + " cannot be encoded to a protobuf message";

  private final byte[] body;
  private final BodyType expected;

  ProtobufBody(byte[] body, BodyType expected) {
    this.body = body;
    this.expected = expected;
  }

  JsonObject object() {
    ProtobufEnvelope envelope = open();
    BodyType sent = sent(envelope);
    if (schema(expected).isEmpty()) {
      throw expected.unhandled(sent, NO_MESSAGE);
    }
    JsonObject object =
        schema(sent)
            .map(schema -> object(envelope, schema, sent))
            // The name of an unknown type is enough to reject it.
            .orElseGet(JsonObject::new);
    return object.put("apiVersion", sent.apiVersion()).put("kind", sent.kind());
  }

  private ProtobufEnvelope open() {
    try {
      return ProtobufEnvelope.open(body);
    } catch (MalformedProtobufException e) {
      throw expected.unrecognised(String.valueOf(e.getMessage()), body);
    }
  }

  private JsonObject object(ProtobufEnvelope envelope, ObjectSchema schema, BodyType sent) {
    try {
      return envelope.object(schema);
    } catch (MalformedProtobufException e) {
      throw expected.unhandled(sent, String.valueOf(e.getMessage()));
    }
  }

  private BodyType sent(ProtobufEnvelope envelope) {
    String kind = envelope.kind().isEmpty() ? expected.kind() : envelope.kind();
    String apiVersion = envelope.apiVersion();
    if (apiVersion.isEmpty()) {
      return new BodyType(expected.group(), expected.version(), kind);
    }
    GroupVersion of = GroupVersion.of(apiVersion);
    return new BodyType(of.group(), of.version(), kind);
  }

  /** DeleteOptions are the same in every group. */
  private static Optional<ObjectSchema> schema(BodyType type) {
    BodyType options = BodyType.DELETE_OPTIONS;
    BodyType of = type.kind().equals(options.kind()) ? options : type;
    return BuiltInTypes.load().find(of.group(), of.version(), of.kind());
  }
}
