package io.listwatch.server.cache;

import static io.listwatch.server.resource.Things.join;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ExpiredException;
import io.listwatch.model.Resource;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.TestLoop;
import io.listwatch.server.resource.WatchReader;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import io.listwatch.storage.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The conditions under which a watch on a cache continues or ends. */
final class WatchSubscriptionTest {
  private CacheFixture cache = new CacheFixture(100);

  @AfterEach
  void close() {
    cache.close();
  }

  private WatchReader watch(VersionMatch from, InitialEvents initial) {
    return cache.watch(from, initial, "");
  }

  /** Waits until a watch has sent all its events and is parked. */
  private static void drain(WatchReader watch) {
    watch.watch().requestBookmark();
    while (!(watch.next() instanceof WatchEvent.Bookmark)) {}
  }

  @Test
  void idleWatchDoesNotFallBehind() throws Exception {
    cache.write("a", "red");
    var seen = new LinkedBlockingQueue<WatchEvent>();
    try (var watch = eager("spec.colour=gold", seen)) {
      watch.requestBookmark();
      assertThat(seen.poll(30, TimeUnit.SECONDS)).isInstanceOf(WatchEvent.Bookmark.class);
      for (int i = 0; i < 10_000; i++) {
        cache.write("a", "colour " + i);
      }
      Resource match = cache.write("b", "gold");

      assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo(new WatchEvent.Added(match));
    }
  }

  /** Opens a watch that is read whenever it wakes its reader, as by a writable connection. */
  private ResourceWatch eager(String fields, Queue<WatchEvent> seen) {
    var opened = new AtomicReference<ResourceWatch>();
    Runnable read =
        () -> {
          ResourceWatch watch = opened.get();
          if (watch != null) {
            Stream.generate(watch::poll).takeWhile(Objects::nonNull).forEach(seen::add);
          }
        };
    opened.set(
        cache.resources.watch(
            CacheFixture.request(VersionMatch.mostRecent(), InitialEvents.NONE, fields),
            cache.loop,
            read));
    cache.loop.execute(read);
    return opened.get();
  }

  @Test
  void unreadWatchEndsWhenWindowMovesOn() {
    var metrics = new CountedMetrics();
    cache.close();
    cache = new CacheFixture(new WindowLimits(100, 1, Duration.ofHours(1)), metrics);
    cache.write("a", "red");
    try (var slow = watch(VersionMatch.mostRecent(), InitialEvents.NONE)) {
      drain(slow);
      cache.write("a", "blue");
      // A watch that is parked when the window moves on would not end: it would catch up.
      slow.next(1);
      for (int i = 0; i < 500; i++) {
        cache.write("a", "colour " + i);
      }
      cache.settle();

      slow.awaitEnd();

      assertThat(metrics.count("apiserver_terminated_watchers_total")).isEqualTo(1);
    }
  }

  @Test
  void watchThatKeepsUpNeverEnds() {
    Resource first = cache.write("a", "red");
    try (var watch = watch(VersionMatch.exactly(first.version()), InitialEvents.NONE)) {
      for (int i = 0; i < 1_000; i++) {
        Resource changed = cache.write("a", "colour " + i);
        assertThat(watch.next(1)).containsExactly("MODIFIED default/a@" + changed.version());
      }
    }
  }

  @Test
  void watchCatchesUpFromStorageUntilItReachesTheWindow() {
    Resource first = cache.write("a", "red");
    var expected = new ArrayList<String>();
    cache.settle();
    for (int i = 0; i < 1_000; i++) {
      expected.add("MODIFIED default/a@" + cache.write("a", "colour " + i).version());
    }
    cache.settle();

    try (var watch = watch(VersionMatch.exactly(first.version()), InitialEvents.NONE)) {
      assertThat(watch.next(1_000)).isEqualTo(expected);
      drain(watch);
      // Only the cache's own watch is left.
      assertThat(cache.storage.openWatches()).isEqualTo(1);

      Resource last = cache.write("b", "red");

      assertThat(watch.next(1)).containsExactly("ADDED default/b@" + last.version());
    }
  }

  /** A fast reader freed the buffer just after it was found full, which counted as the end. */
  @Test
  void catchUpIsCompleteForFastReader() {
    Resource first = cache.write("a", "red");
    for (int i = 0; i < 1_000; i++) {
      cache.write("a", "colour " + i);
    }
    cache.settle();

    for (int i = 0; i < 100; i++) {
      try (var watch = watch(VersionMatch.exactly(first.version()), InitialEvents.NONE)) {
        assertThat(watch.next(1_000)).hasSize(1_000);
      }
    }
  }

