package io.listwatch.server.registry.custom;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.model.Status.Cause;
import io.listwatch.server.schema.JsonTrees;
import org.junit.jupiter.api.Test;

class RuleChecksTest {
  private static final String GOOD = "{\"type\":\"object\"}";
  private static final String BAD =
      "{\"type\":\"object\",\"x-kubernetes-validations\":[{\"rule\":\"self.nothing\"}]}";

  @Test
  void speaksOfASchemaThatAllVersionsShareAsOfOne() {
    assertThat(RuleChecks.of(versions(BAD, BAD)))
        .extracting(Cause::field)
        .containsExactly("spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule");
  }

  @Test
  void namesTheVersionIfTheyDiffer() {
    assertThat(RuleChecks.of(versions(GOOD, BAD)))
        .extracting(Cause::field)
        .containsExactly(
            "spec.versions[1].schema.openAPIV3Schema.x-kubernetes-validations[0].rule");
  }

  @Test
  void saysNothingOfGoodOnesAndOfNone() {
    assertThat(RuleChecks.of(versions(GOOD))).isEmpty();
    assertThat(RuleChecks.of(versions())).isEmpty();
  }

  private static JsonNode versions(String... schemas) {
    var versions = new StringBuilder("[");
    for (String schema : schemas) {
      versions.append(versions.length() > 1 ? "," : "");
      versions.append("{\"schema\":{\"openAPIV3Schema\":").append(schema).append("}}");
    }
    return JsonTrees.read(versions.append("]").toString());
  }
}
