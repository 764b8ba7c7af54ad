package io.listwatch.objects.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.objects.json.JsonTrees;
import org.junit.jupiter.api.Test;
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
  void convertsTheFirstDocument(String yaml) {
    assertThat(YamlText.toJson(yaml)).isEqualTo("{\"a\":1}");
  }

  @Test
  void limitsNestingLikeJson() {
    String deepest = "[".repeat(JsonTrees.MAX_DEPTH) + "]".repeat(JsonTrees.MAX_DEPTH);

    assertThat(YamlText.toJson(deepest)).isEqualTo(deepest);
    assertThatThrownBy(() -> YamlText.toJson("\n[" + deepest + "]"))
        .hasMessageContaining(
            "error converting YAML to JSON: yaml: line 2: exceeded max depth of 500");
  }

  /** The last character would be rejected if it were read. */
  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- "})
  void stopsReadingAtTheLimitOfDepth(String level) {
    String yaml = level.repeat(10_000) + "\0";

    assertThatThrownBy(() -> YamlText.toJson(yaml)).hasMessageContaining("exceeded max depth");
  }

  @Test
  void limitsTheNumberOfValues() {
    String most = "- a: {}\n".repeat(JsonTrees.MAX_VALUES / 2 - 1);

    assertThat(YamlText.toJson(most)).startsWith("[{\"a\":{}},");
    assertThatThrownBy(() -> YamlText.toJson(most + "- a: {}\n"))
        .hasMessageContaining("line 100000: exceeded max number of values of 200000");
  }
}
