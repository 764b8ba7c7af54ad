package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static io.listwatch.reflector.ReflectorPolicy.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.WatchEvent.Added;
import io.listwatch.model.WatchEvent.Bookmark;
import io.listwatch.model.WatchEvent.Deleted;
import io.listwatch.model.WatchEvent.Modified;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filling a store by a streaming list; {@link InitialListTest} covers paged lists. */
final class InitialFetchTest {
  private final FakeCollection collection = new FakeCollection();
  private final ScriptedSource source = new ScriptedSource();

  @Test
  void streamsTheMostRecentStateAndFollowsTheSameStream() {
    collection.put("a", "1");
    collection.put("b", "1");
    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      collection.put("c", "1");
      run.settle();

      assertThat(run.asked()).containsExactly("stream most recent");
      assertThat(run.store.writes()).containsExactly("replace [a@2, b@3] at 3", "add c@4");
    }
  }

  @Test
  void laterStreamsRequestNothingOlderThanTheLastVersion() {
    collection.put("a", "1");
    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      collection.put("a", "2");
      run.settle();

      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(run.asked()).containsExactly("stream most recent", "stream not older than 3");
    }
  }

  @Test
  void appliesChangesBeforeTheInitialStateIsComplete() {
    source.watches(
        new FakeWatch(
            new Added(note("a", 2)),
            new Added(note("b", 3)),
            new Modified(note("a", 5)),
            new Deleted(note("b", 6)),
            new Modified(note("c", 7)),
            new Bookmark(version(8), true)));

    try (var run = ReflectorRun.start(source, CLIENT).settle()) {
      assertThat(run.store.writes()).containsExactly("replace [a@5, c@7] at 8");
      assertThat(run.status().version()).isEqualTo(version(8));
    }
  }

  @Test
  void doesNotTakeAnOrdinaryBookmarkForTheEndOfTheInitialState() {
    var watch = new FakeWatch(new Added(note("a", 2)), new Bookmark(version(5)));
    source.watches(watch);
    try (var run = ReflectorRun.start(source, CLIENT).settle()) {
      assertThat(run.store.writes()).isEmpty();

      watch.put(new Bookmark(version(6), true));
      run.settle();

      assertThat(run.store.writes()).containsExactly("replace [a@2] at 6");
    }
  }

  /** client-go tries to stream before every list, although it never succeeds with such a server. */
  @ParameterizedTest
  @ValueSource(ints = {400, 405, 406, 415, 422})
  void listsIfStreamingIsUnsupportedAndNeverTriesAgain(int code) {
    collection.put("a", "1");
    collection.failNextWatch(new ApiException(Status.of(code, "", "cannot stream")));
    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "stream most recent",
              "list any, 500 a page",
              "watch after 2",
              "list not older than 2",
              "watch after 2");
    }
  }

  @Test
  void listsIfStreamingIsForbiddenButTriesAgainLater() {
    collection.failNextWatch(Failures.forbidden());
    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "stream most recent",
              "list any, 500 a page",
              "watch after 1",
              "stream not older than 1");
    }
  }

  @Test
  void backsOffIfTheSourceCannotStreamNow() {
    collection.failNextWatch(Failures.tooManyRequests());
    collection.failNextWatch(Failures.unavailable());
    try (var run = ReflectorRun.start(collection, CLIENT)) {
      run.skipPause();
      run.skipPause();

      assertThat(run.asked()).containsOnly("stream most recent").hasSize(3);
      assertThat(run.pauses()).containsExactly(Duration.ofMillis(800), Duration.ofMillis(1600));
    }
  }

  @Test
  void requestsTheMostRecentStateAtOnceIfItsVersionExpired() {
    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      collection.failNextWatch(Failures.expired());

      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(run.asked())
          .containsExactly("stream most recent", "stream not older than 1", "stream most recent");
      assertThat(run.pauses()).hasSize(1);
    }
  }

  @Test
  void requestsTheMostRecentStateAtOnceIfItsVersionIsTooLarge() {
    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      collection.failNextWatch(Failures.tooLarge());

      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(run.asked())
          .containsExactly("stream most recent", "stream not older than 1", "stream most recent");
      assertThat(run.pauses()).hasSize(1);
    }
  }

  @Test
  void listsIfEvenTheMostRecentStreamExpires() {
    collection.failNextWatch(Failures.expired());

    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      assertThat(run.asked())
          .containsExactly("stream most recent", "list any, 500 a page", "watch after 1");
    }
  }

  @Test
  void retriesOneIncompleteStreamAndListsAfterTheSecond() {
    source.watches(new FakeWatch(new Added(note("a", 2))).end());
    source.watches(new FakeWatch(new Added(note("a", 2))).end());
    source.lists(version(3), note("a", 2));
    try (var run = ReflectorRun.start(source, CLIENT)) {
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "stream most recent", "stream most recent", "list any, 500 a page", "watch after 3");
      assertThat(run.store.writes()).containsExactly("replace [a@2] at 3");
    }
  }

  /**
   * With a proxy that cuts off long responses, the reflector would otherwise try to stream forever.
   */
  @Test
  void listsAfterTwoConsecutiveBrokenStreams() {
    source.watches(new FakeWatch(new Added(note("a", 2))).fail(Failures.unavailable()));
    source.watches(new FakeWatch(new Added(note("a", 2))).fail(Failures.unavailable()));
    source.lists(version(3), note("a", 2));
    try (var run = ReflectorRun.start(source, CLIENT)) {
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "stream most recent", "stream most recent", "list any, 500 a page", "watch after 3");
    }
  }

  @Test
  void completeStreamResetsTheCountOfBrokenStreams() {
    var complete = new FakeWatch(new Bookmark(version(3), true));
    source.watches(new FakeWatch(new Added(note("a", 2))).fail(Failures.unavailable()));
    source.watches(complete);
    source.watches(new FakeWatch(new Added(note("a", 2))).fail(Failures.unavailable()));
    try (var run = ReflectorRun.start(source, CLIENT)) {
      run.skipPause();
      complete.fail(Failures.expired());
      run.skipPause();
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "stream most recent",
              "stream most recent",
              "stream not older than 3",
              "stream not older than 3");
    }
  }

  @Test
  void backsOffIfAStreamBreaksAtOnce() {
    source.watches(new FakeWatch().fail(Failures.unavailable()));

    try (var run = ReflectorRun.start(source, CLIENT)) {
      run.awaitPause();

      assertThat(run.asked()).containsExactly("stream most recent");
    }
  }

  @Test
  void listsAtOnceIfAStreamEndsAtOnce() {
    source.watches(new FakeWatch().end());
    source.lists(version(3));

    try (var run = ReflectorRun.start(source, CLIENT).settle()) {
      assertThat(run.asked())
          .containsExactly("stream most recent", "list any, 500 a page", "watch after 3");
      assertThat(run.pauses()).isEmpty();
    }
  }

  /** client-go leaves the stream open until the server ends it. */
  @Test
  void closesTheStreamIfTheStoreFailsAndOpensAnother() {
    collection.put("a", "1");
    var failure = new IllegalStateException("the disk is full");
    try (var run = ReflectorRun.prepare(collection, builder -> {})) {
      run.store.failNextWrite(failure);
      run.start().awaitPause();
      assertThat(collection.openWatches()).isZero();
      assertThat(run.listener.errors()).containsExactly(failure);

      run.skipPause();

      assertThat(run.store.objects()).isEqualTo(collection.objects());
    }
  }

  @Test
  void doesNotStreamFromASourceWithoutSupport() {
    collection.streams(false);

    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      assertThat(run.asked()).containsExactly("list any, 500 a page", "watch after 1");
    }
  }

  @Test
  void reportsEveryFailureEvenIfItRetriesAtOnce() {
    try (var run = ReflectorRun.start(collection, CLIENT).settle()) {
      ApiException expired = Failures.expired();
      ApiException tooLarge = Failures.tooLarge();
      collection.failNextWatch(tooLarge);

      collection.breakWatches(expired);
      run.skipPause();

      assertThat(run.listener.errors()).containsExactly(expired, tooLarge);
    }
  }
}
