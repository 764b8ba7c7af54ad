package io.listwatch.server.http.encoding;

import io.listwatch.model.GroupVersion;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.protobuf.ProtobufMessage;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;

/** Converts the JSON of a built-in type to protobuf, with Kubernetes' envelope. */
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

  /** Types without a group of their own, such as Status, are defined in {@code meta/v1}. */
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
