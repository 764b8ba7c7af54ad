package io.listwatch.objects.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class FlowTabsTest {
  @Test
  void acceptsTabsInJsonWithATrailingComma() {
    String text = "{\n\t\"a\": [{\n\t\t\"b\": 1,\n\t}],\n}";

    assertThat(YamlText.toJson(text)).isEqualTo("{\"a\":[{\"b\":1}]}");
  }

  @Test
  void keepsTabsInQuotes() {
    assertThat(FlowTabs.replacedIn("{\t'a\t':\t\"\\\"\t\"\t}")).isEqualTo("{ 'a\t': \"\\\"\t\" }");
  }

  @Test
  void rejectsTabsAsBlockIndentation() {
    assertThat(FlowTabs.replacedIn("a:\n\tb: 1")).isEqualTo("a:\n\tb: 1");
    assertThatThrownBy(() -> YamlText.toJson("a:\n\tb: 1"))
        .hasMessageContaining("error converting YAML to JSON: yaml: line 2");
  }
}
