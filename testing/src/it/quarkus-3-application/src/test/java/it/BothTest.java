package it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

/**
 * Uses a server of its own besides the application. The server is a parameter, not a field,
 * because Quarkus runs the method on an instance of its own.
 */
@QuarkusTest
@ListwatchTest
class BothTest {
  @Test
  void injectsServerIntoTheMethod(TestServer server, KubernetesClient client) {
    server.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {text: hello}}");

    assertEquals("hello", client.configMaps().withName("b").get().getData().get("text"));
  }
}
