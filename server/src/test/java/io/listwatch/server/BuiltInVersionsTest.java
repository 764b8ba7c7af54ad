package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Field ownership of built-in kinds that are served in two versions, with managers in each of them.
 */
final class BuiltInVersionsTest {
  private static final String V1 =
      "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
  private static final String V2 =
      "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
  private static final String OLD_EVENTS = "/api/v1/namespaces/default/events";
  private static final String NEW_EVENTS = "/apis/events.k8s.io/v1/namespaces/default/events";

  private final OpenServer server = new OpenServer();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void autoscalerWithoutMetricsDefaultsToCpuUtilization() {
    String sent =
        """
        {"metadata":{"name":"a"},"spec":{"maxReplicas":3,
         "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"d"}}}
        """;

    JsonValue tried = server.send("POST", V1 + "?dryRun=All", sent);
    JsonValue made = server.send("POST", V1, sent);

    assertThat(tried.at("/spec/targetCPUUtilizationPercentage").asInt()).isEqualTo(80);
    assertThat(made.at("/spec/targetCPUUtilizationPercentage").asInt()).isEqualTo(80);
    assertThat(made.at("/metadata/managedFields").toString()).doesNotContain("targetCPU");
  }

  @Test
  void applyInNewVersionConflictsWithOwnerInOldVersion() {
    applyOld("first", 50);

    JsonValue conflict = applyNew("second", 70, false);
    assertThat(conflict.path("reason").asText()).isEqualTo("Conflict");
    assertThat(conflict.at("/details/causes/0/field").asText())
        .isEqualTo(".spec.targetCPUUtilizationPercentage");

    assertThat(managers(applyNew("second", 50, false)))
        .containsExactlyInAnyOrder("first autoscaling/v1", "second autoscaling/v2");
    JsonValue forced = applyNew("second", 70, true);
    assertThat(forced.at("/spec/metrics/0/resource/target/averageUtilization").asInt())
        .isEqualTo(70);
    assertThat(forced.at("/metadata/managedFields").toString()).doesNotContain("targetCPU");
  }

  private JsonValue applyOld(String manager, int use) {
    return apply(
        V1 + "/a?fieldManager=" + manager,
        """
        {"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","metadata":{"name":"a"},
         "spec":{"maxReplicas":3,"targetCPUUtilizationPercentage":%d,
          "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"d"}}}
        """
            .formatted(use));
  }

  private JsonValue applyNew(String manager, int use, boolean force) {
    return apply(
        V2 + "/a?fieldManager=" + manager + "&force=" + force,
        """
        {"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{"name":"a"},
         "spec":{"metrics":[{"type":"Resource","resource":{"name":"cpu",
          "target":{"type":"Utilization","averageUtilization":%d}}}]}}
        """
            .formatted(use));
  }

  @Test
  void managerThatChangesVersionHasOneEntry() {
    applyOld("one", 50);

    JsonValue applied = applyNew("one", 60, false);

    assertThat(managers(applied)).containsExactly("one autoscaling/v2");
  }

  @Test
  void eventFieldsHaveTheSameOwnersInBothGroups() {
    server.send(
        "POST",
        OLD_EVENTS + "?fieldManager=first",
        """
        {"metadata":{"name":"e","namespace":"default"},"reason":"R","type":"Normal","message":"m",
         "involvedObject":{"kind":"Pod","name":"p","namespace":"default"}}
        """);
    String intent =
        """
        {"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"e"},"note":"other"}
        """;

    JsonValue conflict = apply(NEW_EVENTS + "/e?fieldManager=second", intent);
    assertThat(conflict.at("/details/causes/0/field").asText()).isEqualTo(".message");

    String agreed = intent.replace("other", "m");
    JsonValue shared = apply(NEW_EVENTS + "/e?fieldManager=second", agreed);
    assertThat(managers(shared)).containsExactlyInAnyOrder("first v1", "second events.k8s.io/v1");
  }

  private JsonValue apply(String path, String intent) {
    return JsonTrees.read(server.patch("apply-patch+yaml", path, intent).body());
  }

  private static List<String> managers(JsonValue object) {
    var managers = new ArrayList<String>();
    for (JsonValue each : object.at("/metadata/managedFields")) {
      managers.add(each.path("manager").asText() + " " + each.path("apiVersion").asText());
    }
    return managers;
  }
}
