package io.listwatch.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BehaviorRulesTest {
  private static final BehaviorRules RULES =
      BehaviorRules.parse(
          """
          # the first rule that matches decides
          - namespace: shop
            selector: app=web,tier!=cache
            behavior: ready-after=30s
          - selector: app in (web, api)
            behavior: crash-loop
          - namespace: shop
            behavior: never-ready
          """);

  @ParameterizedTest
  @CsvSource({
    "shop, web, front, ready-after=30s",
    "shop, web, cache, crash-loop",
    "other, api, '', crash-loop",
    "shop, other, '', never-ready",
    "other, other, '', ''"
  })
  void firstRuleThatMatchesDecides(String namespace, String app, String tier, String behavior) {
    Map<String, Object> pod =
        Map.of(
            "metadata", Map.of("namespace", namespace, "labels", Map.of("app", app, "tier", tier)));

    assertThat(RULES.apply(pod)).isEqualTo(behavior);
  }

  @Test
  void podWithoutLabelsMatchesRuleWithoutSelector() {
    assertThat(RULES.apply(Map.of("metadata", Map.of("namespace", "shop"))))
        .isEqualTo("never-ready");
    assertThat(BehaviorRules.parse("").apply(Map.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          - behavior: redy                          | line 1: behavior: redy (expected: ready,
          - behavior: ready;- namespace: a          | line 2: behavior:  (expected: ready,
          - behavior: ready;;- behavior: ready;  selector: '=' | line 4: selector:
          - behavior: ready;  selctor: app=web      | line 2: selctor: (expected: namespace, selector or behavior
          - behavior: ready;  selector: {app: web}  | line 2: selector: (expected:
          behavior: ready                           | line 1: the file is no list
          - ready                                   | line 1: the rule is no object
          - behavior: ready;  behavior: [           | line 2: error converting YAML to JSON
          """)
  void malformedRuleIsReportedWithItsLine(String yaml, String message) {
    assertThatThrownBy(() -> BehaviorRules.parse(yaml.replace(';', '\n')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
