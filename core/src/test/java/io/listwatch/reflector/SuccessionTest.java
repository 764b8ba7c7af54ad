package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent.Added;
import io.listwatch.model.WatchEvent.Bookmark;
import io.listwatch.model.WatchEvent.Deleted;
import io.listwatch.model.WatchEvent.Modified;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Without jitter, a watch requests a timeout of 300 seconds, and its successor is opened after 290.
 */
@Timeout(60)
final class SuccessionTest {
  private static final ReflectorPolicy OVERLAPPING =
      ReflectorRun.LISTING.with(policy -> policy.overlap(Duration.ofSeconds(10)));
  private static final Duration NEARLY_OVER = Duration.ofSeconds(290);

  private final FakeCollection collection = new FakeCollection();
  private final ScriptedSource source = new ScriptedSource();
  private final FakeWatch old = new FakeWatch();
  private final CountDownLatch gate = new CountDownLatch(1);

  /** Starts a reflector with two watches; opening the second blocks until the gate is opened. */
  private ReflectorRun startWith(FakeWatch next) {
    source.lists(version(5));
    source.watches(old);
    source.watches(
        () -> {
          gate.await();
          return next;
        });
    return ReflectorRun.start(source, OVERLAPPING).settle();
  }

  private void awaitWatches(ReflectorRun run, int count) {
    run.await("watch number " + count, () -> run.asked().size() == count + 1);
  }

  /** Waits until the successor's thread, which reports its failure to the reader, has ended. */
  private static void awaitNoSuccessor(ReflectorRun run) {
    run.await(
        "the successor's thread to end",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("listwatch-successor-")));
    run.settle();
  }

  private static void awaitWrites(ReflectorRun run, String... expected) {
    run.await("the writes", () -> run.store.writes().size() >= expected.length);
    assertThat(run.store.writes()).containsExactly(expected);
  }

  @Test
  void opensTheNextWatchBeforeTheCurrentOneEnds() {
    try (var run = ReflectorRun.start(collection, OVERLAPPING).settle()) {
      collection.put("a", "1");
      run.advance(NEARLY_OVER.minusSeconds(1));
      assertThat(run.asked()).hasSize(2);

      run.advance(Duration.ofSeconds(1));

      awaitWatches(run, 2);
      assertThat(run.asked()).endsWith("watch after 1", "watch after 2");
      run.await("the old one to be closed", () -> collection.openWatches() == 1);
      collection.put("a", "2");
      awaitWrites(run, "replace [] at 1", "add a@2", "update a@3");
      assertThat(run.listener.errors()).isEmpty();
      assertThat(run.pauses()).isEmpty();
    }
  }

  @Test
  void readsTheOldWatchWhileTheNextOpensWithoutDuplicates() {
    var next = new FakeWatch(new Added(note("a", 6)), new Modified(note("a", 8)));
    try (var run = startWith(next)) {
      run.advance(NEARLY_OVER);
      awaitWatches(run, 2);
      old.put(new Added(note("a", 6)));
      old.put(new Bookmark(version(7)));
      awaitWrites(run, "replace [] at 5", "add a@6", "bookmark 7");

      gate.countDown();

      awaitWrites(run, "replace [] at 5", "add a@6", "bookmark 7", "update a@8");
    }
  }

  @Test
  void deliversAllChangesOfAVersionThatTheOldWatchDeliveredInPart() {
    var next =
        new FakeWatch(
            new Deleted(note("a", 7)), new Deleted(note("b", 7)), new Modified(note("c", 8)));
    try (var run = startWith(next)) {
      run.advance(NEARLY_OVER);
      awaitWatches(run, 2);
      old.put(new Deleted(note("a", 7)));
      awaitWrites(run, "replace [] at 5", "delete a@7");

      gate.countDown();

      awaitWrites(run, "replace [] at 5", "delete a@7", "delete b@7", "update c@8");
    }
  }

  @Test
  void waitsForTheNextWatchIfTheOldOneEndsFirst() {
    try (var run = startWith(new FakeWatch(new Added(note("a", 6))))) {
      run.advance(NEARLY_OVER);
      awaitWatches(run, 2);
      old.end();

      gate.countDown();

      awaitWrites(run, "replace [] at 5", "add a@6");
      assertThat(run.asked()).hasSize(3);
    }
  }

  @Test
  void readsTheOldWatchToItsEndIfTheNextCannotBeOpened() {
    try (var run = ReflectorRun.start(collection, OVERLAPPING).settle()) {
      collection.failNextWatch(Failures.unavailable());
      run.advance(NEARLY_OVER);
      awaitWatches(run, 2);
      awaitNoSuccessor(run);
      collection.put("a", "1");
      run.advance(Duration.ofSeconds(10));
      assertThat(run.store.writes()).endsWith("add a@2");

      collection.endWatches();

      awaitWatches(run, 3);
      assertThat(run.asked()).endsWith("watch after 2");
      assertThat(run.pauses()).isEmpty();
      assertThat(run.status().healthy()).isTrue();
    }
  }

  @Test
  void dropsTheNextWatchIfAListIsNeeded() {
    try (var run = startWith(new FakeWatch())) {
      source.lists(version(9));
      run.advance(NEARLY_OVER);
      awaitWatches(run, 2);

      old.fail(Failures.expired());
      run.skipPause();

      assertThat(run.asked()).endsWith("watch after 5", "list not older than 5", "watch after 9");
    }
  }

  @Test
  void closeInterruptsTheOpeningOfTheNextWatch() {
    var run = startWith(new FakeWatch());
    run.advance(NEARLY_OVER);
    awaitWatches(run, 2);

    run.close();

    assertThat(run.status().state()).isEqualTo(ReflectorState.STOPPED);
  }

  @Test
  void watchesWithOpaqueVersionsDoNotOverlap() {
    source.lists(ResourceVersion.of("seven"));
    source.watches(old);
    try (var run = ReflectorRun.start(source, OVERLAPPING).settle()) {
      run.advance(Duration.ofSeconds(299));
      old.put(
          new Added(Resource.parse("{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"x\"}}")));
      run.settle();

      assertThat(run.asked()).hasSize(2);
    }
  }

  /** Otherwise consecutive short watches would be slowed down as if they had failed. */
  @Test
  void shortWatchWithASuccessorIsNotAFailure() {
    var shortly = OVERLAPPING.with(policy -> policy.watchTimeout(Duration.ofSeconds(4)));
    try (var run = ReflectorRun.start(collection, shortly).settle()) {
      for (int watches = 2; watches < 12; watches++) {
        run.advance(Duration.ofSeconds(3));
        int successors = watches - 1;
        run.await("the next to be read", () -> run.status().reconnects() == successors);
      }

      assertThat(run.pauses()).isEmpty();
      assertThat(run.status().lists()).isEqualTo(1);
    }
  }
}
