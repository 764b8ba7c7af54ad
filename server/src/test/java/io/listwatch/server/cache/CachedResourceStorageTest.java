package io.listwatch.server.cache;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceStorageContract;
import io.listwatch.server.resource.Things;
import io.listwatch.time.Timers;

final class CachedResourceStorageTest extends ResourceStorageContract {
  private ResourceStorage resources = make();

  @Override
  protected ResourceStorage resources() {
    return resources;
  }

  /** A new cache has no history. */
  @Override
  protected void forget() {
    resources.close();
    resources = make();
  }

  private ResourceStorage make() {
    return new CachedResourceStorage(
        storage,
        Things.codec(),
        workers,
        CacheOptions.of(
            ByteBudget.ofHeap(),
            new CacheMemory(CacheMemory.half(), Timers.system(), workers, Metrics.none()),
            Timers.system(),
            Metrics.none()));
  }
}
