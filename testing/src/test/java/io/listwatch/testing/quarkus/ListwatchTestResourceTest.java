package io.listwatch.testing.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The test resource for Quarkus, without Quarkus; testing/src/it/quarkus-3-application has it with
 * Quarkus.
 */
final class ListwatchTestResourceTest {
  private final ListwatchTestResource resource = new ListwatchTestResource();

  @Test
  void servesFromStartToStop() throws IOException {
    Map<String, String> settings = resource.start();
    URI ready = URI.create(settings.get("quarkus.kubernetes-client.api-server-url") + "/readyz");

    assertThat(settings).containsEntry("quarkus.kubernetes-client.namespace", "default");
    try (InputStream answer = ready.toURL().openStream()) {
      assertThat(answer).hasContent("ok");
    }

    resource.stop();

    assertThatThrownBy(() -> ready.toURL().openStream().close()).isInstanceOf(IOException.class);
  }

  @Test
  void injectsTheServer() {
    Map<String, String> settings = resource.start();
    try {
      var injected = new ArrayList<Object>();

      resource.inject((value, field) -> injected.add(value));

      assertThat(injected)
          .singleElement()
          .isInstanceOfSatisfying(
              TestServer.class,
              server -> assertThat(settings).containsValue(server.address().toString()));
    } finally {
      resource.stop();
    }
  }

  /** Quarkus stops the resources of a test whose start failed. */
  @Test
  void stopsWithoutHavingStarted() {
    resource.stop();
  }
}
