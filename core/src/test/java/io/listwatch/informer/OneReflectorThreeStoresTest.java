package io.listwatch.informer;

import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.reflector.ReflectorScript;
import io.listwatch.reflector.ReflectorScript.Follower;
import io.listwatch.store.UndeltaStore;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script of {@link ReflectorScript}, through the one reflector, into an informer's store, on
 * either queue, and an agent's plain list. The server's {@code WatchCacheTest} runs it into the
 * watch cache.
 */
@Timeout(120)
final class OneReflectorThreeStoresTest {
  @ParameterizedTest(name = "{0}, streaming {1}")
  @CsvSource({"IN_ORDER,true", "IN_ORDER,false", "DELTA_FIFO,true", "DELTA_FIFO,false"})
  void informerEndsWithTheSameObjects(QueueKind queue, boolean streaming) {
    var script = new ReflectorScript(streaming);
    var factory =
        InformerFactory.builder((type, namespace) -> script.collection())
            .options(options -> options.timers(script.timers()).queue(queue))
            .build();
    Informer<Resource> informer = factory.informer(Notes.TYPE).start();

    try (var follower =
        new Follower(
            () -> informer.snapshot().all(),
            () -> informer.snapshot().version(),
            () -> informer.health().reflector(),
            factory::close)) {
      script.run(follower);
    }
  }

  @ParameterizedTest(name = "streaming {0}")
  @ValueSource(booleans = {true, false})
  void plainListEndsWithTheSameObjects(boolean streaming) {
    var script = new ReflectorScript(streaming);
    var pushed = new AtomicReference<Map<ResourceKey, Resource>>(Map.of());
    var store = new UndeltaStore(objects -> pushed.set(byKey(objects)));

    try (var follower =
        script.reflect(
            store, () -> heldAndPushed(store, pushed.get()), () -> store.snapshot().version())) {
      script.run(follower);
    }
  }

  /** Returns the store's objects, or none while the last push differs from them. */
  private static Collection<Resource> heldAndPushed(
      UndeltaStore store, Map<ResourceKey, Resource> pushed) {
    Collection<Resource> held = store.snapshot().all();
    return byKey(held).equals(pushed) ? held : List.of();
  }

  private static Map<ResourceKey, Resource> byKey(Collection<Resource> objects) {
    var byKey = new TreeMap<ResourceKey, Resource>();
    objects.forEach(object -> byKey.put(object.key(), object));
    return byKey;
  }
}
