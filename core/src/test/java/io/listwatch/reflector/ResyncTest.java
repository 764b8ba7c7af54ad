package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static io.listwatch.reflector.ReflectorRun.LISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.WatchEvent.Added;
import io.listwatch.model.WatchEvent.Bookmark;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ResyncTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final ReflectorPolicy RESYNCING =
      LISTING.with(policy -> policy.resyncPeriod(MINUTE));

  private final FakeCollection collection = new FakeCollection();
  private final ScriptedSource source = new ScriptedSource();

  @Test
  void resyncsOncePerPeriod() {
    try (var run = ReflectorRun.start(collection, RESYNCING).settle()) {
      run.advance(MINUTE.minusNanos(1));
      assertThat(run.store.writes()).containsExactly("replace [] at 1");

      run.advance(Duration.ofNanos(1));
      assertThat(run.store.writes()).containsExactly("replace [] at 1", "resync");

      run.advance(MINUTE);
      assertThat(run.store.writes()).containsExactly("replace [] at 1", "resync", "resync");
    }
  }

  @Test
  void neverResyncsWithoutAPeriod() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      run.advance(Duration.ofDays(1));

      assertThat(run.store.writes()).containsExactly("replace [] at 1");
    }
  }

  @Test
  void resyncMayBeRequestedFromAnyThread() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      run.reflector.resync();
      run.settle();

      assertThat(run.store.writes()).containsExactly("replace [] at 1", "resync");
    }
  }

  /** client-go restarts its timer with every list, and so may never resync. */
  @Test
  void listsDoNotDelayResyncs() {
    try (var run = ReflectorRun.start(collection, RESYNCING).settle()) {
      for (int i = 0; i < 6; i++) {
        run.advance(Duration.ofSeconds(19));
        collection.breakWatches(Failures.expired());
        run.skipPause();
      }

      assertThat(run.asked()).filteredOn(line -> line.startsWith("list")).hasSize(7);
      assertThat(run.store.writes()).filteredOn("resync"::equals).isNotEmpty();
    }
  }

  /** The resync once waited for the next event. */
  @Test
  void earlyRequestResyncsAsSoonAsTheStoreIsFilled() {
    try (var run = ReflectorRun.prepare(collection, builder -> builder.policy(LISTING))) {
      run.reflector.resync();
      run.start().settle();

      assertThat(run.store.writes()).containsExactly("replace [] at 1", "resync");
    }
  }

  @Test
  void requestDuringAnOutageResyncsAfterRecovery() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.breakWatches(Failures.expired());
      run.awaitPause();

      run.reflector.resync();
      run.skipPause();

      assertThat(run.store.writes())
          .containsExactly("replace [] at 1", "replace [] at 1", "resync");
    }
  }

  @Test
  void resyncWaitsForTheInitialState() {
    var watch = new FakeWatch(new Added(note("a", 2)));
    source.watches(watch);
    try (var run = ReflectorRun.start(source, ReflectorPolicy.CLIENT).settle()) {
      run.reflector.resync();
      run.settle();
      assertThat(run.store.writes()).isEmpty();

      watch.put(new Bookmark(version(3), true));
      run.settle();

      assertThat(run.store.writes()).containsExactly("replace [a@2] at 3", "resync");
    }
  }

  @Test
  void resyncsEvenIfTheSourceCannotBeWatched() {
    try (var run = ReflectorRun.prepare(collection, builder -> builder.policy(LISTING))) {
      collection.failNextWatch(Failures.unavailable());
      run.reflector.resync();
      run.start().awaitPause();

      assertThat(run.store.writes()).containsExactly("replace [] at 1", "resync");
    }
  }

  @Test
  void retriesAFailedResync() {
    var failure = new IllegalStateException("no resync today");
    try (var run = ReflectorRun.start(collection, RESYNCING).settle()) {
      run.store.failNextWrite(failure);

      run.advance(MINUTE);
      run.skipPause();
      run.advance(MINUTE);

      assertThat(run.listener.errors()).containsExactly(failure);
      assertThat(run.store.writes())
          .containsExactly("replace [] at 1", "resync", "replace [] at 1", "resync");
    }
  }

  @Test
  void predicateDecidesOncePerPeriod() {
    var answers = new AtomicBoolean();
    var asked = new AtomicInteger();
    try (var run =
        ReflectorRun.start(
                collection,
                builder ->
                    builder
                        .policy(RESYNCING)
                        .shouldResync(
                            () -> {
                              asked.incrementAndGet();
                              return answers.get();
                            }))
            .settle()) {
      run.advance(MINUTE);
      run.advance(MINUTE);
      assertThat(run.store.writes()).containsExactly("replace [] at 1");
      assertThat(asked).hasValue(2);

      answers.set(true);
      run.advance(MINUTE);

      assertThat(run.store.writes()).containsExactly("replace [] at 1", "resync");
    }
  }

  @Test
  void explicitRequestDoesNotCallThePredicate() {
    try (var run =
        ReflectorRun.start(
                collection, builder -> builder.policy(RESYNCING).shouldResync(() -> false))
            .settle()) {
      run.reflector.resync();
      run.settle();

      assertThat(run.store.writes()).containsExactly("replace [] at 1", "resync");
    }
  }

  @Test
  void failingPredicateMakesTheReflectorListAgain() {
    var failure = new IllegalStateException("undecided");
    try (var run =
        ReflectorRun.start(
                collection,
                builder ->
                    builder
                        .policy(RESYNCING)
                        .shouldResync(
                            () -> {
                              throw failure;
                            }))
            .settle()) {
      run.advance(MINUTE);
      run.skipPause();

      assertThat(run.listener.errors()).containsExactly(failure);
      assertThat(run.store.writes()).containsExactly("replace [] at 1", "replace [] at 1");
    }
  }

  @Test
  void explicitRequestDoesNotShortenThePeriod() {
    try (var run = ReflectorRun.start(collection, RESYNCING).settle()) {
      for (int i = 0; i < 3; i++) {
        run.reflector.resync();
        run.settle();
      }

      run.advance(MINUTE);
      run.settle();

      assertThat(run.store.writes()).filteredOn("resync"::equals).hasSize(4);
    }
  }
}
