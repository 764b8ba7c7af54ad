package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kubectl auth} on a server with RBAC: reviews, reconcile and acting as another user. */
@Tag("kubectl")
final class KubectlRolesTest {
  private static final String ROBOT = "--as=system:serviceaccount:default:robot";

  private static final String READER =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: reader}
      rules:
      - {apiGroups: [""], resources: [configmaps], verbs: [%s]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: robot-reads, namespace: default}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
      subjects:
      - {kind: ServiceAccount, name: robot, namespace: default}
      """;

  private final TestServer server = TestServer.builder().tls().rbac().start();
  private final Path directory;
  private final Kubectl administrator;

  KubectlRolesTest(@TempDir Path directory) {
    this.directory = directory;
    this.administrator = new Kubectl(directory.resolve("admin"), directory);
  }

  @BeforeEach
  void writeKubeconfig() throws IOException {
    Files.writeString(directory.resolve("admin"), server.kubeconfig());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Kubectl as(String user, String... groups) throws IOException {
    Path file = directory.resolve(user);
    Files.writeString(file, server.kubeconfigAs(user, groups));
    return new Kubectl(file, directory);
  }

  @Test
  void accessReviewsFollowRoleChangesAtOnce() {
    assertThat(administrator.failWithAllOutput("auth", "can-i", "get", "configmaps", ROBOT))
        .startsWith("no");

    administrator.create(READER.formatted("get, list"));

    assertThat(administrator.run("auth", "can-i", "get", "configmaps", ROBOT)).isEqualTo("yes");
    assertThat(administrator.failWithAllOutput("auth", "can-i", "delete", "configmaps", ROBOT))
        .startsWith("no");
    assertThat(administrator.failWithAllOutput("auth", "can-i", "get", "configmaps", ROBOT, "-A"))
        .startsWith("no");
    assertThat(administrator.run("auth", "can-i", "--list", ROBOT))
        .containsPattern("configmaps +\\[\\] +\\[\\] +\\[get list\\]")
        .containsPattern(
            "selfsubjectaccessreviews.authorization.k8s.io +\\[\\] +\\[\\] +\\[create\\]");
  }

  @Test
  void reconcileAddsMissingRulesAndKeepsOthers() {
    administrator.create(READER.formatted("watch"));
    String manifest = administrator.file(READER.formatted("get"));

    assertThat(administrator.run("auth", "reconcile", "-f", manifest))
        .contains("clusterrole.rbac.authorization.k8s.io/reader reconciled");

    assertThat(administrator.run("auth", "can-i", "get", "configmaps", ROBOT)).isEqualTo("yes");
    assertThat(administrator.run("auth", "can-i", "watch", "configmaps", ROBOT)).isEqualTo("yes");
    administrator.run("auth", "reconcile", "-f", manifest, "--remove-extra-permissions");
    assertThat(administrator.failWithAllOutput("auth", "can-i", "watch", "configmaps", ROBOT))
        .startsWith("no");
  }

  @Test
  void impersonationNeedsThePermission() throws IOException {
    Kubectl jane = as("jane");
    String pods = "/api/v1/namespaces/default/pods";
    assertThat(jane.fail("get", "--raw", pods, "--as=john"))
        .contains("User \"jane\" cannot impersonate");

    administrator.run("create", "clusterrole", "actor", "--verb=impersonate", "--resource=users");
    administrator.run("create", "clusterrolebinding", "jane", "--clusterrole=actor", "--user=jane");

    assertThat(
            jane.run("auth", "whoami", "--as=john", "-o", "jsonpath={.status.userInfo.username}"))
        .isEqualTo("john");
    assertThat(jane.fail("get", "--raw", pods, "--as=john", "--as-group=system:masters"))
        .contains("User \"jane\" cannot impersonate");
  }

  @Test
  void rejectsPrivilegeEscalation() throws IOException {
    Kubectl dev = as("dora", "developers");
    administrator.run("create", "rolebinding", "devs", "--clusterrole=admin", "--group=developers");

    assertThat(dev.run("create", "role", "maps", "--verb=get", "--resource=configmaps"))
        .isEqualTo("role.rbac.authorization.k8s.io/maps created");
    assertThat(dev.fail("create", "role", "nodes", "--verb=get", "--resource=nodes"))
        .contains(
            "user \"dora\" (groups=[\"developers\" \"system:authenticated\"]) is attempting to"
                + " grant RBAC permissions not currently held:");
    assertThat(
            dev.fail("create", "rolebinding", "all", "--clusterrole=cluster-admin", "--user=dora"))
        .contains("is attempting to grant RBAC permissions not currently held");
  }
}
