package io.listwatch.testing.clients;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.testing.TestServer;
import java.util.concurrent.atomic.AtomicInteger;

/** Our own client of a test's server. */
final class Listwatch {
  static final ResourceType CONFIG_MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");

  private static final ResourceType NAMESPACES =
      ResourceType.cluster("v1", "Namespace", "namespaces");
  private static final AtomicInteger COUNT = new AtomicInteger();

  private Listwatch() {}

  /** An administrator, by certificate, over HTTP/2. */
  static ApiClient client(TestServer server) {
    return ApiClient.of(Kubeconfig.parse(server.kubeconfig()).config());
  }

  /** A namespace that nobody else has. */
  static String namespace(ApiClient client) throws InterruptedException {
    String name = "listwatch-" + COUNT.incrementAndGet();
    client
        .resources(NAMESPACES)
        .create(
            Resource.parse(
                "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\"}}"
                    .formatted(name)));
    return name;
  }

  static Resource configMap(String name, String text) {
    return Resource.parse(
        """
        {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"%s"},"data":{"text":"%s"}}
        """
            .formatted(name, text));
  }
}
