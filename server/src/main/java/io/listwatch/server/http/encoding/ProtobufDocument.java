package io.listwatch.server.http.encoding;

import io.listwatch.model.GroupVersion;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.protobuf.ProtobufMessage;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;

/** JSON of a type that is built in as protobuf, in its envelope. */
public final class ProtobufDocument {
  private static final String META = "meta.k8s.io";

  private ProtobufDocument() {}

  public static byte[] of(byte[] json) {
    JsonValue tree = JsonTrees.read(json);
    String apiVersion = tree.path("apiVersion").asText();
    String kind = tree.path("kind").asText();
    return ProtobufEnvelope.seal(
        apiVersion, kind, ProtobufMessage.of(schema(apiVersion, kind), tree));
  }

  /** What belongs to no group in particular, such as a status, is defined with the metadata. */
  static ObjectSchema schema(String apiVersion, String kind) {
    GroupVersion of = GroupVersion.of(apiVersion);
    BuiltInTypes types = BuiltInTypes.load();
    return types
        .find(of.group(), of.version(), kind)
        .or(() -> types.find(META, "v1", kind))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "kind: %s of %s (expected: one that is built in)".formatted(kind, apiVersion)));
  }
}
