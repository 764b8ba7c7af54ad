package io.listwatch.objects.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scalars without quotes have the values and names that kube-apiserver's YAML library gives them.
 */
final class PlainScalarTest {
  @ParameterizedTest
  @ValueSource(strings = {"y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE"})
  void readsTrue(String text) {
    assertThat(value(text)).isEqualTo("true");
    assertThat(YamlText.toJson(text + ": a")).isEqualTo("{\"true\":\"a\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE"})
  void readsFalse(String text) {
    assertThat(value(text)).isEqualTo("false");
    assertThat(YamlText.toJson(text + ": a")).isEqualTo("{\"false\":\"a\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"~", "null", "Null", "NULL"})
  void readsNullButNotAsAKey(String text) {
    assertThat(value(text)).isEqualTo("null");
    assertThatThrownBy(() -> YamlText.toJson(text + ": a"))
        .isInstanceOf(MalformedYamlException.class)
        .hasMessageContaining("unsupported value");
  }

  @ParameterizedTest
  @CsvSource({
    "0644, 420",
    "0o17, 15",
    "08, 8",
    "0x1F, 31",
    "0X1f, 31",
    "0b11, 3",
    "-0x1, -1",
    "+1, 1",
    "-0, 0",
    "1_000, 1000",
    "1_, 1",
    "12345678901234567890, 12345678901234567890",
  })
  void readsIntegers(String text, String value) {
    assertThat(value(text)).isEqualTo(value);
  }

  /** The data of a ConfigMap may have integers as keys. */
  @ParameterizedTest
  @CsvSource({"0644, 420", "0x1F, 31", "1_000, 1000", "8080, 8080", "'\"017\"', 017"})
  void integerKeysBecomeDecimalNames(String key, String name) {
    assertThat(YamlText.toJson(key + ": a")).isEqualTo("{\"" + name + "\":\"a\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "1., 1",
    "1.0, 1",
    ".5, 0.5",
    "+.5, 0.5",
    "1e3, 1000",
    "1E3, 1000",
    "1.5e+3, 1500",
    "0.10, 0.1",
    "1_0.5, 10.5",
    "100000000000000000000.0, 100000000000000000000"
  })
  void readsFractions(String text, String value) {
    assertThat(value(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yEs",
        "nO",
        "oN",
        "tRue",
        "nUll",
        "1:30",
        "2001-01-01",
        "=",
        "0x",
        "1e",
        "_1",
        "1e400"
      })
  void readsOtherScalarsAsStrings(String text) {
    assertThat(value(text)).isEqualTo('"' + text + '"');
  }

  @ParameterizedTest
  @ValueSource(strings = {".inf", "-.inf", "+.Inf", ".nan", ".NaN"})
  void rejectsNumbersThatJsonDoesNotHave(String text) {
    assertThatThrownBy(() -> value(text)).hasMessageContaining("unsupported value: " + text);
  }

  @Test
  void readsQuotedAndTaggedScalarsAsStrings() {
    assertThat(YamlText.toJson("['yes', \"no\", '0644', !!str on]"))
        .isEqualTo("[\"yes\",\"no\",\"0644\",\"on\"]");
  }

  @Test
  void findsKeysThatAreEqualAfterParsing() {
    assertThat(YamlText.convert("yes: 1\non: 2\n").repeated()).hasSize(1);
  }

  private static String value(String text) {
    String json = YamlText.toJson("a: " + text + "\n");
    return json.substring("{\"a\":".length(), json.length() - 1);
  }
}
