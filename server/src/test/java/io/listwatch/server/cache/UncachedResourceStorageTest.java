package io.listwatch.server.cache;

import static io.listwatch.server.resource.Things.join;
import static io.listwatch.storage.Waiting.await;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ListOptions;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceStorageContract;
import io.listwatch.server.resource.Things;
import io.listwatch.time.ManualTimers;
import java.util.List;

/** A resource that has lost its cache fulfils the same contract as one with a cache. */
final class UncachedResourceStorageTest extends ResourceStorageContract {
  private final ManualTimers timers = new ManualTimers();
  private final CacheMemory memory = new CacheMemory(0, timers, workers, Metrics.none());
  private final ResourceStorage resources =
      new CachedResourceStorage(
          storage,
          Things.codec(),
          workers,
          CacheOptions.of(new ByteBudget(1 << 20), memory, timers, Metrics.none()));

  UncachedResourceStorageTest() {
    write("first", "red");
    join(resources.list(ResourceScope.ALL, ListOptions.ALL.at(VersionMatch.mostRecent())));
    await().until(() -> memory.uncached().equals(List.of(Things.TYPE.toString())));
    delete("first");
  }

  @Override
  protected ResourceStorage resources() {
    return resources;
  }
}
