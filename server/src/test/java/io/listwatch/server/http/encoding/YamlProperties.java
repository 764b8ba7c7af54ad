package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.yaml.YamlText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** YAML and indented JSON are read back as the same value. */
final class YamlProperties {
  @Property(tries = 300)
  void yamlRoundTrips(@ForAll("objects") JsonValue tree) throws IOException {
    var yaml = new ByteArrayOutputStream();
    YamlDocument.write(tree.toString().getBytes(UTF_8), yaml);

    assertThat(JsonTrees.read(YamlText.toJson(yaml.toString(UTF_8)))).isEqualTo(tree);
  }

  @Example
  void writesVeryLongStrings() throws IOException {
    yamlRoundTrips(new JsonObject().put("text", "a" + " b".repeat(100_000)));
  }

  @Property(tries = 300)
  void indentedJsonRoundTrips(@ForAll("objects") JsonValue tree) throws IOException {
    var indented = new ByteArrayOutputStream();
    try (var out = new IndentingStream(indented)) {
      out.write(tree.toString().getBytes(UTF_8));
    }

    assertThat(JsonTrees.read(indented.toByteArray())).isEqualTo(tree);
  }

  @Property(tries = 300)
  void asciiJsonRoundTrips(@ForAll("objects") JsonValue tree) throws IOException {
    byte[] ascii = AsciiJson.escape(tree.toString().getBytes(UTF_8));

    assertThat(new String(ascii, UTF_8).chars()).allMatch(c -> c < 0x80);
    assertThat(JsonTrees.read(ascii)).isEqualTo(tree);
  }

  @Provide
  Arbitrary<JsonValue> objects() {
    return values(3).filter(JsonValue::isObject);
  }

  private static Arbitrary<JsonValue> values(int depth) {
    Arbitrary<JsonValue> scalars =
        Arbitraries.oneOf(
            texts().map(JsonValue::of),
            Arbitraries.integers().map(JsonValue::of),
            Arbitraries.of(true, false).map(JsonValue::of),
            Arbitraries.just(JsonValue.NULL));
    if (depth == 0) {
      return scalars;
    }
    Arbitrary<JsonValue> maps =
        Arbitraries.maps(texts(), values(depth - 1)).ofMaxSize(4).map(YamlProperties::object);
    Arbitrary<JsonValue> lists = values(depth - 1).list().ofMaxSize(3).map(YamlProperties::array);
    return Arbitraries.frequencyOf(Tuple.of(1, scalars), Tuple.of(3, maps), Tuple.of(1, lists));
  }

  private static JsonValue object(Map<String, JsonValue> members) {
    JsonObject object = new JsonObject();
    members.forEach(object::set);
    return object;
  }

  private static JsonValue array(List<JsonValue> elements) {
    return new JsonArray().addAll(elements);
  }

  /** Words that could be read as another type, and random strings. */
  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "yes",
            "no",
            "true",
            "null",
            "~",
            "",
            " ",
            "1",
            "1e3",
            "-",
            "- a",
            "a: b",
            "a #b",
            "0x1f",
            ".5",
            "\n",
            "a\nb\n",
            "\"",
            "'",
            "{}",
            "[",
            "&a",
            "*a",
            "!x",
            "%",
            "@",
            "`",
            "é",
            "列",
            "\u2028",
            "\u0001",
            "2001-01-01",
            "<a>&",
            "k8s.io/a-b",
            "a b",
            "=",
            "? a",
            ": a",
            "a:",
            "\ud83d\ude00"),
        Arbitraries.strings().ascii().ofMaxLength(8),
        Arbitraries.strings().withCharRange('a', 'z').ofMaxLength(6));
  }
}
