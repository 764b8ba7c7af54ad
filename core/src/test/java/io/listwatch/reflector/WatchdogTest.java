package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static io.listwatch.reflector.ReflectorRun.LISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent.Added;
import io.listwatch.model.WatchEvent.Bookmark;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Without jitter, a watch requests a timeout of 300 seconds. */
final class WatchdogTest {
  private static final ReflectorPolicy LASTING =
      LISTING.with(policy -> policy.watchTimeout(Duration.ofHours(2)));

  private final FakeCollection collection = new FakeCollection();
  private final ScriptedSource source = new ScriptedSource();

  @Test
  void endsAWatch30SecondsAfterItsTimeout() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.put("a", "1");
      run.advance(Duration.ofSeconds(329));
      assertThat(run.asked()).hasSize(2);

      run.advance(Duration.ofSeconds(1));

      assertThat(run.asked())
          .containsExactly("list any, 500 a page", "watch after 1", "watch after 2");
      assertThat(run.listener.errors())
          .hasOnlyElementsOfType(UnavailableException.class)
          .hasSize(1);
    }
  }

  @Test
  void toleratesAnySilenceOfASourceWithoutBookmarks() {
    try (var run = ReflectorRun.start(collection, LASTING).settle()) {
      run.advance(Duration.ofHours(2));

      assertThat(run.asked()).hasSize(2);
    }
  }

  @Test
  void endsAWatchThatIsSilentForThreeMinutesAfterTwoBookmarks() {
    try (var run = ReflectorRun.start(collection, LASTING).settle()) {
      bookmarks(run, 2, Duration.ofMinutes(1));
      run.advance(Duration.ofSeconds(179));
      assertThat(run.asked()).hasSize(2);

      run.advance(Duration.ofSeconds(1));

      assertThat(run.asked())
          .containsExactly("list any, 500 a page", "watch after 1", "watch after 1");
      assertThat(run.listener.errors().get(0)).hasMessageContaining("no event for 180 s");
      assertThat(run.pauses()).isEmpty();
    }
  }

  @Test
  void nextWatchDeliversTheEventsOfADeadWatch() {
    source.lists(version(1));
    source.watches(new FakeWatch(new Bookmark(version(5)), new Bookmark(version(6))));
    source.watches(new FakeWatch(new Added(note("a", 7))));
    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      run.advance(Duration.ofMinutes(3));

      assertThat(run.asked()).endsWith("watch after 6");
      assertThat(run.store.writes()).endsWith("add a@7");
    }
  }

  @Test
  void anyEventCountsAsASignOfLife() {
    try (var run = ReflectorRun.start(collection, LASTING).settle()) {
      bookmarks(run, 2, Duration.ofMinutes(1));
      for (int i = 0; i < 5; i++) {
        run.advance(Duration.ofSeconds(170));
        collection.put("a", "still there");
        run.settle();
      }

      assertThat(run.asked()).hasSize(2);
    }
  }

  @Test
  void allowsLongerSilenceIfBookmarksAreRare() {
    try (var run = ReflectorRun.start(collection, LASTING).settle()) {
      bookmarks(run, 2, Duration.ofMinutes(10));
      run.advance(Duration.ofMinutes(30).minusSeconds(1));
      assertThat(run.asked()).hasSize(2);

      run.advance(Duration.ofSeconds(1));

      assertThat(run.asked()).hasSize(3);
    }
  }

  @Test
  void oneBookmarkDoesNotActivateTheIdleLimit() {
    try (var run = ReflectorRun.start(collection, LASTING).settle()) {
      bookmarks(run, 1, Duration.ZERO);
      run.advance(Duration.ofHours(1));
      collection.endWatches();
      run.settle();
      bookmarks(run, 1, Duration.ZERO);
      run.advance(Duration.ofHours(1));

      assertThat(run.asked()).hasSize(3);
      assertThat(run.listener.errors()).isEmpty();
    }
  }

  @Test
  void idleLimitAppliesToTheNextWatchFromItsStart() {
    try (var run = ReflectorRun.start(collection, LASTING).settle()) {
      bookmarks(run, 2, Duration.ofMinutes(1));
      collection.endWatches();
      run.settle();
      assertThat(run.asked()).hasSize(3);

      run.advance(Duration.ofMinutes(3));

      assertThat(run.asked()).hasSize(4);
    }
  }

  @Test
  void timeBetweenWatchesDoesNotCountAsAnInterval() {
    try (var run = ReflectorRun.start(collection, LASTING).settle()) {
      bookmarks(run, 2, Duration.ofMinutes(1));
      run.advance(Duration.ofMinutes(2));
      collection.endWatches();
      run.settle();
      run.advance(Duration.ofMinutes(2));
      bookmarks(run, 1, Duration.ZERO);
      run.advance(Duration.ofMinutes(3));

      assertThat(run.asked()).hasSize(4);
    }
  }

  @Test
  void withoutAnIdleTimeoutEndsWatchesOnlyByTheirTimeout() {
    try (var run =
        ReflectorRun.start(collection, LASTING.with(p -> p.idleTimeout(Duration.ZERO))).settle()) {
      bookmarks(run, 5, Duration.ofMinutes(1));
      run.advance(Duration.ofMinutes(110));

      assertThat(run.asked()).hasSize(2);
    }
  }

  @Test
  void serverPolicyNeverEndsAWatch() {
    try (var run = ReflectorRun.start(collection, ReflectorPolicy.SERVER).settle()) {
      bookmarks(run, 5, Duration.ofMinutes(1));
      run.advance(Duration.ofDays(365));

      assertThat(run.asked()).hasSize(2);
    }
  }

  @Test
  void endsAStreamOfInitialEventsAfterItsTimeout() {
    source.watches(new FakeWatch(new Added(note("a", 2))));
    source.watches(new FakeWatch(new Added(note("a", 2)), new Bookmark(version(2), true)));
    // Otherwise the reader may notice the silence before the clock reaches the timeout.
    ReflectorPolicy patient =
        ReflectorPolicy.CLIENT.with(policy -> policy.silentStreamTimeout(Duration.ZERO));
    try (var run = ReflectorRun.start(source, patient).settle()) {
      run.advance(Duration.ofSeconds(330));
      run.skipPause();

      assertThat(run.store.writes()).containsExactly("replace [a@2] at 2");
    }
  }

  @Test
  void toleratesAClockThatWrapsAround() {
    long shift = Long.MAX_VALUE - Duration.ofSeconds(200).toNanos();
    try (var run =
        ReflectorRun.start(
            collection,
            builder -> builder.policy(LISTING).timers(new Shifted(builder.timers, shift)))) {
      run.settle();
      bookmarks(run, 2, Duration.ZERO);

      run.advance(Duration.ofMinutes(3));

      assertThat(run.asked()).hasSize(3);
    }
  }

  private void bookmarks(ReflectorRun run, int count, Duration apart) {
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        run.advance(apart);
      }
      collection.bookmark();
      run.settle();
    }
  }

  /** A monotonic clock may start at any value. */
  private record Shifted(Timers timers, long shift) implements Timers {
    @Override
    public long nanoTime() {
      return timers.nanoTime() + shift;
    }

    @Override
    public Instant now() {
      return timers.now();
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      return timers.schedule(delay, task);
    }
  }
}
