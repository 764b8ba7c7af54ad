package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** With JVM scope, all tests share a server, and each test has its own namespace. */
@ListwatchTest(scope = ServerScope.JVM, manifests = "notes.yaml")
@Execution(ExecutionMode.CONCURRENT)
final class JvmScopeTest {
  private static final Set<URI> ADDRESSES = ConcurrentHashMap.newKeySet();
  private static final Set<String> NAMESPACES = ConcurrentHashMap.newKeySet();

  @Test
  void sharesServerWithOwnNamespace(TestServer server, KubernetesClient client) {
    checkOwnNamespace(server, client);
  }

  @Test
  void secondTestSharesServerWithOwnNamespace(TestServer server, KubernetesClient client) {
    checkOwnNamespace(server, client);
  }

  /** Once, objects without a namespace went to the namespace default, which all tests share. */
  @Test
  void appliesToTheNamespaceOfTheTest(TestServer server, KubernetesClient client) {
    server.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: applied}}");

    assertThat(client.configMaps().withName("applied").get()).isNotNull();
    assertThat(client.configMaps().inNamespace("default").withName("applied").get()).isNull();
  }

  @Test
  void rejectsResetAndKeepOfASharedServer(TestServer server) {
    assertThatIllegalStateException()
        .isThrownBy(server::reset)
        .withMessageContaining("shared by all tests");
    assertThatIllegalStateException().isThrownBy(server::keep);
  }

  @Nested
  @ListwatchTest(scope = ServerScope.JVM)
  final class Inside {
    @Test
    void nestedTestSharesServerWithOwnNamespace(TestServer server, KubernetesClient client) {
      checkOwnNamespace(server, client);
    }
  }

  private static void checkOwnNamespace(TestServer server, KubernetesClient client) {
    ADDRESSES.add(server.address());
    assertThat(NAMESPACES.add(server.namespace())).isTrue();
    var map = new ConfigMapBuilder().withNewMetadata().withName("same").endMetadata().build();
    client.resource(map).create();
    assertThat(client.configMaps().list().getItems())
        .singleElement()
        .satisfies(
            found -> assertThat(found.getMetadata().getNamespace()).isEqualTo(server.namespace()));
    assertThat(client.genericKubernetesResources("example.com/v1", "Note").list().getItems())
        .isEmpty();
  }

  @AfterAll
  static void allSharedOneServer() {
    assertThat(ADDRESSES).hasSize(1);
    assertThat(NAMESPACES).hasSize(3);
  }
}
