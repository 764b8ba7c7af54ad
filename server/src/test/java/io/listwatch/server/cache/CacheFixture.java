package io.listwatch.server.cache;

import static io.listwatch.server.resource.Things.join;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.resource.EventBudget;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.TestLoop;
import io.listwatch.server.resource.Things;
import io.listwatch.server.resource.WatchReader;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A cache of things over a {@link HeldStorage}, with a manual clock. */
final class CacheFixture implements AutoCloseable {
  final ManualStorageClock clock = new ManualStorageClock();
  final HeldStorage storage = new HeldStorage(MemoryStorage.open(clock));
  final ManualTimers timers = new ManualTimers();
  final TestLoop loop = new TestLoop();
  final CacheMemory memory;
  final CachedResourceStorage resources;

  private final ExecutorService workers =
      Executors.newFixedThreadPool(
          2,
          task -> {
            var thread = new Thread(task, "test-worker");
            thread.setDaemon(true);
            return thread;
          });

  CacheFixture() {
    this(WindowLimits.DEFAULT, Metrics.none());
  }

  CacheFixture(int window) {
    this(new WindowLimits(window, 1, Duration.ofHours(1)), Metrics.none());
  }

  CacheFixture(WindowLimits limits, Metrics metrics) {
    memory = new CacheMemory(Long.MAX_VALUE, timers, workers, metrics);
    var options =
        new CacheOptions(
            limits, new ByteBudget(1 << 30), EventBudget.ofHeap(), memory, timers, metrics);
    resources = new CachedResourceStorage(storage, Things.codec(), workers, options);
  }

  Resource write(String name, String colour) {
    return join(resources.write(Things.key(name), Things.put(Things.thing(name, colour))));
  }

  Resource delete(String name) {
    return join(resources.write(Things.key(name), Things.delete()));
  }

  /** Waits until the cache has all writes. */
  CacheFixture settle() {
    list(VersionMatch.mostRecent());
    return this;
  }

  /** Returns the names and colours of a list. */
  List<String> list(VersionMatch match) {
    return contents(join(resources.list(ResourceScope.ALL, ListOptions.ALL.at(match))));
  }

  static List<String> contents(ResourcePage page) {
    var contents = new ArrayList<String>();
    List<Resource> batch = join(page.next());
    while (!batch.isEmpty()) {
      batch.forEach(item -> contents.add(item.key().name() + " " + Things.colour(item)));
      batch = join(page.next());
    }
    return contents;
  }

  WatchReader watch(VersionMatch from, InitialEvents initial, String fields) {
    return watch(from, initial, fields, loop);
  }

  WatchReader watch(VersionMatch from, InitialEvents initial, String fields, TestLoop on) {
    return new WatchReader(resources, request(from, initial, fields), on);
  }

  static WatchRequest request(VersionMatch from, InitialEvents initial, String fields) {
    return new WatchRequest(
        ResourceScope.ALL,
        LabelSelector.everything(),
        FieldSelector.parse(fields),
        from,
        initial,
        true);
  }

  @Override
  public void close() {
    resources.close();
    storage.close();
    workers.shutdownNow();
    loop.close();
  }
}
