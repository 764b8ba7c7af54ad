package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static io.listwatch.reflector.ReflectorPolicy.CLIENT;
import static io.listwatch.reflector.ReflectorState.LISTING;
import static io.listwatch.reflector.ReflectorState.NEW;
import static io.listwatch.reflector.ReflectorState.STOPPED;
import static io.listwatch.reflector.ReflectorState.STREAMING;
import static io.listwatch.reflector.ReflectorState.WAITING;
import static io.listwatch.reflector.ReflectorState.WATCHING;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent.Unreadable;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The status, listener calls, logs and metrics of a reflector. */
final class MonitorTest {
  private final FakeCollection collection = new FakeCollection();

  @Test
  void reportsEveryChangeOfState() {
    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      collection.failNextWatch(Failures.forbidden());
      collection.breakWatches(Failures.expired());
      run.skipPause();
      run.reflector.close();
      run.awaitReturn();

      assertThat(run.listener.states())
          .containsExactly(STREAMING, WATCHING, WAITING, STREAMING, LISTING, WATCHING, STOPPED);
    }
  }

  @Test
  void statusIsEmptyBeforeTheStart() {
    try (var run = ReflectorRun.prepare(collection, builder -> {})) {
      ReflectorStatus status = run.status();

      assertThat(status)
          .isEqualTo(
              new ReflectorStatus(
                  NEW,
                  run.timers.now(),
                  ResourceVersion.UNSET,
                  null,
                  null,
                  null,
                  null,
                  false,
                  false,
                  0,
                  0,
                  0,
                  DeltaState.NO));
      assertThat(status.healthy()).isFalse();
    }
  }

  @Test
  void recordsTheTimesOfTheLastEventAndBookmark() {
    try (var run = ReflectorRun.start(collection, ReflectorRun.LISTING).settle()) {
      Instant start = run.timers.now();
      assertThat(run.status().lastEvent()).isNull();

      run.advance(Duration.ofSeconds(20));
      collection.bookmark();
      run.advance(Duration.ofSeconds(20));
      assertThat(run.status().lastEvent()).isEqualTo(start.plusSeconds(20));
      collection.put("a", "1");
      run.advance(Duration.ofSeconds(20));

      assertThat(run.status().lastBookmark()).isEqualTo(start.plusSeconds(20));
      assertThat(run.status().lastEvent()).isEqualTo(start.plusSeconds(40));
      assertThat(run.status().since()).isEqualTo(start);
      assertThat(run.status().version()).isEqualTo(version(2));
    }
  }

  @Test
  void countsListsReconnectsAndUnreadableObjects() {
    try (var run = ReflectorRun.start(collection, ReflectorRun.LISTING).settle()) {
      for (int i = 0; i < 3; i++) {
        run.advance(Duration.ofMinutes(4));
        collection.endWatches();
        run.settle();
      }
      collection.breakWatches(Failures.expired());
      run.skipPause();
      collection.send(new Unreadable(UnreadableObject.of(note("a", 3), "is poison")));
      run.settle();

      ReflectorStatus status = run.status();
      assertThat(status.lists()).isEqualTo(2);
      assertThat(status.reconnects()).isEqualTo(4);
      assertThat(status.unreadable()).isEqualTo(1);
    }
  }

  @Test
  void isHealthyOnceFilledUnhealthyDuringFailuresAndHealthyAfterRecovery() {
    var failure = Failures.internalError();
    collection.failNextList(failure);
    try (var run = ReflectorRun.start(collection, ReflectorRun.LISTING)) {
      run.awaitPause();
      assertThat(run.status().failing()).isTrue();
      assertThat(run.status().healthy()).isFalse();
      Instant failed = run.timers.now();

      run.skipPause();
      assertThat(run.status().failing()).isFalse();
      assertThat(run.status().healthy()).isTrue();
      assertThat(run.status().lastError()).isSameAs(failure);
      assertThat(run.status().lastErrorTime()).isEqualTo(failed);

      collection.failNextWatch(Failures.unavailable());
      run.advance(Duration.ofMinutes(4));
      collection.endWatches();
      run.awaitPause();
      assertThat(run.status().healthy()).isFalse();

      run.skipPause();
      assertThat(run.status().healthy()).isTrue();

      run.reflector.close();
      run.awaitReturn();
      assertThat(run.status().healthy()).isFalse();
    }
  }

  @Test
  void listIsCountedBeforeTheStoreIsFilled() {
    var within = new AtomicReference<ReflectorStatus>();
    try (var run = ReflectorRun.prepare(collection, builder -> {})) {
      run.store.beforeNextWrite(() -> within.set(run.status()));
      run.start().settle();

      assertThat(within.get().complete()).isTrue();
      assertThat(within.get().lists()).isEqualTo(1);
      assertThat(within.get().healthy()).isTrue();
    }
  }

  @Test
  void isWatchingWhenItIsNoLongerFailing() {
    List<ReflectorStatus> seen = new CopyOnWriteArrayList<>();
    AtomicReference<@Nullable Reflector> reflector = new AtomicReference<>();
    Runnable look =
        () -> {
          Reflector observed = reflector.get();
          if (observed != null) {
            seen.add(observed.status());
          }
        };
    collection.failNextList(Failures.internalError());
    try (var run =
        ReflectorRun.prepare(
            collection,
            builder ->
                builder.policy(ReflectorRun.LISTING).timers(new Observed(builder.timers, look)))) {
      reflector.set(run.reflector);
      run.start().skipPause();

      assertThat(run.status().healthy()).isTrue();
      assertThat(seen).anyMatch(status -> status.failing() && status.complete());
      assertThat(seen)
          .filteredOn(ReflectorStatus::healthy)
          .allMatch(status -> status.state() == WATCHING);
    }
  }

  @Test
  void isHealthyThoughTheSourceHasNoVersions() {
    var source = new ScriptedSource().lists(ResourceVersion.UNSET).watches(new FakeWatch());

    try (var run = ReflectorRun.start(source, ReflectorRun.LISTING).settle()) {
      assertThat(run.status().healthy()).isTrue();
    }
  }

  @Test
  void countsABrokenConnectionAsFailureOnlyAfterAShortStream() {
    List<Boolean> failing = new CopyOnWriteArrayList<>();
    var reflector = new AtomicReference<Reflector>();
    var listener =
        new ReflectorListener() {
          @Override
          public void onError(Exception error) {
            failing.add(reflector.get().status().failing());
          }
        };
    try (var run =
        ReflectorRun.prepare(
            collection, builder -> builder.policy(ReflectorRun.LISTING).listener(listener))) {
      reflector.set(run.reflector);
      run.start().settle();

      collection.breakWatches(Failures.unavailable());
      run.settle();
      collection.breakWatches(Failures.unavailable());
      run.skipPause();
      run.advance(Duration.ofMinutes(1));
      collection.breakWatches(Failures.unavailable());
      run.settle();

      assertThat(failing).containsExactly(false, true, false);
    }
  }

  @Test
  void throwingListenerDoesNotDisturbTheReflector() {
    collection.failNextList(Failures.internalError());
    try (var run =
        ReflectorRun.start(
            collection, builder -> builder.policy(ReflectorRun.LISTING).listener(new Thrower()))) {
      run.skipPause();
      collection.send(new Unreadable(UnreadableObject.of(note("a", 3), "is poison")));
      collection.put("a", "1");
      run.settle();

      assertThat(run.store.objects()).isEqualTo(collection.objects());
    }
  }

  @Test
  void recordsItsMetrics() {
    var metrics = new RecordingMetrics();
    collection.put("a", "1");
    collection.put("b", "1");
    try (var run =
        ReflectorRun.start(
                collection,
                builder -> builder.policy(ReflectorRun.LISTING).name("notes").metrics(metrics))
            .settle()) {
      collection.put("c", "1");
      run.advance(Duration.ofSeconds(200));
      assertThat(metrics.read("reflector_last_resource_version")).isEqualTo(4);
      collection.endWatches();
      run.settle();
      collection.endWatches();
      run.skipPause();
      collection.send(new Unreadable(UnreadableObject.of(note("a", 3), "is poison")));
      run.settle();

      assertThat(metrics.counters)
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  "reflector_lists_total",
                  2L,
                  "reflector_watches_total",
                  3L,
                  "reflector_short_watches_total",
                  1L,
                  "reflector_errors_total",
                  1L,
                  "reflector_unreadable_objects_total",
                  1L));
      assertThat(metrics.distributions.get("reflector_items_per_list")).containsExactly(2.0, 3.0);
      assertThat(metrics.distributions.get("reflector_list_duration_seconds"))
          .containsExactly(0.0, 0.0);
      assertThat(metrics.distributions.get("reflector_items_per_watch")).containsExactly(1.0, 0.0);
      assertThat(metrics.distributions.get("reflector_watch_duration_seconds"))
          .containsExactly(200.0, 0.0);
      assertThat(metrics.tags).allSatisfy(tags -> assertThat(tags).containsEntry("name", "notes"));
    }
    assertThat(metrics.gauges).isEmpty();
  }

  @Test
  void closeUnregistersTheGaugeEvenWithoutARun() {
    var metrics = new RecordingMetrics();
    try (var run = ReflectorRun.prepare(collection, builder -> builder.metrics(metrics))) {
      run.reflector.close();

      assertThat(metrics.gauges).isEmpty();
    }
  }

  /** Calls {@code look} whenever a reflector reads the clock, even in the middle of a change. */
  private record Observed(Timers timers, Runnable look) implements Timers {
    @Override
    public long nanoTime() {
      return timers.nanoTime();
    }

    @Override
    public Instant now() {
      look.run();
      return timers.now();
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      return timers.schedule(delay, task);
    }
  }

  private static final class Thrower implements ReflectorListener {
    @Override
    public void onStateChange(ReflectorState from, ReflectorState to) {
      throw new IllegalStateException("no states, please");
    }

    @Override
    public void onError(Exception error) {
      throw new IllegalStateException("no errors, please");
    }

    @Override
    public void onUnreadable(UnreadableObject object) {
      throw new IllegalStateException("nothing unreadable, please");
    }
  }

  private static final class RecordingMetrics implements Metrics {
    private final Map<String, Long> counters = new ConcurrentHashMap<>();
    private final Map<String, List<Double>> distributions = new ConcurrentHashMap<>();
    private final Map<String, DoubleSupplier> gauges = new ConcurrentHashMap<>();
    private final List<Map<String, String>> tags = new CopyOnWriteArrayList<>();

    double read(String gauge) {
      return new TreeMap<>(gauges).getOrDefault(gauge, () -> -1).getAsDouble();
    }

    @Override
    public Counter counter(String name, Map<String, String> newTags) {
      tags.add(newTags);
      return amount -> counters.merge(name, amount, Long::sum);
    }

    @Override
    public Distribution distribution(String name, Map<String, String> newTags) {
      tags.add(newTags);
      List<Double> amounts = new CopyOnWriteArrayList<>();
      distributions.put(name, amounts);
      return amounts::add;
    }

    @Override
    public Gauge gauge(String name, Map<String, String> newTags, DoubleSupplier value) {
      tags.add(newTags);
      gauges.put(name, value);
      return () -> gauges.remove(name);
    }
  }
}
