package io.listwatch.objects.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.BuiltInTypes;
import org.junit.jupiter.api.Test;

/** Messages are decoded to the trees of the same objects in JSON. */
final class MessageDecoderTest {
  @Test
  void dropsEmptyValuesThatAreNotPointers() {
    var port = message().with(1, "").with(2, "").with(3, 0).with(5, 0);

    assertThat(core("ServicePort", port)).isEqualTo(json("{'port':0}"));
  }

  @Test
  void keepsEmptyPointers() {
    var spec = message().with(1, 0).with(2, message()).with(7, 0);

    assertThat(read("apps", "DeploymentSpec", spec))
        .isEqualTo(json("{'replicas':0,'selector':{}}"));
  }

  @Test
  void lastOfSeveralValuesWins() {
    var meta = message().with(1, "a").with(1, "").with(3, "x").with(3, "y");

    assertThat(core("ConfigMap", message().with(1, meta)))
        .isEqualTo(json("{'metadata':{'namespace':'y'}}"));
  }

  @Test
  void mergesRepeatedMessages() {
    var twice =
        message().with(1, message().with(1, "a").with(3, "x")).with(1, message().with(1, "b"));

    assertThat(core("ConfigMap", twice))
        .isEqualTo(json("{'metadata':{'name':'b','namespace':'x'}}"));
  }

  @Test
  void inlinesNestedMessages() {
    var source = message().with(19, message().with(1, message().with(1, "c")).with(3, 420));
    var volume = message().with(1, "v").with(2, source);

    assertThat(core("Volume", volume))
        .isEqualTo(json("{'name':'v','configMap':{'name':'c','defaultMode':420}}"));
  }

  @Test
  void mapEntryMayLackItsKeyOrValue() {
    var map = message().with(2, message()).with(2, message().with(1, "k"));

    assertThat(core("ConfigMap", map)).isEqualTo(json("{'data':{'':'','k':''}}"));
    assertThat(core("PodSpec", message().with(32, message().with(1, "cpu"))))
        .isEqualTo(json("{'overhead':{'cpu':'0'}}"));
  }

  @Test
  void bytesAreInBase64() {
    var entry = message().with(1, "k").with(2, new byte[] {0, -1});

    assertThat(core("ConfigMap", message().with(3, entry)))
        .isEqualTo(json("{'binaryData':{'k':'AP8='}}"));
  }

  @Test
  void unwrapsListsInMaps() {
    var values = message().with(1, "a").with(1, "b");
    var user = message().with(4, message().with(1, "k").with(2, values));

    assertThat(read("authentication.k8s.io", "UserInfo", user))
        .isEqualTo(json("{'extra':{'k':['a','b']}}"));
  }

  @Test
  void numbersMayBePackedOrNot() {
    var packed = message().varint(1).varint(-1).varint(1L << 40);
    var context = message().with(4, 0).with(4, packed);

    assertThat(core("PodSecurityContext", context))
        .isEqualTo(json("{'supplementalGroups':[0,1,-1,1099511627776]}"));
  }

  @Test
  void readsIntOrStringByItsType() {
    var number = message().with(1, 0).with(2, 8080).with(3, "ignored");
    var text = message().with(1, 1).with(2, 0).with(3, "http");

    assertThat(core("ServicePort", message().with(4, number)))
        .isEqualTo(json("{'targetPort':8080}"));
    assertThat(core("ServicePort", message().with(4, text)))
        .isEqualTo(json("{'targetPort':'http'}"));
    assertMalformed(
        "ServicePort", message().with(4, message().with(1, 2)), "impossible IntOrString.Type");
  }

  @Test
  void writesTimesInSecondsOrMicroseconds() {
    var time = message().with(1, 1_700_000_000L).with(2, 123_456_789);

    assertThat(read("meta.k8s.io", "ObjectMeta", message().with(8, time).with(9, time)))
        .isEqualTo(
            json(
                "{'creationTimestamp':'2023-11-14T22:13:20Z',"
                    + "'deletionTimestamp':'2023-11-14T22:13:20Z'}"));
    assertThat(read("coordination.k8s.io", "LeaseSpec", message().with(3, time)))
        .isEqualTo(json("{'acquireTime':'2023-11-14T22:13:20.123456Z'}"));
  }

  @Test
  void dropsZeroTimes() {
    var never = message().with(1, -62_135_596_800L);

    assertThat(read("meta.k8s.io", "ObjectMeta", message().with(8, message()).with(9, never)))
        .isEqualTo(json("{}"));
    assertThat(read("meta.k8s.io", "ObjectMeta", message().with(9, message().with(2, 0))))
        .isEqualTo(json("{'deletionTimestamp':'1970-01-01T00:00:00Z'}"));
  }

