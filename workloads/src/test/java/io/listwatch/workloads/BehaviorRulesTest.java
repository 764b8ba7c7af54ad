package io.listwatch.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
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

  @ParameterizedTest
  @CsvSource({
    "web:1, web:1, true",
    "web:1, web:10, false",
    "*:broken, shop/web:broken, true",
    "*:broken, shop/web:broken2, false",
    "shop/*, shop/web:1, true",
    "shop/*:1, shop/web:1, true",
    "a*b*a, abba, true",
    "aba*aba, aba, false",
    "*a*b*, xbxa, false",
    "*, anything, true"
  })
  void imageMayHaveWildcards(String image, String of, boolean matches) {
    BehaviorRules rules =
        BehaviorRules.parse("- {image: \"%s\", behavior: never-starts}".formatted(image));
    Map<String, Object> pod =
        Map.of("spec", Map.of("containers", List.of(Map.of("image", "x"), Map.of("image", of))));

    assertThat(rules.apply(pod)).isEqualTo(matches ? "never-starts" : "");
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
          - behavior: ready;  selctor: app=web      | line 2: selctor: (expected: namespace, selector, image or behavior
          - behavior: ready;  selector: {app: web}  | line 2: selector: (expected:
          behavior: ready                           | line 1: the file is not a list
          - ready                                   | line 1: the rule is not an object
          - behavior: ready;  behavior: [           | line 2: error converting YAML to JSON
          """)
  void malformedRuleIsReportedWithItsLine(String yaml, String message) {
    assertThatThrownBy(() -> BehaviorRules.parse(yaml.replace(';', '\n')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
