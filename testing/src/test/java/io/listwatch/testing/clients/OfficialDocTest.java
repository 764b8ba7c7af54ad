package io.listwatch.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.listwatch.client.TextCodec;
import io.listwatch.informer.Informer;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.testing.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The program of docs/frameworks/official.md that uses our client. */
@Timeout(120)
final class OfficialDocTest {
  static Informer<V1ConfigMap> maps(io.listwatch.client.ApiClient client) {
    var type = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
    ObjectCodec<V1ConfigMap> codec =
        TextCodec.of(text -> JSON.deserialize(text, V1ConfigMap.class), JSON::serialize);
    return client.informers().informer(Selection.of(type), codec).start();
  }

  @Test
  void listwatchInformersReturnOfficialModelClasses() throws Exception {
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
