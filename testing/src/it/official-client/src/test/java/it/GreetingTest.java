package it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.listwatch.testing.ListwatchTest;
import java.util.Map;
import org.junit.jupiter.api.Test;

@ListwatchTest
class GreetingTest {
  @Test
  void aGreetingIsKept(ApiClient client) throws Exception {
    var api = new CoreV1Api(client);
    var greeting = new V1ConfigMap().metadata(new V1ObjectMeta().name("greeting"));
    api.createNamespacedConfigMap("default", greeting.data(Map.of("text", "hello"))).execute();

    V1ConfigMap kept = api.readNamespacedConfigMap("greeting", "default").execute();
    assertEquals("hello", kept.getData().get("text"));
  }
}
