package io.listwatch.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.listwatch.client.TextCodec;
import io.listwatch.informer.Informer;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The programs of docs/frameworks/official.md. */
@Timeout(120)
final class OfficialDocTest {
  @Nested
  @ListwatchTest
  class GreetingTest {
    @Test
    void aGreetingIsKept(ApiClient client) throws Exception {
      var api = new CoreV1Api(client);
      var greeting = new V1ConfigMap().metadata(new V1ObjectMeta().name("greeting"));
      api.createNamespacedConfigMap("default", greeting.data(Map.of("text", "hello"))).execute();

      V1ConfigMap kept = api.readNamespacedConfigMap("greeting", "default").execute();
      assertThat(kept.getData()).containsEntry("text", "hello");
    }
  }

  static Informer<V1ConfigMap> maps(io.listwatch.client.ApiClient client) {
    var type = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
    ObjectCodec<V1ConfigMap> codec =
        TextCodec.of(text -> JSON.deserialize(text, V1ConfigMap.class), JSON::serialize);
    return client.informers().informer(Selection.of(type), codec).start();
  }

  @Test
  void ourInformersReturnItsModel() throws Exception {
    try (TestServer server = TestServer.start();
        Informer<V1ConfigMap> maps = maps(server.client(io.listwatch.client.ApiClient.class))) {
      server.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {text: hello}}");

      V1ConfigMap read =
          maps.await(
                  ResourceKey.of("default", "a"),
                  found -> found.isPresent(),
                  Duration.ofSeconds(60))
              .orElseThrow()
              .get();
      assertThat(read.getData()).containsEntry("text", "hello");
    }
  }
}
