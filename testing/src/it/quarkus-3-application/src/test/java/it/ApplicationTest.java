package it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.listwatch.testing.TestServer;
import io.listwatch.testing.quarkus.ListwatchTestResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** Tests an application that Quarkus starts, with the client that Quarkus injects. */
@QuarkusTest
@WithTestResource(ListwatchTestResource.class)
class ApplicationTest {
  @Inject KubernetesClient client;
  TestServer server;

  @Test
  void applicationUsesTheTestServer() {
    server.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {text: hello}}");

    assertEquals("hello", client.configMaps().withName("a").get().getData().get("text"));
  }
}
