package io.listwatch.server.auth.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.auth.UserInfo;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The messages are those of kube-apiserver 1.36. */
final class EscalationCheckTest {
  private static final UserInfo ALICE =
      new UserInfo("alice", "", List.of("dev", "qa", "system:authenticated"));

  private static final String PROBLEM =
      "user \"alice\" (groups=[\"dev\" \"qa\" \"system:authenticated\"]) is attempting to grant"
          + " RBAC permissions not currently held:\n";

  private final RbacPolicy policy = new RbacPolicy();
  private final EscalationCheck check = new EscalationCheck(policy);

  @BeforeEach
  void aliceGetsConfigMaps() {
    policy.put(
        new RoleKey(null, "own"),
        PolicyRule.listOf(
            JsonTrees.read(
                """
                [
                  {"verbs": ["get"], "apiGroups": [""], "resources": ["configmaps", "*/scale"]},
                  {"verbs": ["get"], "nonResourceURLs": ["/logs/*"]}
                ]\
                """)));
    policy.put(
        RoleBinding.of(
            ResourceKey.of("team", "own"),
            JsonTrees.read(
                """
                {
                  "roleRef": {"kind": "ClusterRole", "name": "own"},
                  "subjects": [{"kind": "User", "name": "alice"}]
                }\
                """)));
  }

  @Test
  void allowsPermissionsThatTheUserHolds() {
    assertThat(problem(rule("get", "configmaps"))).isEmpty();
    assertThat(problem(rule("get", "deployments/scale"))).isEmpty();
    assertThat(problem("{\"verbs\": [\"get\"], \"nonResourceURLs\": [\"/logs/a\"]}")).isEmpty();
    assertThat(problem("")).isEmpty();
  }

  @Test
  void namesOnlyTheMissingPermissions() {
    assertThat(
            problem(
                """
                {"verbs": ["get", "delete"], "apiGroups": [""], "resources": ["configmaps"]}\
                """))
        .isEqualTo(PROBLEM + "{APIGroups:[\"\"], Resources:[\"configmaps\"], Verbs:[\"delete\"]}");
  }

  @Test
  void joinsVerbsOfOneResourceAndSortsTheRest() {
    assertThat(
            problem(
                """
                {"verbs": ["get", "list"], "apiGroups": [""], "resources": ["secrets", "pods"]},
                {"verbs": ["*"], "apiGroups": ["apps"], "resources": ["deployments"]}\
                """))
        .isEqualTo(
            PROBLEM
                + "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\" \"list\"]}\n"
                + "{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\" \"list\"]}\n"
                + "{APIGroups:[\"apps\"], Resources:[\"deployments\"], Verbs:[\"*\"]}");
  }

  @Test
  void errorHasOneRuleForEachMissingName() {
    assertThat(
            problem(
                """
                {"verbs": ["get"], "apiGroups": [""], "resources": ["configmaps"],
                 "resourceNames": ["x"]},
                {"verbs": ["get"], "apiGroups": [""], "resources": ["secrets"],
                 "resourceNames": ["y", "z"]}\
                """))
        .isEqualTo(
            PROBLEM
                + "{APIGroups:[\"\"], Resources:[\"secrets\"], ResourceNames:[\"y\"],"
                + " Verbs:[\"get\"]}\n"
                + "{APIGroups:[\"\"], Resources:[\"secrets\"], ResourceNames:[\"z\"],"
                + " Verbs:[\"get\"]}");
  }

  @Test
  void permissionsInOneNamespaceAreNotHeldInTheCluster() {
    assertThat(check.ofRules(ALICE, null, JsonTrees.read("[" + rule("get", "configmaps") + "]")))
        .isPresent();
  }

  private static String rule(String verb, String resource) {
    return "{\"verbs\": [\"%s\"], \"apiGroups\": [\"\"], \"resources\": [\"%s\"]}"
        .formatted(verb, resource);
  }

  /** Returns the problem with a role in the namespace; empty if there is none. */
  private String problem(String rules) {
    return check.ofRules(ALICE, "team", JsonTrees.read("[" + rules + "]")).orElse("");
  }
}
