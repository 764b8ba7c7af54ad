package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.Test;

@ListwatchTest(rbac = true)
@SuppressWarnings("NullAway.Init") // The extension injects the field.
final class RbacTest {
  private static final String ACCOUNT = "system:serviceaccount:default:";

  /** A role and its binding to the service account of the same name. */
  private static final String ROLE =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata:
        name: %1$s
      rules:
      - apiGroups: [""]
        resources: [configmaps]
        verbs: [get, create]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata:
        name: %1$s
      roleRef:
        apiGroup: rbac.authorization.k8s.io
        kind: Role
        name: %1$s
      subjects:
      - kind: ServiceAccount
        name: %1$s
      """;

  TestServer server;

  @Test
  void clientOfAServiceAccountMayDoWhatItsRoleAllows() {
    server.apply(ROLE.formatted("creator"));
    KubernetesClient operator = server.clientAs(ACCOUNT + "creator", KubernetesClient.class);

    operator.resource(configMap("a")).create();

    assertThat(operator.configMaps().withName("a").get()).isNotNull();
    assertThatThrownBy(() -> operator.configMaps().list())
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(
            "configmaps is forbidden: User \"" + ACCOUNT + "creator\" cannot list");
  }

  @Test
  void journalHasTheMissingRulesToPaste() {
    KubernetesClient operator = server.clientAs(ACCOUNT + "reader", KubernetesClient.class);

    assertThatThrownBy(() -> operator.configMaps().list())
        .isInstanceOf(KubernetesClientException.class);
    assertThatThrownBy(() -> operator.configMaps().withName("a").get())
        .isInstanceOf(KubernetesClientException.class);

    assertThat(server.journal())
        .contains("missing rules:")
        .containsSequence(
            "# " + ACCOUNT + "reader",
            "- apiGroups: [\"\"]  # in namespace default",
            "  resources: [\"configmaps\"]",
            "  verbs: [get, list]");
  }

  @Test
  void journalOmitsRulesThatHaveBeenGrantedSince() {
    KubernetesClient operator = server.clientAs(ACCOUNT + "later", KubernetesClient.class);
    assertThatThrownBy(() -> operator.configMaps().withName("a").get())
        .isInstanceOf(KubernetesClientException.class);

    assertThat(server.journal()).contains("# " + ACCOUNT + "later");

    server.apply(ROLE.formatted("later"));

    assertThat(server.journal()).doesNotContain("# " + ACCOUNT + "later");
  }

  @Test
  void injectedClientIsAdministrator(KubernetesClient client) {
    client.resource(configMap("b")).create();

    assertThat(client.configMaps().inAnyNamespace().list().getItems()).isNotEmpty();
  }

  @Test
  void serverWithoutRbacHasOnlyAdministrators() {
    try (TestServer open = TestServer.start()) {
      assertThatThrownBy(() -> open.clientAs("jane", KubernetesClient.class))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("expected: a server with rbac");
    }
  }

  private static ConfigMap configMap(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
  }
}
