package io.listwatch.server.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the reference says of texts that are not JSON; each was sent to it. */
final class JsonProblemTest {
  static Stream<Arguments> broken() {
    return Stream.of(
        Arguments.of("{a: 1}", "invalid character 'a' looking for beginning of object key string"),
        Arguments.of(
            "{'a': 1}", "invalid character '\\'' looking for beginning of object key string"),
        Arguments.of("{\"a\" 1}", "invalid character '1' after object key"),
        Arguments.of("{\"a\":1 \"b\":2}", "invalid character '\"' after object key:value pair"),
        Arguments.of(
            "{\"a\":1,}", "invalid character '}' looking for beginning of object key string"),
        Arguments.of("[1 2]", "invalid character '2' after array element"),
        Arguments.of("[1,]", "invalid character ']' looking for beginning of value"),
        Arguments.of("{\"a\":tru}", "invalid character '}' in literal true (expecting 'e')"),
        Arguments.of("{\"a\":nope}", "invalid character 'o' in literal null (expecting 'u')"),
        Arguments.of("{\"a\":fals }", "invalid character ' ' in literal false (expecting 'e')"),
        Arguments.of("{\"a\":01}", "invalid character '1' after object key:value pair"),
        Arguments.of("{\"a\":-x}", "invalid character 'x' in numeric literal"),
        Arguments.of("{\"a\":1.x}", "invalid character 'x' after decimal point in numeric literal"),
        Arguments.of("{\"a\":1e+}", "invalid character '}' in exponent of numeric literal"),
        Arguments.of("{\"a\":\"\t\"}", "invalid character '\\t' in string literal"),
        Arguments.of("{\"a\":\"\\x\"}", "invalid character 'x' in string escape code"),
        Arguments.of(
            "{\"a\":\"\\u00g0\"}", "invalid character 'g' in \\u hexadecimal character escape"),
        Arguments.of("{} x", "invalid character 'x' after top-level value"),
        Arguments.of("{}{}", "invalid character '{' after top-level value"),
        Arguments.of("kind: ConfigMap", "invalid character 'k' looking for beginning of value"),
        Arguments.of("\u001f", "invalid character '\\x1f' looking for beginning of value"),
        Arguments.of("é", "invalid character 'Ã' looking for beginning of value"),
        Arguments.of("{\"a\":1]", "invalid character ']' after object key:value pair"),
        Arguments.of("[1}", "invalid character '}' after array element"),
        Arguments.of("{\"a\":\\}", "invalid character '\\\\' looking for beginning of value"));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void namesTheByteAndWhatWasLookedFor(String text, String words) {
    assertThatThrownBy(() -> JsonTrees.read(text))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessage(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"a",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "[1,",
        "-",
        "1.",
        "1e",
        "tru",
        "\"\\u00"
      })
  void saysWhenThereShouldBeMore(String text) {
    assertThatThrownBy(() -> JsonTrees.read(text)).hasMessage("unexpected end of JSON input");
  }

  @Test
  void hasNothingToSayOfWhatIsJson() {
    assertThat(JsonProblem.of(" {\"a\": [1, -0.5e+7, \"\\u00e9\\n\", true, false, null, {}, []]} "))
        .isNull();
  }
}
