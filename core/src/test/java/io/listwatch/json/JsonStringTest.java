package io.listwatch.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonStringTest {
  @Test
  void escapesNonAsciiAndSpecialCharacters() {
    assertThat(JsonString.quote("a \"b\" \\ é\n\u007f"))
        .isEqualTo("\"a \\\"b\\\" \\\\ \\u00e9\\u000a\\u007f\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "\"", "\\", "\u0000\u001f ~\u007f", "größe €", "😀"})
  void roundTripsThroughTheCursor(String text) {
    assertThat(new JsonCursor(JsonString.quote(text).getBytes(UTF_8)).string()).isEqualTo(text);
  }
}
