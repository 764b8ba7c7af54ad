package io.listwatch.objects.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.json.JsonType;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonValueTest {
  private final JsonValue tree =
      JsonTrees.read("{\"a/b\":{\"~\":[10,\"x\"]},\"s\":\"text\",\"n\":null,\"t\":true}");

  @Test
  void scalarHasNoMembersOrItems() {
    JsonValue text = tree.path("s");

    assertThat(text.get("x")).isNull();
    assertThat(text.get(0)).isNull();
    assertThat(text.path("x").path(3)).isSameAs(JsonValue.MISSING);
    assertThat(text).isEmpty();
    assertThat(text.properties()).isEmpty();
    assertThat(text.fieldNames()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/a~1b/~0/0, 10",
    "/a~1b/~0/1, '\"x\"'",
    "/a~1b/~0/2, ''",
    "/a~1b/~0/00, ''",
    "/a~1b/~0/-1, ''",
    "/s/0, ''",
    "/n, null",
    "/nothing/at/all, ''",
  })
  void pointerFindsValue(String pointer, String found) {
    assertThat(tree.at(pointer)).hasToString(found);
  }

  @Test
  void emptyPointerReturnsTheWholeTree() {
    assertThat(tree.at("")).isSameAs(tree);
  }

  @Test
  void asTextReturnsScalarsAsStrings() {
    assertThat(tree.path("s").asText()).isEqualTo("text");
    assertThat(tree.path("n").asText()).isEqualTo("null");
    assertThat(tree.path("t").asText()).isEqualTo("true");
    assertThat(tree.path("a/b").asText()).isEmpty();
    assertThat(tree.path("missing").asText()).isEmpty();
    assertThat(tree.path("n").asText("-")).isEqualTo("-");
    assertThat(tree.path("missing").asText("-")).isEqualTo("-");
    assertThat(tree.path("s").asText("-")).isEqualTo("text");
    assertThatThrownBy(() -> tree.path("t").textValue())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a boolean (expected: a string)");
  }

  @Test
  void missingIsNeitherNullNorAScalar() {
    assertThat(JsonValue.MISSING.isNull()).isFalse();
    assertThat(JsonValue.MISSING.isScalar()).isFalse();
    assertThat(JsonValue.MISSING.type()).isEqualTo(JsonType.NULL);
    assertThat(JsonValue.NULL.isScalar()).isTrue();
    assertThat(JsonValue.NULL).isNotEqualTo(JsonValue.MISSING);
  }

  @ParameterizedTest
  @CsvSource({
    "1, true, true, true",
    "2147483647, true, true, true",
    "2147483648, true, false, true",
    "-9223372036854775808, true, false, true",
    "9223372036854775808, true, false, false",
    "1.0, false, false, false",
    "1e3, false, false, false",
  })
  void distinguishesKindsOfNumbers(String spelled, boolean integer, boolean small, boolean whole) {
    JsonValue number = JsonTrees.read(spelled);

    assertThat(number.isInteger()).isEqualTo(integer);
    assertThat(number.isInt()).isEqualTo(small);
    assertThat(number.isLong()).isEqualTo(whole);
    assertThat(number.decimalValue()).isEqualTo(new BigDecimal(spelled));
    assertThat(number.asText()).isEqualTo(spelled);
  }

  @Test
  void integerZeroHasNoSign() {
    assertThat(JsonTrees.read("[0,-0]")).hasToString("[0,0]");
    assertThat(JsonValue.of(-0.0)).hasToString("-0");
  }

  @Test
  void equalsDistinguishesIntegersFromFractions() {
    assertThat(JsonTrees.read("1")).isEqualTo(JsonValue.of(1)).isEqualTo(JsonValue.of(1.0));
    assertThat(JsonTrees.read("1")).isNotEqualTo(JsonTrees.read("1.0"));
    assertThat(JsonTrees.read("1.0"))
        .isEqualTo(JsonTrees.read("10e-1"))
        .hasSameHashCodeAs(JsonTrees.read("10e-1"));
    assertThat(JsonTrees.read("[{\"a\":1}]").equalsByNumber(JsonTrees.read("[{\"a\":1e0}]")))
        .isTrue();
    assertThat(JsonTrees.read("[{\"a\":1}]").equalsByNumber(JsonTrees.read("[{\"b\":1}]")))
        .isFalse();
    assertThat(JsonTrees.read("[1]").equalsByNumber(JsonTrees.read("[1,1]"))).isFalse();
  }

  @Test
  void truncatesHugeExponentsQuickly() {
    JsonValue huge = JsonTrees.read("1e99999999");

    assertThat(huge.longValue()).isZero();
    assertThat(huge.isInLongRange()).isFalse();
    assertThat(huge.doubleValue()).isInfinite();
    assertThat(huge).isNotEqualTo(JsonTrees.read("2e99999999"));
  }

  @Test
  void parsedStringEqualsCreatedString() {
    JsonValue read = JsonTrees.read("\"caf\u00e9\"");
    JsonValue escaped = JsonTrees.read("\"caf\\u00e9\"");

    assertThat(read).isEqualTo(escaped).isEqualTo(JsonValue.of("caf\u00e9"));
    assertThat(read).hasSameHashCodeAs(escaped);
    assertThat(read).isNotEqualTo(JsonValue.of("cafe"));
  }

  @Test
  void findsValuesByName() {
    JsonValue found =
        JsonTrees.read("{\"x\":{\"x\":1},\"l\":[{\"x\":2},[{\"x\":3}]],\"o\":{\"x\":4}}");

    assertThat(found.findValues("x")).hasToString("[{\"x\":1}, 2, 3, 4]");
  }
}
