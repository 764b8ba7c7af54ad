package io.listwatch.objects.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.List;

/**
 * Any bytes are an object or are rejected with {@link MalformedProtobufException}. A decoded object
 * is not much longer than its bytes, and can be encoded.
 */
final class ProtobufEnvelopeFuzz {
  private static final List<ObjectSchema> TYPES =
      List.of(
          type("", "v1", "Pod"),
          type("apps", "v1", "Deployment"),
          type("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
          type("meta.k8s.io", "v1", "DeleteOptions"));

  private static ObjectSchema type(String group, String version, String kind) {
    return BuiltInTypes.load().find(group, version, kind).orElseThrow();
  }

  @FuzzTest(maxDuration = "20s")
  void decodesOrRejects(byte[] body) {
    open(body);
    // Most mutations break the envelope, so the bytes are also tried as the object in one.
    open(ProtobufEnvelope.seal("v1", "X", body));
  }

  private static void open(byte[] body) {
    try {
      ProtobufEnvelope envelope = ProtobufEnvelope.open(body);
      for (ObjectSchema type : TYPES) {
        decode(envelope, type, body.length);
      }
    } catch (MalformedProtobufException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
    }
  }

  private static void decode(ProtobufEnvelope envelope, ObjectSchema type, int length) {
    JsonObject object;
    try {
      object = envelope.object(type);
    } catch (MalformedProtobufException rejected) {
      assertThat(rejected.getMessage()).isNotEmpty();
      return;
    }
    assertThat(object.toString().length()).isLessThan(100 * length + 1_000);
    assertThat(MessageTranscoder.message(type, object.toString().getBytes(UTF_8))).isNotNull();
  }
}
