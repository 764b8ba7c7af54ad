package io.listwatch.server.cache;

import io.listwatch.metrics.Metrics;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceStorageContract;
import io.listwatch.server.resource.Things;
import io.listwatch.time.Timers;

final class CachedResourceStorageTest extends ResourceStorageContract {
  private final ResourceStorage resources =
      new CachedResourceStorage(
          storage,
          Things.codec(),
          workers,
          CacheOptions.of(ByteBudget.ofHeap(), Timers.system(), Metrics.none()));

  @Override
  protected ResourceStorage resources() {
    return resources;
  }
}
