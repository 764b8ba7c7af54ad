package io.listwatch.server.auth.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BootstrapPolicyTest {
  @Test
  void hasAsManyObjectsAsKubeApiserverCreates() {
    List<String> kinds =
        BootstrapPolicy.load().stream().map(each -> each.path("kind").asText()).toList();

    assertThat(kinds).filteredOn("ClusterRole"::equals).hasSize(69);
    assertThat(kinds).filteredOn("ClusterRoleBinding"::equals).hasSize(50);
    assertThat(kinds).filteredOn("Role"::equals).hasSize(7);
    assertThat(kinds).filteredOn("RoleBinding"::equals).hasSize(7);
  }

  @Test
  void readsRulesLabelsAndSelectors() {
    assertThat(find("ClusterRole", "view").toString())
        .isEqualTo(
            """
            {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"view",\
            "labels":{"kubernetes.io/bootstrapping":"rbac-defaults",\
            "rbac.authorization.k8s.io/aggregate-to-edit":"true"},\
            "annotations":{"rbac.authorization.kubernetes.io/autoupdate":"true"}},\
            "aggregationRule":{"clusterRoleSelectors":[{"matchLabels":\
            {"rbac.authorization.k8s.io/aggregate-to-view":"true"}}]}}\
            """);
    assertThat(find("ClusterRole", "cluster-admin").path("rules").toString())
        .isEqualTo(
            """
            [{"apiGroups":["*"],"resources":["*"],"verbs":["*"]},\
            {"nonResourceURLs":["*"],"verbs":["*"]}]\
            """);
    assertThat(find("Role", "extension-apiserver-authentication-reader").path("rules").toString())
        .isEqualTo(
            """
            [{"apiGroups":[""],"resourceNames":["extension-apiserver-authentication"],\
            "resources":["configmaps"],"verbs":["get","list","watch"]}]\
            """);
  }

  @Test
  void readsSubjects() {
    assertThat(find("ClusterRoleBinding", "cluster-admin").path("subjects").toString())
        .isEqualTo(
            """
            [{"kind":"Group","apiGroup":"rbac.authorization.k8s.io","name":"system:masters"}]\
            """);
    assertThat(
            find("ClusterRoleBinding", "system:controller:job-controller")
                .path("subjects")
                .toString())
        .isEqualTo(
            "[{\"kind\":\"ServiceAccount\",\"name\":\"job-controller\",\"namespace\":\"kube-system\"}]");
  }

  @Test
  void unchangedObjectNeedsNoUpdate() {
    for (JsonObject each : BootstrapPolicy.load()) {
      assertThat(BootstrapUpdate.of(each, each.deepCopy())).isEmpty();
    }
  }

  @Test
  void updateAddsMissingRulesAndKeepsAddedOnes() {
    JsonObject expected = find("ClusterRole", "system:basic-user");
    JsonObject existing = expected.deepCopy();
    JsonArray rules = new JsonArray();
    rules.add(
        JsonTrees.read("{\"verbs\":[\"get\"],\"apiGroups\":[\"\"],\"resources\":[\"pods\"]}"));
    existing.set("rules", rules);

    JsonObject updated = BootstrapUpdate.of(expected, existing).orElseThrow();

    List<PolicyRule> now = PolicyRule.listOf(updated.path("rules"));
    assertThat(now.get(0).resources()).containsExactly("pods");
    assertThat(
            PolicyRule.listOf(expected.path("rules")).stream()
                .flatMap(each -> each.parts().stream()))
        .allMatch(part -> now.stream().anyMatch(rule -> rule.covers(part)));
    assertThat(BootstrapUpdate.of(expected, updated)).isEmpty();
  }

  @Test
  void updateAddsMissingSubjects() {
    JsonObject expected = find("ClusterRoleBinding", "system:basic-user");
    JsonObject existing = expected.deepCopy();
    existing.remove("subjects");

    assertThat(BootstrapUpdate.of(expected, existing).orElseThrow().path("subjects"))
        .isEqualTo(expected.path("subjects"));
  }

  @Test
  void objectThatOptsOutIsNotUpdated() {
    JsonObject expected = find("ClusterRole", "system:basic-user");
    JsonObject existing = expected.deepCopy();
    existing.remove("rules");
    ((JsonObject) existing.at("/metadata/annotations"))
        .put("rbac.authorization.kubernetes.io/autoupdate", "false");

    assertThat(BootstrapUpdate.of(expected, existing)).isEmpty();
  }

  private static JsonObject find(String kind, String name) {
    return BootstrapPolicy.load().stream()
        .filter(each -> each.path("kind").asText().equals(kind))
        .filter(each -> each.at("/metadata/name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
