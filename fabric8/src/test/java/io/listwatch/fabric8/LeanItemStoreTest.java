package io.listwatch.fabric8;

import static io.listwatch.fabric8.Cluster.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LeanItemStoreTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Cluster cluster = new Cluster();

  private final LeanItemStore<ConfigMap> store =
      LeanItemStore.of(cluster.client(), ConfigMap.class);

  @AfterEach
  void empty() {
    cluster.client().configMaps().inNamespace("default").delete();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void returnsEqualObjects() {
    ConfigMap map = map("a", "1");

    assertThat(store.put(store.getKey(map), map)).isNull();

    assertThat(store.get("default/a")).isEqualTo(map).isNotSameAs(map);
    assertThat(store.values()).containsExactly(map);
    assertThat(store.keySet()).containsExactly("default/a");
    assertThat(store.size()).isEqualTo(1);
    assertThat(store.isFullState()).isTrue();
  }

  @Test
  void returnsThePreviousObject() {
    store.put("default/a", map("a", "1"));

    assertThat(store.put("default/a", map("a", "2"))).isEqualTo(map("a", "1"));
    assertThat(store.remove("default/a")).isEqualTo(map("a", "2"));
    assertThat(store.remove("default/a")).isNull();
    assertThat(store.get("default/a")).isNull();
  }

  /** A handler gets the states before and after, which fabric8 takes from the store. */
  @Test
  void servesFabric8Informers() {
    cluster.client().resource(map("a", "1")).create();
    try (SharedIndexInformer<ConfigMap> informer =
        cluster.client().configMaps().inNamespace("default").runnableInformer(0)) {
      informer
          .itemStore(store)
          .addIndexers(Map.of("value", each -> List.of(each.getData().get("value"))))
          .run();

      cluster.client().resource(map("a", "2")).update();

      await()
          .atMost(SOON)
          .until(() -> informer.getIndexer().byIndex("value", "2").size(), size -> size == 1);
      assertThat(informer.getIndexer().byIndex("value", "1")).isEmpty();
      assertThat(informer.getStore().getByKey("default/a").getData()).containsEntry("value", "2");
      assertThat(store.size()).isEqualTo(1);
    }
  }
}
