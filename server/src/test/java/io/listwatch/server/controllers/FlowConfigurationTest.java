package io.listwatch.server.controllers;

import static io.listwatch.server.controllers.ServerFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.fairness.BootstrapObjects;
import io.listwatch.server.fairness.BootstrapObjects.Kind;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FlowConfigurationTest {
  private static final String SCHEMAS = "flowschemas.flowcontrol.apiserver.k8s.io";
  private static final String LEVELS = "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io";

  /** A cluster in which an external kube-controller-manager runs the controllers. */
  private final ServerFixture fixture =
      new ServerFixture(
          new ControllerSettings(
              Set.of(BuiltInController.CLUSTER_DEFAULTS), false, "", false, false, Set.of()));

  @AfterAll
  void close() {
    fixture.close();
  }

  @Test
  void createsBootstrapObjects() {
    for (String name : BootstrapObjects.names(Kind.PRIORITY_LEVEL)) {
      soon().untilAsserted(() -> assertThat(fixture.exists(LEVELS, null, name)).isTrue());
    }
    for (String name : BootstrapObjects.names(Kind.FLOW_SCHEMA)) {
      soon().untilAsserted(() -> assertThat(dangling(name)).isEqualTo("False Found"));
    }
    JsonValue created = fixture.get(SCHEMAS, null, "global-default");
    assertThat(created.at("/metadata/managedFields/1/manager").asText())
        .isEqualTo("api-priority-and-fairness-config-producer-v1");
    assertThat(created.at("/metadata/managedFields/0/manager").asText())
        .isEqualTo("api-priority-and-fairness-config-consumer-v1");
  }

  @Test
  void danglingConditionShowsWhetherTheLevelExists() {
    fixture.create(
        SCHEMAS,
        null,
        """
        {"metadata": {"name": "lonely"}, "spec": {"priorityLevelConfiguration": {"name": "later"},
         "matchingPrecedence": 5000}}\
        """);
    soon().untilAsserted(() -> assertThat(dangling("lonely")).isEqualTo("True NotFound"));

    fixture.create(
        LEVELS,
        null,
        """
        {"metadata": {"name": "later"}, "spec": {"type": "Limited", "limited": {
         "nominalConcurrencyShares": 1, "limitResponse": {"type": "Reject"}}}}\
        """);

    soon().untilAsserted(() -> assertThat(dangling("lonely")).isEqualTo("False Found"));
  }

  private String dangling(String name) {
    JsonValue condition =
        fixture.find(SCHEMAS, null, name).orElseThrow().at("/status/conditions/0");
    return condition.path("status").asText() + " " + condition.path("reason").asText();
  }

  @ParameterizedTest
  @CsvSource({
    // annotation, generation, mandatory, spec is restored, annotation afterwards
    "true, 3, false, true, true",
    "false, 3, false, false, false",
    "'', 1, false, true, true",
    "'', 3, false, false, false",
    "nonsense, 1, false, true, true",
    "false, 3, true, true, true"
  })
  void autoupdateAnnotationControlsUpdates(
      String annotation, int generation, boolean mandatory, boolean restored, String afterwards) {
    JsonObject wanted = BootstrapObjects.objects(Kind.PRIORITY_LEVEL, false).get(0);
    JsonObject current = wanted.deepCopy();
    ((JsonObject) current.at("/spec/limited")).put("nominalConcurrencyShares", 7);
    JsonObject metadata = (JsonObject) current.path("metadata");
    metadata.put("generation", generation);
    ((JsonObject) metadata.path("annotations")).put(BootstrapObjects.AUTO_UPDATE, annotation);

    boolean revised = BootstrapMaintenance.revise(current, wanted, mandatory);

    assertThat(revised).isEqualTo(restored || !annotation.equals(afterwards));
    assertThat(current.path("spec").equals(wanted.path("spec"))).isEqualTo(restored);
    assertThat(metadata.path("annotations").path(BootstrapObjects.AUTO_UPDATE).asText())
        .isEqualTo(afterwards);
  }

  @Test
  void administratorsMayChangeTheSeatsOfTheExemptLevel() {
    JsonObject wanted = BootstrapObjects.objects(Kind.PRIORITY_LEVEL, true).get(1);
    JsonObject current = wanted.deepCopy();
    current.set(
        "spec",
        JsonTrees.read(
            """
            {"type": "Exempt", "exempt": {"nominalConcurrencyShares": 5, "lendablePercent": 50}}\
            """));

    assertThat(BootstrapMaintenance.revise(current, wanted, true)).isFalse();
  }
}
