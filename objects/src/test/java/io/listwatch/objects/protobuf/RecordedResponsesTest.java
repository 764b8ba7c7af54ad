package io.listwatch.objects.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.BuiltInForm;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects of all built-in kinds, compared with kube-apiserver byte by byte. */
final class RecordedResponsesTest {
  static List<RecordedResponse> responses() {
    return RecordedResponse.read();
  }

  @ParameterizedTest
  @MethodSource("responses")
  void encodesLikeKubeApiserver(RecordedResponse response) {
    byte[] json = canonical(response, response.object());

    byte[] sealed =
        ProtobufEnvelope.seal(
            response.apiVersion(),
            response.kind(),
            MessageTranscoder.message(response.type(), json));

    assertThat(HexFormat.of().formatHex(sealed))
        .isEqualTo(HexFormat.of().formatHex(response.bytes()));
  }

  @ParameterizedTest
  @MethodSource("responses")
  void needsOnePassOverCanonicalJson(RecordedResponse response) {
    byte[] json = canonical(response, response.object());

    assertThat(MessageTranscoder.needsOnePass(response.type(), json)).isTrue();
  }

  /** kube-apiserver's JSON has the order of its Go structs, which is not always canonical. */
  @ParameterizedTest
  @MethodSource("responses")
  void encodesJsonInAnotherOrder(RecordedResponse response) {
    byte[] message = MessageTranscoder.message(response.type(), response.json().getBytes(UTF_8));

    assertThat(ProtobufEnvelope.seal(response.apiVersion(), response.kind(), message))
        .isEqualTo(response.bytes());
  }

  @ParameterizedTest
  @MethodSource("responses")
  void decodesResponsesOfKubeApiserver(RecordedResponse response) {
    ProtobufEnvelope envelope = ProtobufEnvelope.open(response.bytes());

    JsonObject object = envelope.object(response.type());

    JsonObject expected = response.object();
    expected.remove(List.of("kind", "apiVersion"));
    for (var claim : expected.path("spec").path("volumeClaimTemplates")) {
      // Embedded objects lose their kind and apiVersion, which have no protobuf field numbers.
      ((JsonObject) claim).remove(List.of("kind", "apiVersion"));
    }
    assertThat(new String(canonical(response, object), UTF_8))
        .isEqualTo(new String(canonical(response, expected), UTF_8));
  }

  private static byte[] canonical(RecordedResponse response, JsonObject object) {
    return new BuiltInForm(response.type()).encode(object);
  }
}
