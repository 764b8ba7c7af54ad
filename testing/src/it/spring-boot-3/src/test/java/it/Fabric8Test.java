package it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.listwatch.testing.LeakCheck;
import io.listwatch.testing.ListwatchTest;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@ListwatchTest(leaks = LeakCheck.FAIL)
class Fabric8Test {
  private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();

  @Test
  void createsReadsChangesAndDeletes(KubernetesClient client) {
    client.resource(map("a", "one")).serverSideApply();
    assertEquals("one", client.configMaps().withName("a").get().getData().get("text"));

    client.resource(map("a", "two")).serverSideApply();
    assertEquals("two", client.configMaps().withName("a").get().getData().get("text"));

    client.configMaps().withName("a").delete();
    assertEquals(0, client.configMaps().list().getItems().size());
  }

  @Test
  void informerSeesObjects(KubernetesClient client) throws InterruptedException {
    try (var informer = client.configMaps().inform(new Handler())) {
      client.resource(map("b", "one")).create();
      assertEquals("added b", seen.poll(120, TimeUnit.SECONDS));

      client.resource(map("b", "two")).update();
      assertEquals("updated b", seen.poll(120, TimeUnit.SECONDS));

      client.configMaps().withName("b").delete();
      assertEquals("deleted b", seen.poll(120, TimeUnit.SECONDS));
      assertNotNull(informer.lastSyncResourceVersion());
    }
  }

  private static ConfigMap map(String name, String text) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .addToData("text", text)
        .build();
  }

  private class Handler implements ResourceEventHandler<ConfigMap> {
    @Override
    public void onAdd(ConfigMap map) {
      seen.add("added " + map.getMetadata().getName());
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap map) {
      seen.add("updated " + map.getMetadata().getName());
    }

    @Override
    public void onDelete(ConfigMap map, boolean stateUnknown) {
      seen.add("deleted " + map.getMetadata().getName());
    }
  }
}
