package io.listwatch.server.resource;

import static io.listwatch.server.resource.Things.join;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.ListerWatcherContract;
import io.listwatch.reflector.Watch;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StorageListerWatcherTest extends ListerWatcherContract {
  private final Storage storage = MemoryStorage.open(new ManualStorageClock());
  private final ResourceStorage resources =
      new DirectResourceStorage(storage, Things.codec(), Runnable::run, Metrics.none());
  private final StorageListerWatcher source =
      new StorageListerWatcher(storage, Things.codec(), Metrics.none(), Timers.system());

  @AfterEach
  void close() {
    storage.close();
  }

  @Override
  protected ListerWatcher source() {
    return source;
  }

  @Override
  protected Resource put(String name, String text) {
    return join(resources.write(Things.key(name), Things.put(Things.thing(name, text))));
  }

  @Override
  protected void delete(String name) {
    join(resources.write(Things.key(name), Things.delete()));
  }

  @Override
  protected void compact() {
    join(storage.compact(join(storage.currentRevision())));
  }

  @Test
  void progressOfTheStorageBecomesABookmark() throws Exception {
    ResourceVersion version = put("a", "red").version();
    try (Watch watch = source.watch(WatchOptions.after(version))) {
      source.requestProgress();

      assertThat(watch.next()).isEqualTo(new WatchEvent.Bookmark(version));
    }
  }
}