  @Test
  void expiresOnlyIfStorageHasCompacted() {
    Resource first = cache.write("a", "red");
    cache.write("a", "blue");
    cache.settle();
    Resource last = cache.write("a", "green");
    cache.settle();
    join(cache.storage.compact(Long.parseLong(last.version().toString())));
    cache.settle();
    long floor = Long.parseLong(last.version().toString()) - 1;

    try (var watch = watch(VersionMatch.exactly(first.version()), InitialEvents.NONE)) {
      assertThatThrownBy(watch::next)
          .isInstanceOf(ExpiredException.class)
          .hasMessageEndingWith(
              "too old resource version: %s (%d)".formatted(first.version(), floor));
    }
  }

  @Test
  void watchesShareEventsOfTheSameChange() {
    Resource first = cache.write("a", "red");
    cache.settle();
    try (var one = watch(VersionMatch.exactly(first.version()), InitialEvents.NONE);
        var red =
            cache.watch(
                VersionMatch.exactly(first.version()), InitialEvents.NONE, "spec.colour=red");
        var alsoRed =
            cache.watch(
                VersionMatch.exactly(first.version()), InitialEvents.NONE, "spec.colour=red");
        var two = watch(VersionMatch.exactly(first.version()), InitialEvents.NONE)) {
      cache.write("a", "blue");

      assertThat(one.next()).isSameAs(two.next());
      assertThat(red.next()).isInstanceOf(WatchEvent.Deleted.class).isSameAs(alsoRed.next());
    }
  }

  @Test
  void everyEventLoopGetsAllEvents() {
    Resource first = cache.write("a", "red");
    var loops = List.of(new TestLoop(), new TestLoop(), new TestLoop());
    var watches = new ArrayList<WatchReader>();
    for (int i = 0; i < 30; i++) {
      watches.add(
          cache.watch(
              VersionMatch.exactly(first.version()), InitialEvents.NONE, "", loops.get(i % 3)));
    }
    watches.forEach(WatchSubscriptionTest::drain);
    var expected = new ArrayList<String>();
    for (int i = 0; i < 90; i++) {
      expected.add("MODIFIED default/a@" + cache.write("a", "colour " + i).version());
    }

    assertThat(watches).allSatisfy(watch -> assertThat(watch.next(90)).isEqualTo(expected));
    watches.forEach(WatchReader::close);
    loops.forEach(TestLoop::close);
  }

  @Test
  void bookmarkOfQuietCacheHasRevisionOfStorage() {
    Resource first = cache.write("a", "red");
    try (var watch = watch(VersionMatch.exactly(first.version()), InitialEvents.NONE)) {
      drain(watch);
      long elsewhere = join(cache.storage.put(Key.of("other"), new byte[0]));
      cache.timers.advance(Duration.ofSeconds(30));

      watch.watch().requestBookmark();

      assertThat(watch.next(1)).containsExactly("BOOKMARK @" + elsewhere);
    }
  }

  /** Makes the cache list again once its back-off of one second is over. */
  private void breakWatches() throws InterruptedException {
    awaitWatch();
    // No read is waiting, so only the consistency check is scheduled after this.
    cache.timers.advance(Duration.ofSeconds(1));
    cache.storage.breakWatches();
    cache.timers.awaitPending(2);
  }

  /** Waits until the cache has listed and is watching. */
  private void awaitWatch() {
    await().until(() -> cache.storage.openWatches() > 0);
  }

  @Test
  void watchSurvivesRelistWithoutChanges() throws Exception {
    Resource first = cache.write("a", "red");
    try (var watch = watch(VersionMatch.exactly(first.version()), InitialEvents.NONE)) {
      drain(watch);

      breakWatches();
      cache.timers.advance(Duration.ofSeconds(1));
      awaitWatch();
      Resource second = cache.write("b", "red");

      assertThat(watch.next(1)).containsExactly("ADDED default/b@" + second.version());
    }
  }

  @Test
  void relistWithChangesEndsWatches() throws Exception {
    Resource first = cache.write("a", "red");
    try (var watch = watch(VersionMatch.exactly(first.version()), InitialEvents.NONE)) {
      drain(watch);
      cache.storage.hold();
      Resource second = cache.write("b", "red");

      breakWatches();
      cache.storage.release();
      cache.timers.advance(Duration.ofSeconds(1));
      watch.awaitEnd();

      try (var again = watch(VersionMatch.exactly(first.version()), InitialEvents.NONE)) {
        assertThat(again.next(1)).containsExactly("ADDED default/b@" + second.version());
      }
    }
  }

  @Test
  void closeReleasesWatchesMetricsAndThread() {
    var metrics = new CountedMetrics();
    cache.close();
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    cache = new CacheFixture(new WindowLimits(100, 1, Duration.ofHours(1)), metrics);
    Resource first = cache.write("a", "red");
    cache.write("a", "blue");
    cache.settle();
    var watch = watch(VersionMatch.exactly(first.version()), InitialEvents.NONE);
    watch.next(1);

    cache.resources.close();

    watch.awaitEnd();
    watch.close();
    assertThat(cache.storage.openWatches()).isZero();
    assertThat(metrics.openGauges()).isZero();
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread))
        .noneMatch(thread -> thread.getName().startsWith("listwatch-cache-"));
  }
}
