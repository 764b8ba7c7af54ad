package io.listwatch.server.auth.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer.Decision;
import io.listwatch.server.auth.UserInfo;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RbacPolicyTest {
  private static final UserInfo ALICE =
      new UserInfo("alice", "", List.of("dev", "system:authenticated"));

  private final RbacPolicy policy = new RbacPolicy();
  private final RbacAuthorizer authorizer = new RbacAuthorizer(policy, () -> true);

  @ParameterizedTest
  @CsvSource({
    "get, '', pods, '', , true",
    "get, '', pods, '', a, true",
    "list, '', pods, '', , false",
    "get, apps, pods, '', , false",
    "get, '', pods, log, a, false",
    "patch, '', deployments, scale, a, true",
    "patch, '', widgets, scale, a, true",
    "patch, '', deployments, '', a, false",
    "get, '', secrets, '', mine, true",
    "get, '', secrets, '', other, false",
    "list, '', secrets, '', , false",
    "anything, any.group, everything, sub, , true",
    "anything, any.group, other, sub, , false",
  })
  void ruleMatchesVerbGroupResourceAndName(
      String verb,
      String group,
      String resource,
      String subresource,
      String name,
      boolean allowed) {
    role(
        "r",
        """
        [
          {"verbs": ["get"], "apiGroups": [""], "resources": ["pods"]},
          {"verbs": ["patch"], "apiGroups": [""], "resources": ["*/scale"]},
          {"verbs": ["get", "list"], "apiGroups": [""], "resources": ["secrets"], "resourceNames": ["mine"]},
          {"verbs": ["*"], "apiGroups": ["*"], "resources": ["everything", "everything/sub"]}
        ]\
        """);
    bindToUser("r", "alice");

    var request = AccessRequest.onResource(ALICE, verb, group, resource, subresource, null, name);

    assertThat(authorizer.authorize(request).allowed()).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "get, /metrics, true",
    "get, /metrics/slis, false",
    "get, /logs, false",
    "get, /logs/, true",
    "get, /logs/a/b, true",
    "post, /metrics, false",
  })
  void ruleMatchesNonResourceUrl(String verb, String url, boolean allowed) {
    role("r", "[{\"verbs\": [\"get\"], \"nonResourceURLs\": [\"/metrics\", \"/logs/*\"]}]");
    bindToUser("r", "alice");

    var request = new AccessRequest(ALICE, verb, "", "", "", "", null, null, url);

    assertThat(authorizer.authorize(request).allowed()).isEqualTo(allowed);
  }

  @Test
  void namesTheBindingThatAllows() {
    role("reader", getPods());
    bind(ResourceKey.of("team", "b"), "ClusterRole", "reader", "Group", "dev");

    assertThat(authorizer.authorize(getPodIn("team")))
        .isEqualTo(
            Decision.allowed(
                "RBAC: allowed by RoleBinding \"b/team\" of ClusterRole \"reader\" to Group"
                    + " \"dev\""));
    assertThat(authorizer.authorize(getPodIn("other"))).isEqualTo(Decision.noOpinion(""));
  }

  @Test
  void serviceAccountOfTheBindingsOwnNamespaceNeedsNoNamespace() {
    role("reader", getPods());
    bind(ResourceKey.of("team", "b"), "ClusterRole", "reader", "ServiceAccount", "robot");
    var robot = new UserInfo("system:serviceaccount:team:robot", "", List.of());

    var request = AccessRequest.onResource(robot, "get", "", "pods", "", "team", "a");

    assertThat(authorizer.authorize(request).reason())
        .isEqualTo(
            "RBAC: allowed by RoleBinding \"b/team\" of ClusterRole \"reader\" to ServiceAccount"
                + " \"robot/team\"");
  }

  @Test
  void roleOfAnotherNamespaceIsNotGranted() {
    policy.put(new RoleKey("other", "reader"), PolicyRule.listOf(JsonTrees.read(getPods())));
    bind(ResourceKey.of("team", "b"), "Role", "reader", "User", "alice");

    assertThat(authorizer.authorize(getPodIn("team")))
        .isEqualTo(Decision.noOpinion("RBAC: role.rbac.authorization.k8s.io \"reader\" not found"));
  }

  @Test
  void followsChangesOfRolesAndBindings() {
    role("reader", getPods());
    bindToUser("reader", "alice");
    assertThat(authorizer.authorize(getPodIn("team")).allowed()).isTrue();

    role("reader", "[]");
    assertThat(authorizer.authorize(getPodIn("team")).allowed()).isFalse();

    role("reader", getPods());
    assertThat(authorizer.authorize(getPodIn("team")).allowed()).isTrue();

    policy.removeBinding(new ResourceKey(null, "reader"));
    assertThat(authorizer.authorize(getPodIn("team")).allowed()).isFalse();
  }

  @Test
  void replacedBindingNoLongerGrantsToItsFormerSubjects() {
    role("reader", getPods());
    bindToUser("reader", "alice");
    bindToUser("reader", "bob");

    assertThat(authorizer.authorize(getPodIn("team")).allowed()).isFalse();
  }

  /**
   * The grants of a replaced binding were missing for a moment, so requests were wrongly denied.
   */
  @Test
  void allowsWhileTheSameBindingIsRewritten() throws Exception {
    role("reader", getPods());

    assertThat(deniedDuring(() -> bindToUser("reader", "alice"))).isZero();
  }

  @Test
  void allowsWhileABindingMovesBetweenUserAndGroup() throws Exception {
    role("reader", getPods());
    var key = new ResourceKey(null, "reader");

    int denied =
        deniedDuring(
            () -> {
              bind(key, "ClusterRole", "reader", "Group", "dev");
              bindToUser("reader", "alice");
            });

    assertThat(denied).isZero();
  }

  /** Counts the denials while another thread repeats a change, after the first time. */
  private int deniedDuring(Runnable change) throws InterruptedException {
    change.run();
    var stopped = new AtomicBoolean();
    var writer =
        new Thread(
            () -> {
              while (!stopped.get()) {
                change.run();
              }
            },
            "writer of bindings");
    writer.start();
    int denied = 0;
    for (int i = 0; i < 200_000; i++) {
      denied += authorizer.authorize(getPodIn("team")).allowed() ? 0 : 1;
    }
    stopped.set(true);
    writer.join();
    return denied;
  }

  @Test
  void theFirstOfSeveralBindingsAllowsByARuleThatTheirRolesShare() {
    role("first", getPods());
    role("second", getPods());
    bindToUser("first", "alice");
    bindToUser("second", "alice");

    assertThat(authorizer.authorize(getPodIn("team")).reason()).contains("\"first\"");

    policy.removeBinding(new ResourceKey(null, "first"));
    assertThat(authorizer.authorize(getPodIn("team")).reason()).contains("\"second\"");
  }

  @Test
  void searchesAllRulesAboutAResourceInTheirOrder() {
    role("configmaps", rules("get", "configmaps"));
    role("some", rules("list", "pods"));
    role("all", rules("get", "*"));
    role("pods", rules("get", "pods"));
    bindToUser("configmaps", "alice");
    bindToUser("some", "alice");
    bindToUser("pods", "alice");
    assertThat(authorizer.authorize(getPodIn("team")).reason()).contains("\"pods\"");

    bindToUser("all", "alice");
    assertThat(authorizer.authorize(getPodIn("team")).reason()).contains("\"all\"");
  }

  @Test
  void rolesWithEqualRulesShareThem() {
    assertThat(PolicyRule.listOf(JsonTrees.read(getPods())).get(0))
        .isSameAs(PolicyRule.listOf(JsonTrees.read(getPods())).get(0));
  }

  @Test
  void allowsNothingUntilLoaded() {
    role("reader", getPods());
    bindToUser("reader", "alice");
    var loading = new RbacAuthorizer(policy, () -> false);

    assertThat(loading.authorize(getPodIn("team")).allowed()).isFalse();
  }

  @Test
  void listsMissingRolesOfBindings() {
    bindToUser("absent", "alice");
    bind(new ResourceKey(null, "second"), "ClusterRole", "gone", "Group", "dev");

    assertThat(authorizer.rules(ALICE, "team").problem())
        .isEqualTo(
            "[clusterrole.rbac.authorization.k8s.io \"absent\" not found,"
                + " clusterrole.rbac.authorization.k8s.io \"gone\" not found]");
  }

  private static String getPods() {
    return rules("get", "pods");
  }

  private static String rules(String verb, String resource) {
    return "[{\"verbs\": [\"%s\"], \"apiGroups\": [\"\"], \"resources\": [\"%s\"]}]"
        .formatted(verb, resource);
  }

  private static AccessRequest getPodIn(String namespace) {
    return AccessRequest.onResource(ALICE, "get", "", "pods", "", namespace, "a");
  }

  private void role(String name, String rules) {
    policy.put(new RoleKey(null, name), PolicyRule.listOf(JsonTrees.read(rules)));
  }

  private void bindToUser(String role, String user) {
    bind(new ResourceKey(null, role), "ClusterRole", role, "User", user);
  }

  private void bind(ResourceKey key, String kind, String role, String subject, String name) {
    JsonValue binding =
        JsonTrees.read(
            """
            {"roleRef": {"kind": "%s", "name": "%s"}, "subjects": [{"kind": "%s", "name": "%s"}]}\
            """
                .formatted(kind, role, subject, name));
    policy.put(RoleBinding.of(key, binding));
  }
}
