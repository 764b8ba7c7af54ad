package io.listwatch.objects.protobuf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.ObjectSchema;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class MessageTranscoderTest {
  /** The metadata of an object that has none: six strings, the generation, no creation time. */
  private static final String NO_METADATA = "0a10" + "0a0012001a0022002a00320038004200";

  private static final ObjectSchema CONFIG_MAP =
      BuiltInTypes.load().find("", "v1", "ConfigMap").orElseThrow();

  @TestFactory
  List<DynamicTest> recordedRequestsRoundTrip() {
    return RecordedRequest.read().stream()
        .map(request -> DynamicTest.dynamicTest(request.name(), () -> check(request)))
        .toList();
  }

  private static void check(RecordedRequest request) {
    ProtobufEnvelope sent = ProtobufEnvelope.open(request.bytes());
    JsonObject object = sent.object(request.type());

    byte[] message =
        MessageTranscoder.message(request.type(), JsonTrees.write(object).getBytes(UTF_8));

    ProtobufEnvelope read =
        ProtobufEnvelope.open(ProtobufEnvelope.seal(sent.apiVersion(), sent.kind(), message));
    assertThat(read.apiVersion()).isEqualTo(sent.apiVersion());
    assertThat(read.kind()).isEqualTo(sent.kind());
    assertThat(read.object(request.type())).isEqualTo(object);
  }

  @Test
  void writesEmptyMembersThatAreNotPointers() {
    assertThat(hex("", "v1", "ConfigMap", "{}")).isEqualTo(NO_METADATA);
    assertThat(hex("", "v1", "ConfigMap", "{'immutable':false,'data':null}"))
        .isEqualTo(NO_METADATA + "2000");
    assertThat(hex("scheduling.k8s.io", "v1", "PriorityClass", "{}"))
        .isEqualTo(NO_METADATA + "10001800" + "2200");
  }

  @Test
  void writesMembersInTheOrderOfTheirNumbers() {
    String inOrder = hex("", "v1", "ConfigMap", "{'data':{'k':'v'},'immutable':true}");

    assertThat(inOrder).isEqualTo(NO_METADATA + "12060a016b120176" + "2001");
    assertThat(hex("", "v1", "ConfigMap", "{'immutable':true,'data':{'k':'v'}}"))
        .isEqualTo(inOrder);
  }

  /** The server writes the version of a stored object as the first member of its metadata. */
  @Test
  void acceptsResourceVersionAsFirstMetadataMember() {
    for (String rest : List.of("", ",'name':'a'", ",'uid':'u'", ",'generation':1,'labels':{}")) {
      String last = rest.isEmpty() ? "" : rest.substring(1) + ",";
      String json = "{'metadata':{'resourceVersion':'7'" + rest + "}}";

      assertThat(MessageTranscoder.needsOnePass(CONFIG_MAP, bytes(json))).isTrue();
      assertThat(hex("", "v1", "ConfigMap", json))
          .contains("320137")
          .isEqualTo(
              hex("", "v1", "ConfigMap", "{'metadata':{" + last + "'resourceVersion':'7'}}"));
    }
  }

  @Test
  void sortsMaps() {
    assertThat(hex("", "v1", "ConfigMap", "{'data':{'b':'1','a':'2'}}"))
        .isEqualTo(hex("", "v1", "ConfigMap", "{'data':{'a':'2','b':'1'}}"));
  }

  @Test
  void leavesOutUnknownMembers() {
    assertThat(hex("", "v1", "ConfigMap", "{'kind':'x','other':{'a':[1,'}']},'zz':null}"))
        .isEqualTo(NO_METADATA);
    assertThat(hex("", "v1", "ConfigMap", "{'':1,'\\u0064':2}")).isEqualTo(NO_METADATA);
  }

  @Test
  void readsEscapedNames() {
    assertThat(hex("", "v1", "ConfigMap", "{'\\u0064ata':{'k':'v'}}"))
        .isEqualTo(NO_METADATA + "12060a016b120176");
  }

  @Test
  void decodesEscapes() {
    assertThat(hex("", "v1", "ConfigMap", "{'data':{'k':'\\n\\u00e9\\u20ac\\ud83d\\ude80\\/'}}"))
        .isEqualTo(NO_METADATA + "12100a016b120b" + "0ac3a9e282acf09f9a802f");
  }

  @Test
  void acceptsWhiteSpace() {
    assertThat(hex("", "v1", "ConfigMap", " { 'data' : { 'k' : 'v' } } "))
        .isEqualTo(NO_METADATA + "12060a016b120176");
  }

  @Test
  void negativeNumbersTakeTenBytes() {
    assertThat(hex("scheduling.k8s.io", "v1", "PriorityClass", "{'value':-1}"))
        .contains("10ffffffffffffffffff01");
    assertThat(hex("", "v1", "ConfigMap", "{'metadata':{'generation':-9223372036854775808}}"))
        .contains("3880808080808080808001");
  }

  @Test
  void readsNumbersInOtherSpellings() {
    assertThat(hex("scheduling.k8s.io", "v1", "PriorityClass", "{'value':3e1}"))
        .isEqualTo(hex("scheduling.k8s.io", "v1", "PriorityClass", "{'value':30}"));
  }

  @Test
  void writesTimes() {
    assertThat(creation("'1970-01-01T00:00:00Z'")).contains("420408001000");
    assertThat(creation("'2026-03-01T10:00:02.9+01:00'"))
        .isEqualTo(creation("'2026-03-01T09:00:02Z'"))
        .contains("4208" + "08" + "928090cd06" + "1000");
    assertThat(creation("'0001-01-01T00:00:00Z'")).isEqualTo(creation("null"));
  }

  private static String creation(String time) {
    return hex("", "v1", "ConfigMap", "{'metadata':{'creationTimestamp':" + time + "}}");
  }

  @Test
  void writesWatchEvents() {
    assertThat(HexFormat.of().formatHex(ProtobufMessage.event("ADDED", new byte[] {7})))
        .isEqualTo("0a054144444544" + "12030a0107");
  }

  @Test
  void rejectsValuesOfTheWrongType() {
    for (String json :
        List.of(
            "{'data':{'k':[]}}",
            "{'data':'x'}",
            "{'binaryData':{'k':'%'}}",
            "{'immutable':'true'}",
            "{'metadata':{'generation':'1'}}",
            "{'metadata':{'creationTimestamp':'yesterday'}}",
            "[]",
            "1")) {
      assertThatThrownBy(() -> hex("", "v1", "ConfigMap", json))
          .as(json)
          .isInstanceOf(MalformedProtobufException.class);
    }
  }

  @Test
  void rejectsMalformedJson() {
    for (String json : List.of("", "{", "{'data", "{'data':{'k':'v'}", "{'data':{'k':'v'}}}")) {
      assertThatThrownBy(() -> hex("", "v1", "ConfigMap", json))
          .as(json)
          .isInstanceOf(MalformedJsonException.class);
    }
  }

  @Test
  void writesLargeObjects() {
    String value = "x".repeat(100_000);
    ObjectSchema type = BuiltInTypes.load().find("", "v1", "ConfigMap").orElseThrow();
    String json = "{\"data\":{\"k\":\"" + value + "\"}}";

    byte[] sealed =
        ProtobufEnvelope.seal(
            "v1", "ConfigMap", MessageTranscoder.message(type, json.getBytes(UTF_8)));

    assertThat(ProtobufEnvelope.open(sealed).object(type).path("data").path("k").asText())
        .isEqualTo(value);
  }

  private static String hex(String group, String version, String kind, String json) {
    ObjectSchema type = BuiltInTypes.load().find(group, version, kind).orElseThrow();
    return HexFormat.of().formatHex(MessageTranscoder.message(type, bytes(json)));
  }

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(UTF_8);
  }
}
