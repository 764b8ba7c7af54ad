package io.listwatch.server.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class YamlTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: 1\n---\na: 2\n",
        "---\na: 1\n---\na: 2\n",
        "# first\n---\na: 1\n...\n---\na: 2\n",
        "a: 1\n---\n{{{ not read"
      })
  void theFirstOfSeveralDocumentsCounts(String yaml) {
    assertThat(YamlText.toJson(yaml)).isEqualTo("{\"a\":1}");
  }
}
