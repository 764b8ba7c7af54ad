package io.listwatch.server.cache;

import static io.listwatch.server.resource.Things.join;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.resource.EventBudget;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.TestLoop;
import io.listwatch.server.resource.Things;
import io.listwatch.server.resource.WatchReader;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two resources and memory for the caches of about twenty objects. */
@Timeout(60)
final class CacheLossTest {
  private static final long MAX = 20_000;

  private final Storage storage = MemoryStorage.open(new ManualStorageClock());
  private final ManualTimers timers = new ManualTimers();
  private final TestLoop loop = new TestLoop();
  private final ExecutorService workers =
      Executors.newFixedThreadPool(
          2,
          task -> {
            var thread = new Thread(task, "test-worker");
            thread.setDaemon(true);
            return thread;
          });
  private final CacheMemory memory = new CacheMemory(MAX, timers, workers, Metrics.none());
  private final CachedResourceStorage things = cached(Things.TYPE);
  private final CachedResourceStorage others =
      cached(ResourceType.namespaced("test.listwatch.io/v1", "Other", "others"));

  private CachedResourceStorage cached(ResourceType type) {
    var options =
        new CacheOptions(
            WindowLimits.DEFAULT,
            new ByteBudget(1 << 20),
            EventBudget.ofHeap(),
            memory,
            timers,
            Metrics.none());
    return new CachedResourceStorage(storage, Things.codec(type), workers, options);
  }

  @AfterEach
  void close() {
    memory.close();
    things.close();
    others.close();
    storage.close();
    workers.shutdownNow();
    loop.close();
  }

  private static Resource write(CachedResourceStorage to, String name, String colour) {
    return join(to.write(Things.key(name), Things.put(Things.thing(name, colour))));
  }

  private void loseCacheOfThings() {
    for (int i = 0; i < 40; i++) {
      write(things, "thing-%02d".formatted(i), "red");
    }
    awaitUncached(Things.TYPE.toString());
  }

  private void awaitUncached(String... names) {
    await().until(() -> memory.uncached().equals(List.of(names)));
  }

  private static ResourcePage page(CachedResourceStorage from, ListOptions options) {
    return join(from.list(ResourceScope.ALL, options));
  }

  private static List<String> list(CachedResourceStorage from, VersionMatch match) {
    return CacheFixture.contents(page(from, ListOptions.ALL.at(match)));
  }

  private WatchReader watch(CachedResourceStorage of, VersionMatch from, InitialEvents initial) {
    return new WatchReader(of, CacheFixture.request(from, initial, ""), loop);
  }

  @Test
  void watchesOfALostCacheEndAndResumeWithoutAGap() {
    Resource first = write(things, "first", "red");
    list(things, VersionMatch.mostRecent());
    var seen = new ArrayList<String>();
    var expected = new ArrayList<String>();
    try (var watch = watch(things, VersionMatch.exactly(first.version()), InitialEvents.NONE)) {
      for (int i = 0; i < 40; i++) {
        String name = "thing-%02d".formatted(i);
        expected.add("ADDED default/%s@%s".formatted(name, write(things, name, "red").version()));
      }
      for (var event = watch.nextOrEnd(); event.isPresent(); event = watch.nextOrEnd()) {
        seen.add(WatchReader.describe(event.get()));
      }
      assertThat(watch.watch().ended()).isTrue();
    }
    assertThat(seen).isEqualTo(expected.subList(0, seen.size()));
    assertThat(memory.uncached()).containsExactly(Things.TYPE.toString());

    String last = seen.isEmpty() ? first.version().toString() : version(seen.get(seen.size() - 1));
    var from = VersionMatch.exactly(ResourceVersion.of(last));
    try (var watch = watch(things, from, InitialEvents.NONE)) {
      seen.addAll(watch.next(expected.size() - seen.size()));
    }

    assertThat(seen).isEqualTo(expected);
  }

  private static String version(String event) {
    return event.substring(event.indexOf('@') + 1);
  }

  @Test
  void otherResourcesKeepTheirCacheAndWatches() {
    Resource other = write(others, "other", "red");
    list(others, VersionMatch.mostRecent());
    list(things, VersionMatch.mostRecent());
    try (var watch = watch(others, VersionMatch.exactly(other.version()), InitialEvents.NONE)) {
      loseCacheOfThings();

      Resource next = write(others, "next", "red");

      assertThat(watch.next(1)).containsExactly("ADDED default/next@" + next.version());
    }
  }

  @Test
  void uncachedListsAndWatchesEqualThoseOfACache() {
    list(things, VersionMatch.mostRecent());
    loseCacheOfThings();

    List<String> all = list(things, VersionMatch.mostRecent());
    ResourcePage first = page(things, ListOptions.ALL.limitedTo(30));
    Resource changed = write(things, "thing-35", "blue");
    ResourcePage rest =
        page(things, ListOptions.ALL.limitedTo(30).continuedBy(first.continueToken()));

    assertThat(all).hasSize(40);
    assertThat(list(things, VersionMatch.any())).hasSize(40).contains("thing-35 blue");
    assertThat(list(things, VersionMatch.notOlderThan(changed.version())))
        .contains("thing-35 blue");
    assertThat(list(things, VersionMatch.exactly(first.version()))).isEqualTo(all);
    assertThat(first.remaining()).isEqualTo(10);
    assertThat(CacheFixture.contents(rest)).isEqualTo(all.subList(30, 40));
    try (var watch = watch(things, VersionMatch.any(), InitialEvents.MARKED)) {
      assertThat(watch.next(41)).last().isEqualTo("END @" + changed.version());
      watch.watch().requestBookmark();
      assertThat(watch.next(1)).containsExactly("BOOKMARK @" + changed.version());
    }
  }

  @Test
  void resourceTooLargeToFillIsServedFromStorage() {
    for (int i = 0; i < 40; i++) {
      write(things, "thing-%02d".formatted(i), "red");
    }

    assertThat(list(things, VersionMatch.mostRecent())).hasSize(40);

    awaitUncached(Things.TYPE.toString());
    assertThat(list(things, VersionMatch.mostRecent())).hasSize(40);
  }

  @Test
  void cacheReturnsWhenObjectsAreDeleted() {
    list(things, VersionMatch.mostRecent());
    loseCacheOfThings();
    for (int i = 3; i < 40; i++) {
      join(things.write(Things.key("thing-%02d".formatted(i)), Things.delete()));
    }

    await()
        .until(
            () -> {
              timers.advance(Duration.ofSeconds(10));
              return memory.uncached().isEmpty();
            });

    assertThat(list(things, VersionMatch.mostRecent())).hasSize(3);
    // Only a cache returns the whole list despite the limit.
    ResourcePage whole = page(things, ListOptions.ALL.at(VersionMatch.any()).limitedTo(1));
    assertThat(CacheFixture.contents(whole)).hasSize(3);
  }
}
