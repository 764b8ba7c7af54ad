package io.listwatch.objects.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonTreesTest {
  @Test
  void reportsDuplicateMembersAndKeepsTheLast() {
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
  void mergesDuplicateObjects() {
    JsonValue tree =
        JsonTrees.read("{\"a\":{\"x\":1,\"y\":1},\"a\":{\"y\":2,\"z\":3},\"b\":{},\"b\":1}");

    assertThat(tree).hasToString("{\"a\":{\"x\":1,\"y\":2,\"z\":3},\"b\":1}");
  }

  @Test
  void reportsAtMostAHundredDuplicates() {
    String text = "{\"a\":1" + ",\"a\":1".repeat(1_000) + "}";

    assertThat(JsonTrees.parse(text).duplicates()).hasSize(100);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | unexpected end of JSON input",
        "` ` | unexpected end of JSON input",
        "{ | unexpected end of JSON input",
        "{\"a\" | unexpected end of JSON input",
        "{\"a\":1 | unexpected end of JSON input",
        "[1, | unexpected end of JSON input",
        "\"a\\ | unexpected end of JSON input",
        "nul | unexpected end of JSON input",
        "-1.5e | unexpected end of JSON input",
        "[1,] | invalid character ']' looking for beginning of value",
        "kind: Pod | invalid character 'k' looking for beginning of value",
        "'a' | invalid character '\\'' looking for beginning of value",
        "NaN | invalid character 'N' looking for beginning of value",
        "{a:1} | invalid character 'a' looking for beginning of object key string",
        "{\"a\":1,} | invalid character '}' looking for beginning of object key string",
        "{\"a\" 1} | invalid character '1' after object key",
        "{\"a\":01} | invalid character '1' after object key:value pair",
        "{\"a\":1 \"b\":2} | invalid character '\"' after object key:value pair",
        "[{} [] ] | invalid character '[' after array element",
        "[[],{\"a\":[0.0e+1 2]}] | invalid character '2' after array element",
        "{} {} | invalid character '{' after top-level value",
        "null trailing | invalid character 't' after top-level value",
        "{\"a\":\"\t\"} | invalid character '\\t' in string literal",
        "\"\\x\" | invalid character 'x' in string escape code",
        "\"\\u00g0\" | invalid character 'g' in \\u hexadecimal character escape",
        "tru1 | invalid character '1' in literal true (expecting 'e')",
        "nul\0l | invalid character '\\x00' in literal null (expecting 'l')",
        "-a | invalid character 'a' in numeric literal",
        "1.e | invalid character 'e' after decimal point in numeric literal",
        "1e+a | invalid character 'a' in exponent of numeric literal",
        "\uFEFF{} | invalid character '\u00EF' looking for beginning of value",
      })
  void rejectsMalformedJsonWithGosMessage(String text, String message) {
    assertThatThrownBy(() -> JsonTrees.read(text))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage(message);
  }

  @Test
  void showsMalformedBytesLikeGo() {
    assertThatThrownBy(() -> JsonTrees.read(new byte[] {(byte) 0xff, (byte) 0xfe}))
        .hasMessage("invalid character '\u00FF' looking for beginning of value");
    assertThatThrownBy(() -> JsonTrees.read(new byte[] {(byte) 0x80}))
        .hasMessage("invalid character '\\u0080' looking for beginning of value");
  }

  @Test
  void limitsNesting() {
    String deep = "[".repeat(JsonTrees.MAX_DEPTH) + "]".repeat(JsonTrees.MAX_DEPTH);

    assertThat(JsonTrees.read(deep).isArray()).isTrue();
    assertThatThrownBy(() -> JsonTrees.read("[" + deep + "]"))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage("nested deeper than 500 levels");
  }

  @Test
  void limitsValuesOfDocumentsFromOutside() {
    String most = "[" + "{},".repeat(JsonTrees.MAX_VALUES - 2) + "{}]";
    String more = "[0," + most.substring(1);

    assertThat(JsonTrees.parse(most).values()).isEqualTo(JsonTrees.MAX_VALUES);
    assertThat(JsonTrees.parse(most).tree()).hasSize(JsonTrees.MAX_VALUES - 1);
    assertThatThrownBy(() -> JsonTrees.parse(more))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage("more than 200000 values");
    assertThat(JsonTrees.read(more)).as("a stored object").hasSize(JsonTrees.MAX_VALUES);
  }

  @Test
  void limitsTheLengthOfNumbers() {
    assertThatThrownBy(() -> JsonTrees.read("1".repeat(401)))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage("a number longer than 400 characters");
    assertThatThrownBy(() -> JsonTrees.read("1e1234567890"))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage("a number with too large an exponent");
  }

  @Test
  void repairsMalformedUnicode() {
    assertThat(JsonTrees.read("\"a\\ud83db\"").textValue()).isEqualTo("a\uFFFDb");
    assertThat(JsonTrees.read("\"\\ud83d\\ude80\"").textValue()).isEqualTo("\uD83D\uDE80");
    byte[] latin = "\"a\u00FFb\"".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(JsonTrees.read(latin).textValue()).isEqualTo("a\uFFFDb");
    assertThat(JsonTrees.read("[\"\uD83D\",\"\\\\ud83d\",\"\\ude80\\ud83d\\ude80\"]"))
        .extracting(JsonValue::textValue)
        .containsExactly("\uFFFD", "\\ud83d", "\uFFFD\uD83D\uDE80");
  }

  @Test
  void numbersKeepTheirExactSpelling() {
    assertThat(JsonTrees.write(JsonTrees.read("[12345678901234567890,0.10,1e400]")))
        .isEqualTo("[12345678901234567890,0.10,1e400]");
  }
}
