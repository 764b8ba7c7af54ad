package io.listwatch.server.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.json.JsonPath;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceList;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.storage.Key;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class MetadataListerWatcherTest {
  private static final JsonPath OWNER = JsonPath.of("metadata.ownerReferences[*].uid");

  private final Storage storage = MemoryStorage.open(new ManualStorageClock());
  private final MetadataListerWatcher source = new MetadataListerWatcher(storage);

  @AfterEach
  void close() {
    storage.close();
  }

  /** Stores a ConfigMap with an owner, and with as many annotations and labels as it may have. */
  private void store(String name) {
    String json =
        """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"annotations":{"a":"%s"},\
        "finalizers":["example.com/hold"],"labels":{"l":"%s"},"name":"%s","namespace":"default",\
        "ownerReferences":[{"uid":"owner"}],"uid":"%s"},"data":{"k":"v"}}\
        """
            .formatted("x".repeat(250_000), "y".repeat(10_000), name, name);
    Things.join(storage.put(Key.of("core/configmaps/default/" + name), json.getBytes(UTF_8)));
  }

  private static void assertSmall(Resource object) {
    assertThat(object.size()).isLessThan(300);
    assertThat(object.kind()).isEqualTo("ConfigMap");
    assertThat(object.apiVersion()).isEqualTo("v1");
    assertThat(object.uid()).contains(object.key().name());
    assertThat(object.finalizers()).containsExactly("example.com/hold");
    assertThat(object.texts(OWNER)).containsExactly("owner");
    assertThat(object.version().isUnset()).isFalse();
  }

  /** A list of many owned objects once had all their annotations in memory. */
  @Test
  void listHasNoAnnotationsAndLabels() throws Exception {
    store("a");

    ResourceList list = source.list(ListOptions.ALL);

    assertThat(list.items())
        .extracting(Resource::key)
        .containsExactly(ResourceKey.of("default", "a"));
    assertSmall(list.items().get(0));
  }

  @Test
  void eventsHaveNoAnnotationsAndLabels() throws Exception {
    ResourceList list = source.list(ListOptions.ALL);
    try (var watch = source.watch(WatchOptions.from(VersionMatch.exactly(list.version())))) {
      store("a");

      WatchEvent event = Objects.requireNonNull(watch.next());

      assertSmall(((WatchEvent.Added) event).object());
    }
  }
}
