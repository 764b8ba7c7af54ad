package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.listwatch.json.JsonCursor;
import io.listwatch.model.GroupVersion;
import io.listwatch.objects.protobuf.MessageTranscoder;
import io.listwatch.objects.protobuf.ProtobufEnvelope;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;

/** Converts the JSON of a built-in type to protobuf, with Kubernetes' envelope. */
public final class ProtobufDocument {
  private static final String META = "meta.k8s.io";
  private static final byte[] API_VERSION = "apiVersion".getBytes(US_ASCII);
  private static final byte[] KIND = "kind".getBytes(US_ASCII);

  private ProtobufDocument() {}

  public static byte[] of(byte[] json) {
    String apiVersion = "";
    String kind = "";
    var cursor = new JsonCursor(json);
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(API_VERSION)) {
        apiVersion = cursor.string();
      } else if (cursor.fieldIs(KIND)) {
        kind = cursor.string();
      } else {
        cursor.skip();
      }
    }
    return ProtobufEnvelope.seal(
        apiVersion, kind, MessageTranscoder.message(schema(apiVersion, kind), json));
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
