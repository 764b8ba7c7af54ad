package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestClassOrder;

/** A nested class with its own annotation has its own server, regardless of the enclosing class. */
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
final class NestedScopesTest {
  private static final Set<URI> ADDRESSES = ConcurrentHashMap.newKeySet();

  @Nested
  @Order(1)
  @ListwatchTest
  final class ClassScope {
    @Test
    void hasItsOwnServerPerClass(TestServer server) {
      assertThat(ADDRESSES.add(server.address())).isTrue();
    }
  }

  @Nested
  @Order(2)
  @ListwatchTest(scope = ServerScope.METHOD)
  final class MethodScope {
    @Test
    void hasItsOwnServer(TestServer server) {
      assertThat(ADDRESSES.add(server.address())).isTrue();
    }
  }

  @Nested
  @Order(3)
  @SuppressWarnings("NullAway.Init") // The extension injects the field.
  @ListwatchTest(tls = true, manifests = "notes.yaml")
  final class TlsAndManifests {
    private TestServer field;

    @Test
    void serverHasTheAnnotatedSettings(TestServer server) {
      assertThat(server.kubeconfig()).contains("https://");
      assertThat(hasNotes(server)).isTrue();
      assertThat(field).isSameAs(server);
    }

    @Nested
    final class WithoutAnnotation {
      @Test
      void sharesServerOfTheEnclosingClass(TestServer server) {
        assertThat(server.kubeconfig()).contains("https://");
        assertThat(server).isSameAs(field);
      }
    }

    @Nested
    @ListwatchTest
    final class WithOtherSettings {
      @Test
      void hasItsOwnServer(TestServer server) {
        assertThat(server.kubeconfig()).doesNotContain("https://");
        assertThat(hasNotes(server)).isFalse();
        assertThat(field).as("field of the enclosing instance").isSameAs(server);
      }
    }

    private static boolean hasNotes(TestServer server) {
      return server.client(KubernetesClient.class).getApiGroup("example.com") != null;
    }
  }
}