  @Test
  void readsRawJson() {
    var entry = message().with(1, "m").with(7, message().with(1, "{\"f:data\":{}}"));

    assertThat(read("meta.k8s.io", "ManagedFieldsEntry", entry))
        .isEqualTo(json("{'manager':'m','fieldsV1':{'f:data':{}}}"));
    assertThat(read("apps", "ControllerRevision", message().with(2, message().with(1, "[1,null]"))))
        .isEqualTo(json("{'data':[1,null]}"));
    assertThat(read("apps", "ControllerRevision", message().with(2, message()))).isEmpty();
  }

  @Test
  void readsBooleansAndListsInPlaceOfSchemas() {
    var text = message().with(5, "string");
    var schema =
        message()
            .with(24, message().with(2, text).with(2, message()))
            .with(30, message().with(1, 1))
            .with(32, entry("a", message().with(2, "b").with(2, "c")))
            .with(32, entry("d", message().with(1, text)))
            .with(33, message().with(1, 0));

    assertThat(schema(schema))
        .isEqualTo(
            json(
                "{'items':[{'type':'string'},{}],'additionalProperties':true,"
                    + "'dependencies':{'a':['b','c'],'d':{'type':'string'}},"
                    + "'additionalItems':false}"));
  }

  @Test
  void readsNestedSchemas() {
    var text = message().with(5, "string");
    var schema =
        message()
            .with(8, message().with(1, "\"x\""))
            .with(11, 0.5)
            .with(24, message().with(1, text))
            .with(29, entry("p", text))
            .with(30, message().with(1, 1).with(2, text));

    assertThat(schema(schema))
        .isEqualTo(
            json(
                "{'default':'x','minimum':0.5,'items':{'type':'string'},"
                    + "'properties':{'p':{'type':'string'}},"
                    + "'additionalProperties':{'type':'string'}}"));
  }

  @Test
  void writesIntegralDoublesAsIntegers() {
    assertThat(schema(message().with(9, 3.0)).path("maximum").isInt()).isTrue();
    assertThat(schema(message().with(9, 1e300)).path("maximum").isInteger()).isFalse();
    assertThatThrownBy(() -> schema(message().with(9, Double.NaN)))
        .isInstanceOf(MalformedProtobufException.class)
        .hasMessage("json: unsupported value: NaN");
  }

  @Test
  void skipsUnknownMembersOfAnyType() {
    var map =
        message()
            .with(99, 1L << 60)
            .with(99, 1.0)
            .with(99, "text")
            .raw(0x9d, 6, 0, 0, 0, 0) // 32 bits
            .raw(0x9b, 6, 0x13, 0x08, 1, 0x14, 0x9c, 6) // a group in a group
            .with(2, entry("k", "v"));

    assertThat(core("ConfigMap", map)).isEqualTo(json("{'data':{'k':'v'}}"));
  }

  @Test
  void rejectsMalformedMessagesWithGosMessage() {
    assertMalformed("ConfigMap", message().raw(0x0a), "unexpected EOF");
    assertMalformed("ConfigMap", message().raw(0x0a, 5, 1), "unexpected EOF");
    assertMalformed(
        "ConfigMap", message().raw(0x9a, 6, 0xff, 0xff, 0xff, 0xff, 7), "unexpected EOF");
    assertMalformed("ConfigMap", message().raw(0x9b, 6), "unexpected EOF");
    assertMalformed(
        "ConfigMap",
        message().raw(0x0a).varint(-1),
        "proto: negative length found during unmarshaling");
    assertMalformed(
        "ConfigMap",
        message().raw(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1),
        "proto: integer overflow");
    assertMalformed(
        "ConfigMap", message().raw(0x0c), "proto: ConfigMap: wiretype end group for non-group");
    assertMalformed(
        "ConfigMap", message().raw(0x02), "proto: ConfigMap: illegal tag 0 (wire type 2)");
    assertMalformed("ConfigMap", message().raw(0x9e, 6), "proto: illegal wireType 6");
    assertMalformed(
        "ConfigMap", message().with(1, 1), "proto: wrong wireType = 0 for field ObjectMeta");
    assertMalformed(
        "ConfigMap", message().with(4, "x"), "proto: wrong wireType = 2 for field Immutable");
  }

  @Test
  void repairsMalformedUtf8() {
    var entry = message().with(1, "k").with(2, new byte[] {'a', -1, 'b'});

    assertThat(core("ConfigMap", message().with(2, entry)))
        .isEqualTo(json("{'data':{'k':'a\uFFFDb'}}"));
  }

