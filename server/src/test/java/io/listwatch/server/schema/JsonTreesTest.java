package io.listwatch.server.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTreesTest {
  @Test
  void membersGivenTwiceAreNamedAndTheLastStands() {
    JsonTrees.Parsed parsed =
        JsonTrees.parse(
            "{\"a\":1,\"metadata\":{\"name\":\"x\",\"name\":\"y\"},\"l\":[{},{\"k\":1,\"k\":{\"d\":1,\"d\":2}}],\"a\":3}");

    assertThat(parsed.duplicates())
        .extracting(RepeatedField::path)
        .containsExactly("metadata.name", "l[1].k", "l[1].k.d", "a");
    assertThat(parsed.duplicates())
        .extracting(RepeatedField::after)
        .containsExactly("metadata.name", "l[1].k", "l[1].k.d", "l[1].k.d");
    assertThat(parsed.tree().path("metadata").path("name").asText()).isEqualTo("y");
    assertThat(parsed.tree().path("a").asInt()).isEqualTo(3);
  }

  @Test
  void objectsGivenTwiceHaveTheMembersOfBoth() {
    JsonNode tree =
        JsonTrees.read("{\"a\":{\"x\":1,\"y\":1},\"a\":{\"y\":2,\"z\":3},\"b\":{},\"b\":1}");

    assertThat(tree).hasToString("{\"a\":{\"x\":1,\"y\":2,\"z\":3},\"b\":1}");
  }

  @Test
  void atMostAHundredAreNamed() {
    String text = "{\"a\":1" + ",\"a\":1".repeat(1_000) + "}";

    assertThat(JsonTrees.parse(text).duplicates()).hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1,]",
        "{\"a\":01}",
        "{} {}",
        "nul",
        "{\"a\":\"\t\"}",
        "NaN",
        "{a:1}"
      })
  void whatIsNotJsonIsRefused(String text) {
    assertThatThrownBy(() -> JsonTrees.read(text)).isInstanceOf(MalformedJsonException.class);
  }

  @Test
  void nestingHasABound() {
    String deep = "[".repeat(JsonTrees.MAX_DEPTH) + "]".repeat(JsonTrees.MAX_DEPTH);

    assertThat(JsonTrees.read(deep).isArray()).isTrue();
    assertThatThrownBy(() -> JsonTrees.read("[" + deep + "]"))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage("Document nesting depth (501) exceeds the maximum allowed (500)");
  }

  @Test
  void numbersHaveABound() {
    assertThatThrownBy(() -> JsonTrees.read("1".repeat(100_000)))
        .isInstanceOf(MalformedJsonException.class);
  }

  @Test
  void textThatIsNotUnicodeIsRepaired() {
    assertThat(JsonTrees.read("\"a\\ud83db\"").textValue()).isEqualTo("a\uFFFDb");
    assertThat(JsonTrees.read("\"\\ud83d\\ude80\"").textValue()).isEqualTo("\uD83D\uDE80");
    byte[] latin = "\"a\u00FFb\"".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(JsonTrees.read(latin).textValue()).isEqualTo("a\uFFFDb");
  }

  @Test
  void numbersKeepTheirValue() {
    assertThat(JsonTrees.write(JsonTrees.read("[12345678901234567890,0.10,1e400]")))
        .isEqualTo("[12345678901234567890,0.10,1E+400]");
  }
}
