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

/** All tests share a server, and each has a namespace of its own. */
@ListwatchTest(scope = ServerScope.JVM, manifests = "notes.yaml")
@Execution(ExecutionMode.CONCURRENT)
final class JvmScopeTest {
  private static final Set<URI> ADDRESSES = ConcurrentHashMap.newKeySet();
  private static final Set<String> NAMESPACES = ConcurrentHashMap.newKeySet();

  @Test
  void one(TestServer server, KubernetesClient client) {
    look(server, client);
  }

  @Test
  void another(TestServer server, KubernetesClient client) {
    look(server, client);
  }

  /** What a manifest says nothing about the namespace of was shared by all, in default. */
  @Test
  void whatIsAppliedIsInTheNamespaceOfTheTest(TestServer server, KubernetesClient client) {
    server.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: applied}}");

    assertThat(client.configMaps().withName("applied").get()).isNotNull();
    assertThat(client.configMaps().inNamespace("default").withName("applied").get()).isNull();
  }

  @Test
  void nobodyTakesAwayWhatOthersHave(TestServer server) {
    assertThatIllegalStateException()
        .isThrownBy(server::reset)
        .withMessageContaining("shared by all tests");
    assertThatIllegalStateException().isThrownBy(server::keep);
  }

  @Nested
  @ListwatchTest(scope = ServerScope.JVM)
  final class Inside {
    @Test
    void oneMore(TestServer server, KubernetesClient client) {
      look(server, client);
    }
  }

  private static void look(TestServer server, KubernetesClient client) {
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
