package io.listwatch.objects.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class MessageEncoderTest {
  @TestFactory
  List<DynamicTest> recordedRequestsRoundTrip() {
    return RecordedRequest.read().stream()
        .map(request -> DynamicTest.dynamicTest(request.name(), () -> check(request)))
        .toList();
  }

  private static void check(RecordedRequest request) {
    ProtobufEnvelope sent = ProtobufEnvelope.open(request.bytes());
    JsonObject object = sent.object(request.type());

    byte[] written =
        ProtobufEnvelope.seal(
            sent.apiVersion(), sent.kind(), ProtobufMessage.of(request.type(), object));

    ProtobufEnvelope read = ProtobufEnvelope.open(written);
    assertThat(read.apiVersion()).isEqualTo(sent.apiVersion());
    assertThat(read.kind()).isEqualTo(sent.kind());
    assertThat(read.object(request.type())).isEqualTo(object);
    // kubectl also writes empty members, so its message is at least as long.
    assertThat(written.length).isLessThanOrEqualTo(request.bytes().length);
  }

  @Test
  void writesMembersInTheOrderOfTheirNumbers() {
    assertThat(hex("", "v1", "ConfigMap", "{'data':{'k':'v'},'metadata':{'name':'a'}}"))
        .isEqualTo("0a030a0161" + "12060a016b120176");
  }

  @Test
  void writesEmptyMessages() {
    assertThat(hex("", "v1", "Pod", "{'spec':{'securityContext':{}}}")).isEqualTo("12027200");
    assertThat(hex("", "v1", "Pod", "{'spec':{}}")).isEqualTo("1200");
    assertThat(hex("", "v1", "Pod", "{}")).isEmpty();
  }

  @Test
  void negativeNumbersTakeTenBytes() {
    assertThat(hex("scheduling.k8s.io", "v1", "PriorityClass", "{'value':-1}"))
        .isEqualTo("10ffffffffffffffffff01");
  }

  @Test
  void writesTheEpoch() {
    assertThat(hex("", "v1", "Pod", "{'metadata':{'creationTimestamp':'1970-01-01T00:00:00Z'}}"))
        .isEqualTo("0a0442020800");
  }

  @Test
  void writesWatchEvents() {
    assertThat(HexFormat.of().formatHex(ProtobufMessage.event("ADDED", new byte[] {7})))
        .isEqualTo("0a054144444544" + "12030a0107");
  }

  @Test
  void rejectsValuesOfTheWrongType() {
    assertThatThrownBy(() -> hex("", "v1", "Secret", "{'data':{'k':'%'}}"))
        .isInstanceOf(MalformedProtobufException.class);
    assertThatThrownBy(() -> hex("", "v1", "Pod", "{'metadata':{'creationTimestamp':'yesterday'}}"))
        .isInstanceOf(MalformedProtobufException.class);
  }

  @Test
  void writesLargeObjects() {
    String value = "x".repeat(100_000);
    ObjectSchema type = BuiltInTypes.load().find("", "v1", "ConfigMap").orElseThrow();
    JsonObject object = (JsonObject) JsonTrees.read("{\"data\":{\"k\":\"" + value + "\"}}");

    byte[] sealed = ProtobufEnvelope.seal("v1", "ConfigMap", ProtobufMessage.of(type, object));

    assertThat(ProtobufEnvelope.open(sealed).object(type)).isEqualTo(object);
  }

  private static String hex(String group, String version, String kind, String json) {
    ObjectSchema type = BuiltInTypes.load().find(group, version, kind).orElseThrow();
    byte[] message = ProtobufMessage.of(type, JsonTrees.read(json.replace('\'', '"')));
    return HexFormat.of().formatHex(message);
  }
}
