package io.listwatch.objects.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.MalformedJsonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PathElementTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "f:name",
        "f:",
        "k:{}",
        "k:{\"name\":\"main\"}",
        "k:{\"containerPort\":80,\"protocol\":\"TCP\"}",
        "k:{\"a\":-7,\"b\":true,\"c\":false,\"d\":null,\"e\":{\"f\":[1]}}",
        "k:{\"a\":\"\\u003c\\\"é\"}",
        "k:{\"a\":123456789012345678901234567890}",
        "v:\"\"",
        "v:0",
        "v:1.5",
        "i:0"
      })
  void canonicalElementRoundTrips(String text) {
    assertThat(PathElement.parseCanonical(text)).isEqualTo(PathElement.parse(text));
    assertThat(PathElement.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "k:{\"b\":1,\"a\":2} | k:{\"a\":2,\"b\":1}",
        "k:{\"a\":1,\"a\":2} | k:{\"a\":2}",
        "k:{\"a\": 1} | k:{\"a\":1}",
        "v:\"<\" | v:\"\\u003c\"",
        "v:\"\\u0061\" | v:\"a\"",
        "v:-0 | v:0",
        "i:+01 | i:1"
      })
  void normalizesOtherSpellings(String text, String canonical) {
    assertThat(PathElement.parseCanonical(text)).isNull();
    assertThat(PathElement.parse(text)).hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(strings = {"k:{\"a\":01}", "k:{\"a\":1,}", "k:{\"a\":1", "v:", "v:truex", "v:1 2"})
  void rejectsMalformedJson(String text) {
    assertThatThrownBy(() -> PathElement.parse(text)).isInstanceOf(MalformedJsonException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "f", "x:a", "fa:", "k:1", "i:x"})
  void rejectsMalformedElement(String text) {
    assertThatThrownBy(() -> PathElement.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void equalNumbersAreOneField() {
    FieldSet decimal = FieldSet.parse(JsonTrees.read("{\"v:1.0\":{}}"));
    FieldSet whole = FieldSet.parse(JsonTrees.read("{\"v:1\":{}}"));

    assertThat(decimal.minus(whole).isEmpty()).isTrue();
    assertThat(decimal.union(whole)).hasToString("{\"v:1.0\":{}}");
    assertThat(decimal).isEqualTo(whole).hasSameHashCodeAs(whole);
  }
}
