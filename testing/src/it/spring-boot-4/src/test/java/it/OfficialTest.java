package it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.listwatch.testing.ListwatchTest;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@ListwatchTest
class OfficialTest {
  private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();

  /** Injected by its type. */
  private ApiClient client;

  @Test
  void createsReadsChangesAndDeletes() throws Exception {
    var api = new CoreV1Api(client);
    V1ConfigMap made = api.createNamespacedConfigMap("default", map("a", "one")).execute();
    assertEquals("one", api.readNamespacedConfigMap("a", "default").execute().getData().get("text"));

    api.replaceNamespacedConfigMap("a", "default", made.data(Map.of("text", "two"))).execute();
    assertEquals("two", api.readNamespacedConfigMap("a", "default").execute().getData().get("text"));

    api.deleteNamespacedConfigMap("a", "default").execute();
    assertEquals(0, api.listNamespacedConfigMap("default").execute().getItems().size());
  }

  @Test
  void informerSeesObjects() throws Exception {
    var factory = new SharedInformerFactory(client);
    var maps =
        new GenericKubernetesApi<>(
            V1ConfigMap.class, V1ConfigMapList.class, "", "v1", "configmaps", client);
    var informer = factory.sharedIndexInformerFor(maps, V1ConfigMap.class, 0, "default");
    informer.addEventHandler(new Handler());
    factory.startAllRegisteredInformers();
    try {
      new CoreV1Api(client).createNamespacedConfigMap("default", map("b", "one")).execute();
      assertEquals("added b", seen.poll(120, TimeUnit.SECONDS));

      new CoreV1Api(client).deleteNamespacedConfigMap("b", "default").execute();
      assertEquals("deleted b", seen.poll(120, TimeUnit.SECONDS));
    } finally {
      factory.stopAllRegisteredInformers(true);
    }
  }

  private static V1ConfigMap map(String name, String text) {
    return new V1ConfigMap()
        .metadata(new V1ObjectMeta().name(name).namespace("default"))
        .data(Map.of("text", text));
  }

  private class Handler implements ResourceEventHandler<V1ConfigMap> {
    @Override
    public void onAdd(V1ConfigMap map) {
      seen.add("added " + map.getMetadata().getName());
    }

    @Override
    public void onUpdate(V1ConfigMap before, V1ConfigMap map) {
      seen.add("updated " + map.getMetadata().getName());
    }

    @Override
    public void onDelete(V1ConfigMap map, boolean stateUnknown) {
      seen.add("deleted " + map.getMetadata().getName());
    }
  }
}
