package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.json.JsonPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ResourceTest {
  private static final String PRETTY =
      """
      {
        "status": {"phase": "Running"},
        "metadata": {
          "labels": {"tier": "web", "app": "cart"},
          "uid": "7d4c",
          "annotations": {"name": "not this one"},
          "resourceVersion": "42",
          "namespace": "shop",
          "name": "cart-0"
        },
        "kind": "Pod",
        "spec": {"metadata": {"name": "nor this one"}, "kind": "x"},
        "apiVersion": "v1"
      }
      """;

  @Test
  void readsItsHeaderFromPrettyPrintedJson() {
    assertHeader(Resource.parse(PRETTY));
  }

  @Test
  void readsItsHeaderWhateverTheOrderOfMembers() {
    var metadata =
        new ArrayList<>(
            List.of(
                "\"labels\":{\"tier\":\"web\",\"app\":\"cart\"}",
                "\"uid\":\"7d4c\"",
                "\"annotations\":{\"name\":\"x\"}",
                "\"resourceVersion\":\"42\"",
                "\"namespace\":\"shop\"",
                "\"managedFields\":[{}]",
                "\"name\":\"cart-0\""));
    var random = new Random(1);
    for (int i = 0; i < 200; i++) {
      Collections.shuffle(metadata, random);
      var root =
          new ArrayList<>(
              List.of(
                  "\"metadata\":{" + String.join(",", metadata) + "}",
                  "\"kind\":\"Pod\"",
                  "\"apiVersion\":\"v1\"",
                  "\"spec\":{}"));
      Collections.shuffle(root, random);

      assertHeader(Resource.parse("{" + String.join(",", root) + "}"));
    }
  }

  private static void assertHeader(Resource resource) {
    assertThat(resource.key()).isEqualTo(ResourceKey.of("shop", "cart-0"));
    assertThat(resource.version()).isEqualTo(ResourceVersion.of(42));
    assertThat(resource.uid()).contains("7d4c");
    assertThat(resource.kind()).isEqualTo("Pod");
    assertThat(resource.apiVersion()).isEqualTo("v1");
    assertThat(resource.labelMap()).containsExactly(entry("app", "cart"), entry("tier", "web"));
    assertThat(resource.labels().value("app")).isEqualTo("cart");
    assertThat(resource.labels().value("none")).isNull();
  }

  private static Map.Entry<String, String> entry(String key, String value) {
    return Map.entry(key, value);
  }

  @Test
  void readsEscapedMemberNamesAndValues() {
    var resource =
        Resource.parse(
            """
            {"meta\\u0064ata":{"n\\u0061me":"c\\u0061rt","\\u0075id":"\\u0075",
             "resourceV\\u0065rsion":"\\u0034","l\\u0061bels":{"\\u0061":"\\u0062"}},
             "\\u006bind":"P\\u006fd"}
            """);

    assertThat(resource.key()).isEqualTo(ResourceKey.of("cart"));
    assertThat(resource.uid()).contains("u");
    assertThat(resource.version()).isEqualTo(ResourceVersion.of(4));
    assertThat(resource.labelMap()).containsExactly(entry("a", "b"));
    assertThat(resource.kind()).isEqualTo("Pod");
  }

  @Test
  void treatsNullAndEmptyAsAbsent() {
    for (String nothing : List.of("null", "\"\"")) {
      var resource =
          Resource.parse(
              """
              {"kind":%1$s,"apiVersion":%1$s,"metadata":{"name":"a","namespace":%1$s,"uid":%1$s,
               "resourceVersion":%1$s,"deletionTimestamp":%1$s,"labels":null,"finalizers":null}}
              """
                  .formatted(nothing));

      assertThat(resource.key()).isEqualTo(ResourceKey.of("a"));
      assertThat(resource.kind()).isEmpty();
      assertThat(resource.apiVersion()).isEmpty();
      assertThat(resource.uid()).isEmpty();
      assertThat(resource.version().isUnset()).isTrue();
      assertThat(resource.terminating()).isFalse();
      assertThat(resource.hasFinalizers()).isFalse();
      assertThat(resource.labelMap()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]                                  | document: is an array (expected: an object)",
        "null                                | document: is null (expected: an object)",
        "{}                                  | document: has no metadata.name",
        "{\"metadata\":{}}                   | document: has no metadata.name",
        "{\"metadata\":{\"name\":\"\"}}      | document: has no metadata.name",
        "{\"metadata\":{\"name\":null}}      | document: has no metadata.name",
        "{\"metadata\":null}                 | metadata: is null (expected: an object)",
        "{\"metadata\":[]}                   | metadata: is an array (expected: an object)",
        "{\"kind\":1}                        | kind: is a number (expected: a string)",
        "{\"apiVersion\":{}}                 | apiVersion: is an object (expected: a string)",
        "{\"metadata\":{\"name\":1}}         | metadata.name: is a number (expected: a string)",
        "{\"metadata\":{\"namespace\":{}}}   | metadata.namespace: is an object",
        "{\"metadata\":{\"uid\":false}}      | metadata.uid: is a boolean",
        "{\"metadata\":{\"resourceVersion\":7}} | metadata.resourceVersion: is a number",
        "{\"metadata\":{\"labels\":[]}}      | metadata.labels: is an array",
        "{\"metadata\":{\"labels\":{\"a\":1}}} | metadata.labels.a: is a number",
        "{\"metadata\":{\"deletionTimestamp\":1}} | metadata.deletionTimestamp: is a number",
        "{\"metadata\":{\"finalizers\":{}}}  | metadata.finalizers: is an object",
        "{\"metadata\":{\"finalizers\":[1]}} | metadata.finalizers[0]: is a number",
        "{\"metadata\":{\"name\":\"a/b\"}}   | document: metadata.name: a/b (expected: a name",
        "{\"kind\":\"Table\",\"metadata\":{}} | document: is a Table (expected: an object)",
        "{\"metadata\":{\"name\":\"a\"}} x   | document: expected the end, found 'x'",
        "{\"kind\":\"\",\"kind\":\"\"}       | kind: is there twice",
        "{\"metadata\":{},\"metadata\":{}}   | metadata: is there twice",
        "{\"metadata\":{\"uid\":\"\",\"uid\":\"\"}} | metadata.uid: is there twice",
        "{\"metadata\":{\"labels\":{\"b\":\"\",\"a\":\"\",\"b\":\"\"}}} | metadata.labels: has the",
      })
  void namesThePlaceOfAProblem(String json, String message) {
    assertThatThrownBy(() -> Resource.parse(json))
        .isInstanceOf(MalformedException.class)
        .hasMessageStartingWith("InternalError: " + message)
        .hasMessageContaining("(byte ");
  }

  @Test
  void reportsWhetherItIsTerminating() {
    var resource =
        Resource.parse(
            """
            {"metadata":{"name":"a","deletionTimestamp":"2024-01-01T00:00:00Z",
             "finalizers":["example.com/b","example.com/a"]}}
            """);

    assertThat(resource.terminating()).isTrue();
    assertThat(resource.hasFinalizers()).isTrue();
    assertThat(resource.finalizers()).containsExactly("example.com/b", "example.com/a");
    assertThat(named("a", "\"finalizers\":[]").hasFinalizers()).isFalse();
    assertThat(named("a", "\"x\":1").finalizers()).isEmpty();
  }

  @Test
  void findsAnyOfManyLabelsInAnyOrder() {
    var numbers = IntStream.range(0, 500).boxed().collect(Collectors.toList());
    Collections.shuffle(numbers, new Random(7));
    String labels =
        numbers.stream().map(i -> "\"k" + i + "\":\"v" + i + "\"").collect(Collectors.joining(","));

    var resource = named("a", "\"labels\":{" + labels + "}");

    for (int i = 0; i < 500; i++) {
      assertThat(resource.labels().value("k" + i)).isEqualTo("v" + i);
    }
    assertThat(resource.labels().value("k500")).isNull();
    assertThat(resource.labels().value("")).isNull();
    assertThat(resource.labelMap()).hasSize(500);
    assertThat(List.copyOf(resource.labelMap().keySet())).isSorted();
  }

  @Test
  void readsANullLabelAsAnEmptyOne() {
    assertThat(named("a", "\"labels\":{\"x\":null}").labelMap()).containsExactly(entry("x", ""));
  }

  @Test
  void rejectsADuplicateLabel() {
    assertThatThrownBy(() -> named("a", "\"labels\":{\"x\":\"1\",\"x\":\"1\"}"))
        .hasMessageContaining("metadata.labels: has the member \"x\" twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "42", "43", "1000000", "99999999999999999999", "opaque", ""})
  void replacesTheVersionWithoutTouchingAnythingElse(String version) {
    var moved = Resource.parse(PRETTY).withVersion(ResourceVersion.of(version));

    assertThat(text(moved)).isEqualTo(PRETTY.strip().replace("\"42\"", "\"" + version + "\""));
    assertThat(moved.version()).isEqualTo(ResourceVersion.of(version));
    assertSameAsParsed(moved);
  }

  @Test
  void addsAMissingVersion() {
    var resource = Resource.parse("{\"kind\":\"Pod\",\"metadata\":{ \"name\":\"a\"},\"z\":1}");

    var moved = resource.withVersion(ResourceVersion.of(5));

    assertThat(text(moved))
        .isEqualTo(
            "{\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\"5\", \"name\":\"a\"},\"z\":1}");
    assertSameAsParsed(moved);
    assertSameAsParsed(moved.withVersion(ResourceVersion.of(1234)));
  }

  @Test
  void replacesANullVersion() {
    var moved = named("a", "\"resourceVersion\":null").withVersion(ResourceVersion.of(5));

    assertThat(text(moved)).isEqualTo("{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"5\"}}");
    assertSameAsParsed(moved);
  }

  /** The version was once inserted without escaping, which made the object unreadable. */
  @ParameterizedTest
  @ValueSource(strings = {"a\"b", "back\\slash", "line\nbreak", "größe", "😀", "\u0000"})
  void acceptsAnyVersionString(String version) {
    var moved = Resource.parse(PRETTY).withVersion(ResourceVersion.of(version));

    assertThat(moved.ascii()).isTrue();
    assertThat(Resource.parse(moved.toByteArray()).version()).hasToString(version);
    assertSameAsParsed(moved);
  }

  @Test
  void withItsOwnVersionReturnsTheSameResource() {
    var resource = Resource.parse(PRETTY);

    assertThat(resource.withVersion(ResourceVersion.of(42))).isSameAs(resource);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{#,\"name\":\"a\"}                   | {\"name\":\"a\"}",
        "{ # , \"name\":\"a\"}                | { \"name\":\"a\"}",
        "{\"name\":\"a\",#}                   | {\"name\":\"a\"}",
        "{\"name\":\"a\" , # }                | {\"name\":\"a\"  }",
        "{\"name\":\"a\",#,\"uid\":\"u\"}     | {\"name\":\"a\",\"uid\":\"u\"}",
        "{\"name\":\"a\" , # , \"uid\":\"u\"} | {\"name\":\"a\"  , \"uid\":\"u\"}",
      })
  void removesManagedFieldsAtAnyPosition(String before, String after) throws IOException {
    String fields = "\"managedFields\" : [{\"manager\":\"x\",\"f:a\":{\"\\\"]\":{}}}]";
    var resource =
        Resource.parse("{\"kind\":\"Pod\",\"metadata\":" + before.replace("#", fields) + "}");

    var lean = resource.withoutManagedFields();

    assertThat(text(lean)).isEqualTo("{\"kind\":\"Pod\",\"metadata\":" + after + "}");
    var written = new ByteArrayOutputStream();
    resource.writeLeanTo(written);
    assertThat(written.toByteArray()).isEqualTo(lean.toByteArray()).hasSize(resource.leanSize());
    assertThat(resource.leanPartialMetadata()).isEqualTo(lean.partialMetadata());
    assertThat(resource.hasManagedFields()).isTrue();
    assertThat(lean.hasManagedFields()).isFalse();
    assertSameAsParsed(lean);
    assertSameAsParsed(lean.withVersion(ResourceVersion.of(5)));
    assertThat(resource.withVersion(ResourceVersion.of(5)).withoutManagedFields())
        .isEqualTo(lean.withVersion(ResourceVersion.of(5)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",M,\"spec\":{}} | {M,\"spec\":{}}",
        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",M}           | {M}",
        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",M}           | {M}",
        "{\"apiVersion\":\"v1\",M,\"kind\":\"Pod\"}           | {M}",
        "{M,\"kind\":\"Pod\",\"apiVersion\":\"v1\"}           | {M}",
        "{ \"kind\":\"Pod\",\"apiVersion\":\"v1\",M}          | {M}",
        "{\"kind\":\"Pod\", \"apiVersion\":\"v1\",M}          | {M}",
        "{\"kind\":\"Pod\",\"a\":1,\"apiVersion\":\"v1\",M} | {\"a\":1,M}",
        "{\"kind\":\"Pod\",\"apiVersion\":\"\",M}             | {M}",
        "{\"kind\":null,\"apiVersion\":null,M}              | {M}",
        "{\"kind\":\"Pod\",M}                               | {M}",
        "{M}                                              | {M}",
      })
  void writesItemWithoutTypeMeta(String object, String item) throws IOException {
    String fields = ",\"managedFields\":[{\"manager\":\"x\"}]";
    String full = "\"metadata\":{\"name\":\"a\"%s,\"uid\":\"u\"}".formatted(fields);
    var resource = Resource.parse(object.replace("M", full));

    var written = new ByteArrayOutputStream();
    resource.writeItemTo(written);
    var lean = new ByteArrayOutputStream();
    resource.writeLeanItemTo(lean);

    assertThat(compact(written)).isEqualTo(item.replace("M", full));
    assertThat(compact(lean)).isEqualTo(item.replace("M", full.replace(fields, "")));
  }

  private static String compact(ByteArrayOutputStream json) {
    return json.toString(UTF_8).replace(" ", "");
  }

  @Test
  void withoutManagedFieldsCopiesEvenIfThereAreNone() {
    byte[] frame = (" ".repeat(1000) + PRETTY).getBytes(UTF_8);
    var resource = ResourceReader.PLAIN.resource(frame, 0, frame.length);

    assertThat(resource.withoutManagedFields()).isEqualTo(resource).isNotSameAs(resource);
  }

  @Test
  void compactReleasesALargerArray() {
    byte[] frame = (" ".repeat(100) + PRETTY).getBytes(UTF_8);
    var slice = ResourceReader.PLAIN.resource(frame, 0, frame.length);

    var compact = slice.compact();

    frame[frame.length / 2] = 'X';
    assertThat(text(compact)).isEqualTo(PRETTY.strip());
    assertSameAsParsed(compact);
    assertThat(compact.compact()).isSameAs(compact);
  }

  @Test
  void compactKeepsAnArrayThatIsHardlyLarger() {
    var resource = Resource.parse(PRETTY + " ".repeat(40));

    assertThat(resource.compact()).isSameAs(resource);
  }

  @Test
  void returnsPartialObjectMetadata() {
    assertThat(Resource.parse("{\"metadata\": {\"name\": \"a\"} ,\"spec\":1}").partialMetadata())
        .asString(UTF_8)
        .isEqualTo(
            "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\","
                + "\"metadata\":{\"name\": \"a\"}}");
  }

  @Test
  void equalUidsMeanTheSameObject() {
    assertThat(named("a", "\"uid\":\"1\"").sameUid(named("b", "\"x\":0,\"uid\":\"1\""))).isTrue();
    assertThat(named("a", "\"uid\":\"1\"").sameUid(named("a", "\"uid\":\"2\""))).isFalse();
    assertThat(named("a", "\"uid\":\"1\"").sameUid(named("a", "\"uid\":\"12\""))).isFalse();
    assertThat(named("a", "\"uid\":\"1\"").sameUid(named("a", "\"x\":0"))).isFalse();
    assertThat(named("a", "\"x\":0").sameUid(named("a", "\"uid\":\"1\""))).isFalse();
    assertThat(named("a", "\"x\":0").sameUid(named("a", "\"uid\":\"\""))).isTrue();
  }

  @Test
  void equalsResourceWithTheSameBytes() {
    byte[] frame = ("  " + PRETTY).getBytes(UTF_8);

    assertThat(ResourceReader.PLAIN.resource(frame, 0, frame.length))
        .isEqualTo(Resource.parse(PRETTY))
        .hasSameHashCodeAs(Resource.parse(PRETTY))
        .isNotEqualTo(Resource.parse(PRETTY.replace("web", "wet")));
  }

  @Test
  void reportsWhetherItIsAscii() {
    assertThat(named("a", "\"x\":\"\\u00e9\"").ascii()).isTrue();
    assertThat(named("a", "\"x\":\"é\"").ascii()).isFalse();
  }

  @Test
  void returnsItsJsonReadOnly() throws IOException {
    var resource = Resource.parse(PRETTY);
    var out = new ByteArrayOutputStream();

    resource.writeTo(out);

    assertThat(out.toString(UTF_8)).isEqualTo(PRETTY.strip());
    assertThat(resource.json().isReadOnly()).isTrue();
    assertThat(resource.json().remaining()).isEqualTo(resource.size());
    assertThat(UTF_8.decode(resource.json()).toString()).isEqualTo(PRETTY.strip());
  }

  @Test
  void returnsTheValueAtAPath() {
    var resource = Resource.parse(PRETTY);

    assertThat(resource.text(JsonPath.of("status.phase"))).contains("Running");
    assertThat(resource.text(JsonPath.of("status.reason"))).isEmpty();
    assertThat(resource.texts(JsonPath.of("metadata.labels.app"))).containsExactly("cart");
  }

  @Test
  void printsItsIdentityWithoutItsContent() {
    assertThat(Resource.parse(PRETTY)).hasToString("Pod shop/cart-0 @42");
    assertThat(named("a", "\"x\":0")).hasToString("object a @");
  }

  private static Resource named(String name, String more) {
    return Resource.parse("{\"metadata\":{\"name\":\"" + name + "\"," + more + "}}");
  }

  private static String text(Resource resource) {
    return new String(resource.toByteArray(), UTF_8);
  }

  /** Checks that the header of an edited object equals the header of its parsed bytes. */
  private static void assertSameAsParsed(Resource spliced) {
    var parsed = Resource.parse(spliced.toByteArray());
    assertThat(spliced).isEqualTo(parsed);
    assertThat(spliced.key()).isEqualTo(parsed.key());
    assertThat(spliced.version()).isEqualTo(parsed.version());
    assertThat(spliced.kind()).isEqualTo(parsed.kind());
    assertThat(spliced.apiVersion()).isEqualTo(parsed.apiVersion());
    assertThat(spliced.uid()).isEqualTo(parsed.uid());
    assertThat(spliced.labelMap()).isEqualTo(parsed.labelMap());
    assertThat(spliced.partialMetadata()).isEqualTo(parsed.partialMetadata());
    assertThat(spliced.hasManagedFields()).isEqualTo(parsed.hasManagedFields());
    assertThat(spliced.withoutManagedFields()).isEqualTo(parsed.withoutManagedFields());
    var later = ResourceVersion.of("later");
    assertThat(spliced.withVersion(later)).isEqualTo(parsed.withVersion(later));
  }
}
