package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static io.listwatch.reflector.ReflectorPolicy.CLIENT;
import static io.listwatch.reflector.ReflectorRun.LISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.log.RecordedLog;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent.Added;
import io.listwatch.model.WatchEvent.Bookmark;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * The messages of a reflector, at client-go's levels: its warnings and traces are visible by
 * default, V(2) to V(4) are debug.
 */
final class ReflectorLogTest {
  private final FakeCollection collection = new FakeCollection();
  private final ScriptedSource source = new ScriptedSource();

  /** The clock of the run, for results that take time. */
  private final AtomicReference<ManualTimers> clock = new AtomicReference<>();

  @Test
  void logsTheLifeOfAStreamingReflector() {
    collection.put("a", "1");
    try (var log = RecordedLog.of("life")) {
      try (var run =
          ReflectorRun.start(
              collection,
              builder ->
                  builder
                      .name("life")
                      .policy(CLIENT.with(p -> p.resyncPeriod(Duration.ofMinutes(1)))))) {
        run.settle().advance(Duration.ofMinutes(1));
      }

      assertThat(log.lines())
          .containsExactly(
              "DEBUG starting, with a resync period of PT1M",
              "DEBUG NEW -> STREAMING at version ",
              "DEBUG end of 2 initial events after 0 ms",
              "DEBUG populated with 1 objects in 0 ms",
              "DEBUG STREAMING -> WATCHING at version 2",
              "DEBUG forcing resync",
              "DEBUG watch closed after 2 events and 60000 ms",
              "DEBUG WATCHING -> STOPPED at version 2");
    }
  }

  @Test
  void reportsTheFallBackToListsOnce() {
    collection.failNextWatch(Failures.forbidden());
    try (var log = RecordedLog.of("fallback");
        var run = ReflectorRun.start(collection, builder -> builder.name("fallback")).settle()) {
      collection.failNextWatch(Failures.forbidden());
      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(log.lines())
          .filteredOn(line -> line.startsWith("WARN"))
          .singleElement()
          .asString()
          .startsWith("WARN cannot fetch by a streaming list, lists instead: ");
      assertThat(run.asked()).filteredOn(line -> line.startsWith("stream")).hasSize(2);
    }
  }

  @Test
  void showsTheStepsOfASlowList() {
    source.lists(() -> page(Duration.ofSeconds(7), version(3), "next"));
    source.lists(() -> page(Duration.ofSeconds(4), version(3), ""));
    source.watches(new FakeWatch());
    try (var log = RecordedLog.of("slow-list");
        var run = prepare("slow-list", LISTING)) {
      run.start().settle();

      assertThat(log.lines())
          .contains(
              "INFO slow list: 11000 ms (first page of 1 objects listed 7000 ms, 1 more pages"
                  + " listed 4000 ms, store replaced 0 ms)");
    }
  }

  @Test
  void showsTheStepsOfASlowStream() {
    var watch = new FakeWatch(new Added(note("a", 2)));
    source.watches(
        () -> {
          clock.get().advance(Duration.ofSeconds(2));
          return watch;
        });
    try (var log = RecordedLog.of("slow-stream");
        var run = prepare("slow-stream", CLIENT)) {
      run.store.beforeNextWrite(() -> run.timers.advance(Duration.ofSeconds(5)));
      run.start();
      run.await("the first event", () -> run.status().lastEvent() != null);
      run.timers.advance(Duration.ofSeconds(4));
      watch.put(new Bookmark(version(3), true));
      run.await("the store to be filled", () -> run.status().state() == ReflectorState.WATCHING);

      assertThat(log.lines())
          .contains(
              "INFO slow streaming list: 11000 ms (watch opened 2000 ms, 1 objects streamed"
                  + " 4000 ms, store replaced 5000 ms)");
    }
  }

  @Test
  void showsTheStepsOfASlowListThatFails() {
    source.lists(() -> page(Duration.ofSeconds(8), version(3), "next"));
    source.lists(
        () -> {
          clock.get().advance(Duration.ofSeconds(3));
          throw Failures.unavailable();
        });
    try (var log = RecordedLog.of("slow-failure");
        var run = prepare("slow-failure", LISTING)) {
      run.start().awaitPause();

      assertThat(log.lines())
          .contains(
              "INFO slow list: 11000 ms (first page of 1 objects listed 8000 ms, unfinished"
                  + " 3000 ms)");
    }
  }

  @Test
  void fastListHasNoTrace() {
    source.lists(() -> page(Duration.ofSeconds(10), version(3), "")).watches(new FakeWatch());
    try (var log = RecordedLog.of("fast");
        var run = prepare("fast", LISTING)) {
      run.start().settle();

      assertThat(log.lines()).noneMatch(line -> line.startsWith("INFO"));
    }
  }

  private ReflectorRun prepare(String name, ReflectorPolicy policy) {
    var run = ReflectorRun.prepare(source, builder -> builder.name(name).policy(policy));
    clock.set(run.timers);
    return run;
  }

  private ResourceList page(Duration took, ResourceVersion version, String token) {
    clock.get().advance(took);
    var object = note(token.isEmpty() ? "b" : "a", 2);
    return new ResourceList(List.of(object), List.of(), version, token);
  }
}