  @Test
  void limitsNesting() {
    assertThat(schema(nested(MessageDecoder.MAX_DEPTH - 1)).path("not")).isNotEmpty();
    assertThatThrownBy(() -> schema(nested(MessageDecoder.MAX_DEPTH)))
        .isInstanceOf(MalformedProtobufException.class)
        .hasMessage("proto: JSONSchemaProps: nested deeper than 100 messages");
    assertThatThrownBy(
            () ->
                read(
                    "apps",
                    "ControllerRevision",
                    message().with(2, message().with(1, "[".repeat(600)))))
        .isInstanceOf(MalformedProtobufException.class);
  }

  @Test
  void limitsTheNumberOfMessages() {
    MessageBytes ports = repeated(1, message());

    assertThat(core("ServiceSpec", ports).path("ports")).hasSize(JsonTrees.MAX_VALUES - 1);
    assertTooManyValues("ServiceSpec", ports.with(1, message()));
  }

  /** Three megabytes of empty strings became 1,500,000 values. */
  @Test
  void limitsTheNumberOfStrings() {
    MessageBytes addresses = repeated(5, message());

    assertThat(core("ServiceSpec", addresses).path("externalIPs"))
        .hasSize(JsonTrees.MAX_VALUES - 1);
    assertTooManyValues("ServiceSpec", addresses.with(5, ""));
  }

  /** Three megabytes of packed numbers became 3,000,000 values. */
  @Test
  void limitsTheNumberOfPackedNumbers() {
    byte[] most = new byte[JsonTrees.MAX_VALUES - 1];

    MessageBytes context = message().with(4, most);

    assertThat(core("PodSecurityContext", context).path("supplementalGroups")).hasSize(most.length);
    assertTooManyValues("PodSecurityContext", context.with(4, new byte[1]));
  }

  @Test
  void limitsTheNumberOfMapEntries() {
    MessageBytes map = message();
    for (int i = 0; i < JsonTrees.MAX_VALUES - 1; i++) {
      map.with(2, i % 2 == 0 ? entry("k" + i, "v") : message().with(1, "k" + i));
    }

    assertThat(core("ConfigMap", map).path("data")).hasSize(JsonTrees.MAX_VALUES - 1);
    assertTooManyValues("ConfigMap", map.with(2, message().with(1, "k")));
  }

  /** Each raw value was limited, but not all of them together. */
  @Test
  void limitsTheNumberOfRawValues() {
    var half = message().with(1, "[" + "0,".repeat(JsonTrees.MAX_VALUES / 2) + "0]");

    assertThat(schema(message().with(20, half)).path("enum")).hasSize(1);
    assertThatThrownBy(() -> schema(message().with(20, half).with(20, half)))
        .isInstanceOf(MalformedProtobufException.class)
        .hasMessage("proto: more than 200000 values");
  }

  private static void assertTooManyValues(String type, MessageBytes message) {
    assertMalformed(type, message, "proto: more than 200000 values");
  }

  /** Returns as many fields as a message may have that is a value itself. */
  private static MessageBytes repeated(int number, MessageBytes value) {
    MessageBytes all = message();
    for (int i = 0; i < JsonTrees.MAX_VALUES - 1; i++) {
      all.with(number, value);
    }
    return all;
  }

  private static MessageBytes nested(int levels) {
    MessageBytes schema = message();
    for (int i = 0; i < levels; i++) {
      schema = message().with(28, schema);
    }
    return schema;
  }

  private static MessageBytes message() {
    return new MessageBytes();
  }

  private static MessageBytes entry(String key, MessageBytes value) {
    return message().with(1, key).with(2, value);
  }

  private static MessageBytes entry(String key, String value) {
    return message().with(1, key).with(2, value);
  }

  private static JsonObject core(String type, MessageBytes message) {
    return read("", type, message);
  }

  private static JsonObject schema(MessageBytes message) {
    return read("apiextensions.k8s.io", "JSONSchemaProps", message);
  }

  private static JsonObject read(String group, String type, MessageBytes message) {
    byte[] body = MessageBytes.envelope("v1", type, message);
    return ProtobufEnvelope.open(body)
        .object(BuiltInTypes.load().find(group, "v1", type).orElseThrow());
  }

  private static void assertMalformed(String type, MessageBytes message, String problem) {
    assertThatThrownBy(() -> core(type, message))
        .isInstanceOf(MalformedProtobufException.class)
        .hasMessage(problem);
  }

  private static JsonObject json(String text) {
    return (JsonObject) JsonTrees.read(text.replace('\'', '"'));
  }
}
