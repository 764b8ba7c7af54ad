package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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

/** What is written as YAML or indented is read back as what it was. */
final class YamlProperties {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  @Property(tries = 300)
  void yamlSaysWhatTheJsonSaid(@ForAll("objects") JsonNode tree) throws IOException {
    var yaml = new ByteArrayOutputStream();
    YamlDocument.write(JSON.writeValueAsBytes(tree), yaml);

    assertThat(JSON.readTree(YamlText.toJson(yaml.toString(UTF_8)))).isEqualTo(tree);
  }

  @Example
  void aTextOfManyWordsIsWrittenToo() throws IOException {
    yamlSaysWhatTheJsonSaid(NODES.objectNode().put("text", "a" + " b".repeat(100_000)));
  }

  @Property(tries = 300)
  void indentationChangesNothing(@ForAll("objects") JsonNode tree) throws IOException {
    var indented = new ByteArrayOutputStream();
    try (var out = new IndentingStream(indented)) {
      out.write(JSON.writeValueAsBytes(tree));
    }

    assertThat(JSON.readTree(indented.toByteArray())).isEqualTo(tree);
  }

  @Property(tries = 300)
  void asciiSaysWhatTheJsonSaid(@ForAll("objects") JsonNode tree) throws IOException {
    byte[] ascii = AsciiJson.escape(JSON.writeValueAsBytes(tree));

    assertThat(new String(ascii, UTF_8).chars()).allMatch(c -> c < 0x80);
    assertThat(JSON.readTree(ascii)).isEqualTo(tree);
  }

  @Provide
  Arbitrary<JsonNode> objects() {
    return values(3).filter(JsonNode::isObject);
  }

  private static Arbitrary<JsonNode> values(int depth) {
    Arbitrary<JsonNode> scalars =
        Arbitraries.oneOf(
            texts().map(NODES::textNode),
            Arbitraries.integers().map(NODES::numberNode),
            Arbitraries.of(true, false).map(NODES::booleanNode),
            Arbitraries.just(NODES.nullNode()));
    if (depth == 0) {
      return scalars;
    }
    Arbitrary<JsonNode> maps =
        Arbitraries.maps(texts(), values(depth - 1)).ofMaxSize(4).map(YamlProperties::object);
    Arbitrary<JsonNode> lists = values(depth - 1).list().ofMaxSize(3).map(YamlProperties::array);
    return Arbitraries.frequencyOf(Tuple.of(1, scalars), Tuple.of(3, maps), Tuple.of(1, lists));
  }

  private static JsonNode object(Map<String, JsonNode> members) {
    ObjectNode object = NODES.objectNode();
    members.forEach(object::set);
    return object;
  }

  private static JsonNode array(List<JsonNode> elements) {
    return NODES.arrayNode().addAll(elements);
  }

  /** Words that could be taken for something else, and text of all kinds. */
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
