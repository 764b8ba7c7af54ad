package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** With METHOD scope, each method has its own server, even with one test instance per class. */
@SuppressWarnings("NullAway.Init") // The extension injects the fields.
@ListwatchTest(scope = ServerScope.METHOD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MethodScopeTest {
  private final Set<URI> seen = new HashSet<>();

  private TestServer server;
  private KubernetesClient client;

  @BeforeEach
  void isGivenBeforehand(TestServer own) {
    assertThat(own).isSameAs(server);
  }

  @Test
  void firstMethodHasItsOwnServer() {
    checkServerIsNew();
  }

  @Test
  void secondMethodHasItsOwnServer() {
    checkServerIsNew();
  }

  private void checkServerIsNew() {
    assertThat(client.getMasterUrl().getPort()).isEqualTo(server.address().getPort());
    assertThat(seen.add(server.address())).isTrue();
  }

  @AfterAll
  void everyMethodHadItsOwn() {
    assertThat(seen).hasSize(2);
  }
}
