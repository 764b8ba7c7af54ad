package io.listwatch.objects.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.List;
import java.util.StringJoiner;
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
    assertThat(causes(versions(BAD, BAD), NEW))
        .extracting(Cause::field)
        .containsExactly("spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule");
  }

  @Test
  void reportsTheVersionIfSchemasDiffer() {
    assertThat(causes(versions(GOOD, BAD), NEW))
        .extracting(Cause::field)
        .containsExactly(
            "spec.versions[1].schema.openAPIV3Schema.x-kubernetes-validations[0].rule");
  }

  @Test
  void acceptsValidRulesAndNoRules() {
    assertThat(causes(versions(GOOD), NEW)).isEmpty();
    assertThat(causes(versions(), NEW)).isEmpty();
  }

  @Test
  void rejectsExpensiveRuleOnlyInNewSchema() {
    assertThat(causes(versions(EXPENSIVE), NEW)).hasSize(1);
    assertThat(causes(versions(EXPENSIVE), versions(GOOD))).hasSize(1);
    assertThat(causes(versions(EXPENSIVE), versions(EXPENSIVE))).isEmpty();
    assertThat(causes(versions(EXPENSIVE, GOOD), versions(EXPENSIVE))).isEmpty();
    assertThat(causes(versions(GOOD, EXPENSIVE), versions(EXPENSIVE))).hasSize(1);
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

    assertThat(causes(versions(schema.formatted(0)), NEW)).isEmpty();
    assertThat(causes(versions(schema.formatted(1)), NEW))
        .containsExactly(
            new Cause("FieldValueInvalid", "Invalid value: 1: failed rule: self > 1", path));
  }

  /** Each version alone is within the limit. */
  @Test
  void limitsThePatternsOfAllVersionsTogether() {
    String schema =
        """
        {"type":"object","properties":{"%s":{"type":"string","maxLength":9,
        "x-kubernetes-validations":[{"rule":"%s"}]}}}\
        """;
    var matches = new StringJoiner(" || ");
    for (int i = 0; i < 12; i++) {
      matches.add("self.matches('%d%s')".formatted(i, "x{1000}".repeat(99)));
    }

    String one = schema.formatted("a", matches);
    String other = schema.formatted("b", matches);

    assertThat(causes(versions(one), NEW)).isEmpty();
    assertThat(causes(versions(one, other), NEW))
        .singleElement()
        .satisfies(
            cause -> {
              assertThat(cause.field()).startsWith("spec.versions[1].schema.openAPIV3Schema");
              assertThat(cause.message()).contains(PatternBudget.EXCEEDED);
            });
  }

  @Test
  void rejectsFunctionReverse() {
    String schema =
        """
        {"type":"object","properties":{"a":{"type":"string","maxLength":9,
        "x-kubernetes-validations":[{"rule":"self.reverse() == self"}]}}}\
        """;

    assertThat(causes(versions(schema), NEW))
        .singleElement()
        .extracting(Cause::message)
        .asString()
        .contains("found no matching overload for 'reverse' applied to 'string.()'");
  }

  private static List<Cause> causes(JsonValue versions, JsonValue oldVersions) {
    return RuleChecks.of(versions, oldVersions, PatternBudget.ofDefinition());
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
