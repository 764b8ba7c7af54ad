package io.listwatch.objects.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import org.junit.jupiter.api.Test;

class RuleChecksTest {
  private static final String GOOD = "{\"type\":\"object\"}";
  private static final String BAD =
      "{\"type\":\"object\",\"x-kubernetes-validations\":[{\"rule\":\"self.nothing\"}]}";

  private static final JsonValue NEW = JsonValue.MISSING;

  /** Costs twice the limit of one rule. */
  private static final String EXPENSIVE =
      """
      {"type":"object","properties":{"a":{"type":"array","maxItems":2000,"items":{"type":"integer"},
      "x-kubernetes-validations":[{"rule":"self.all(x, self.all(y, x == y))"}]}}}\
      """;

  @Test
  void reportsSharedSchemaOnce() {
    assertThat(RuleChecks.of(versions(BAD, BAD), NEW))
        .extracting(Cause::field)
        .containsExactly("spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule");
  }

  @Test
  void reportsTheVersionIfSchemasDiffer() {
    assertThat(RuleChecks.of(versions(GOOD, BAD), NEW))
        .extracting(Cause::field)
        .containsExactly(
            "spec.versions[1].schema.openAPIV3Schema.x-kubernetes-validations[0].rule");
  }

  @Test
  void acceptsValidRulesAndNoRules() {
    assertThat(RuleChecks.of(versions(GOOD), NEW)).isEmpty();
    assertThat(RuleChecks.of(versions(), NEW)).isEmpty();
  }

  @Test
  void rejectsExpensiveRuleOnlyInNewSchema() {
    assertThat(RuleChecks.of(versions(EXPENSIVE), NEW)).hasSize(1);
    assertThat(RuleChecks.of(versions(EXPENSIVE), versions(GOOD))).hasSize(1);
    assertThat(RuleChecks.of(versions(EXPENSIVE), versions(EXPENSIVE))).isEmpty();
    assertThat(RuleChecks.of(versions(EXPENSIVE, GOOD), versions(EXPENSIVE))).isEmpty();
    assertThat(RuleChecks.of(versions(GOOD, EXPENSIVE), versions(EXPENSIVE))).hasSize(1);
  }

  @Test
  void rejectsDefaultThatViolatesARule() {
    String schema =
        """
        {"type":"object","properties":{"a":{"type":"array","maxItems":9,"items":{
        "type":"object","default":{"b":1},"properties":{"b":{"type":"integer",
        "x-kubernetes-validations":[{"rule":"self > %d"}]}}}}}}\
        """;
    String path = "spec.validation.openAPIV3Schema.properties[a].items.default.b";

    assertThat(RuleChecks.of(versions(schema.formatted(0)), NEW)).isEmpty();
    assertThat(RuleChecks.of(versions(schema.formatted(1)), NEW))
        .containsExactly(
            new Cause("FieldValueInvalid", "Invalid value: 1: failed rule: self > 1", path));
  }

  @Test
  void reverseIsNotAvailable() {
    String schema =
        """
        {"type":"object","properties":{"a":{"type":"string","maxLength":9,
        "x-kubernetes-validations":[{"rule":"self.reverse() == self"}]}}}\
        """;

    assertThat(RuleChecks.of(versions(schema), NEW))
        .singleElement()
        .extracting(Cause::message)
        .asString()
        .contains("found no matching overload for 'reverse' applied to 'string.()'");
  }

  private static JsonValue versions(String... schemas) {
    var versions = new StringBuilder("[");
    for (int i = 0; i < schemas.length; i++) {
      versions.append(i > 0 ? "," : "");
      versions.append("{\"name\":\"v%d\",".formatted(i + 1));
      versions.append("\"schema\":{\"openAPIV3Schema\":").append(schemas[i]).append("}}");
    }
    return JsonTrees.read(versions.append("]").toString());
  }
}
