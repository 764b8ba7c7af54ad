package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Contract of watches. */
abstract class StorageWatchingContract extends StorageFixture {
  private static final String NO_PROGRESS =
      "etcd before 3.4.31 and 3.5.13 does not report progress reliably";
  private static final String FOREIGN_REVISIONS = "other clients may write the revisions between";

  @Test
  void watchDeliversChangesWithPreviousEntries() {
    var watch = watch(ALL, currentRevision());

    long created = put("a", "one");
    long updated = put("a", "two");
    long deleted = delete("a");

    var one = new StoredEntry(key("a"), value("one"), created, created, false);
    var two = new StoredEntry(key("a"), value("two"), created, updated, false);
    assertThat(upTo(watch, deleted))
        .containsExactly(
            new ChangeSet(created, List.of(new Change.Created(one))),
            new ChangeSet(updated, List.of(new Change.Updated(two, one))),
            new ChangeSet(deleted, List.of(new Change.Deleted(two))));
  }

  @Test
  void recreatedKeyIsDeliveredAsCreated() {
    put("a", "one");
    long deleted = delete("a");
    var watch = watch(ALL, deleted);

    long again = put("a", "two");

    assertThat(next(watch))
        .isEqualTo(
            new ChangeSet(
                again,
                List.of(
                    new Change.Created(
                        new StoredEntry(key("a"), value("two"), again, again, false)))));
  }

  @Test
  void watchDeliversChangesOfItsRangeOnly() {
    var watch = watch(KeyRange.prefix("a/"), currentRevision());

    put("a", "outside");
    put("b/1", "outside");
    long first = put("a/1", "inside");
    delete("b/1");
    long second = delete("a/1");

    assertThat(upTo(watch, second)).extracting(ChangeSet::revision).containsExactly(first, second);
  }

  @Test
  void watchBeginsAfterAPastRevision() {
    long start = put("a", "one");
    long first = put("a", "two");
    put("b", "one");
    long last = delete("a");

    var sets = upTo(watch(KeyRange.only(key("a")), start), last);

    assertThat(sets).extracting(ChangeSet::revision).containsExactly(first, last);
    assertThat(sets.get(0).changes().get(0))
        .isInstanceOfSatisfying(
            Change.Updated.class, updated -> assertThat(text(updated.previous())).isEqualTo("one"));
  }

  @Test
  void watchContinuesFromHistoryToNewChanges() {
    long start = currentRevision();
    long first = put("a", "one");
    var watch = watch(ALL, start);

    assertThat(next(watch).revision()).isEqualTo(first);
    long second = put("a", "two");

    assertThat(next(watch).revision()).isEqualTo(second);
  }

  @Test
  void watchResumesExactlyAfterAnyRevision() {
    long start = currentRevision();
    for (int i = 0; i < 30; i++) {
      put("key " + i % 4, "value " + i);
      done(storage.delete(key("key " + i * 7 % 5)));
    }
    long end = put("end", "end");
    var all = upTo(watch(ALL, start), end);

    for (int i = 0; i < all.size() - 1; i++) {
      var tail = upTo(watch(ALL, all.get(i).revision()), end);
      assertThat(tail).as("after %s", all.get(i)).isEqualTo(all.subList(i + 1, all.size()));
    }
  }

  @Test
  void watchAfterAFutureRevisionSkipsEarlierChanges() {
    assumeTrue(engine().hasDenseRevisions(), FOREIGN_REVISIONS);
    long now = put("a", "one");
    var watch = watch(ALL, now + 2);

    put("a", "two");
    put("a", "three");
    long after = put("a", "four");

    assertThat(next(watch).revision()).isEqualTo(after).isEqualTo(now + 3);
  }

  @Test
  void sendsRequestedProgressAfterDeliveringEverything() {
    assumeTrue(storage.reportsProgress(), NO_PROGRESS);
    long start = currentRevision();
    var watch = watch(KeyRange.prefix("a/"), start);
    long inside = put("a/1", "one");
    long outside = put("b/1", "one");

    watch.requestProgress();

    assertThat(next(watch).revision()).isEqualTo(inside);
    assertThat(progressFrom(watch, outside)).isGreaterThanOrEqualTo(outside);
    long later = put("a/1", "two");
    assertThat(next(watch).revision()).isEqualTo(later);
  }

  @Test
  void sendsRequestedProgressWithoutChanges() {
    assumeTrue(storage.reportsProgress(), NO_PROGRESS);
    var watch = watch(KeyRange.prefix("a/"), currentRevision());
    watch.requestProgress();
    nextOrProgress(watch);

    long outside = put("b/1", "one");
    watch.requestProgress();

    assertThat(progressFrom(watch, outside)).isGreaterThanOrEqualTo(outside);
  }

  @Test
  void sendsProgressWhenTheFutureRevisionIsReached() throws InterruptedException {
    assumeTrue(storage.reportsProgress(), NO_PROGRESS);
    assumeTrue(engine().hasDenseRevisions(), FOREIGN_REVISIONS);
    long now = put("b", "one");
    var watch = watch(KeyRange.prefix("a/"), now + 2);

    watch.requestProgress();
    watch.wakeUp();
    assertThat(watch.next()).as("before").isNull();
    put("b", "two");
    watch.wakeUp();
    assertThat(watch.next()).as("still before").isNull();
    put("b", "three");

    assertThat(nextOrProgress(watch)).isEqualTo(ChangeSet.progress(now + 2));
  }

  /** Returns the first progress at or past the revision; fails if a change comes first. */
  private static long progressFrom(BlockingWatch watch, long revision) {
    ChangeSet next = nextOrProgress(watch);
    while (next.isProgress() && next.revision() < revision) {
      next = nextOrProgress(watch);
    }
    assertThat(next.isProgress()).as("%s is progress", next).isTrue();
    return next.revision();
  }

  @Test
  void watchResumesAfterProgressWithoutGapOrRepeat() {
    assumeTrue(storage.reportsProgress(), NO_PROGRESS);
    var watch = watch(ALL, currentRevision());
    long first = put("a", "one");
    watch.requestProgress();
    next(watch);
    long progress = progressFrom(watch, first);

    long second = put("a", "two");

    assertThat(next(watch(ALL, progress)).revision()).isEqualTo(second);
  }

  @Test
  void pollDoesNotBlockAndSignalsWhenReadable() throws InterruptedException {
    var readable = new CountDownLatch(1);
    try (var watch = storage.watch(ALL, currentRevision(), readable::countDown)) {
      ChangeSet nothing = watch.poll();
      while (nothing != null && nothing.isProgress()) {
        nothing = watch.poll();
      }
      assertThat(nothing).isNull();

      long revision = put("a", "one");

      assertThat(readable.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.poll()).isNotNull().extracting(ChangeSet::revision).isEqualTo(revision);
    }
  }

  @Test
  void allWatchesDeliverTheSameChanges() {
    long start = currentRevision();
    var watches = new ArrayList<BlockingWatch>();
    for (int i = 0; i < 5; i++) {
      watches.add(watch(ALL, start));
    }
    for (int i = 0; i < 10; i++) {
      put("key " + i % 3, "value " + i);
    }
    long end = put("end", "end");

    var first = upTo(watches.get(0), end);

    assertThat(first).hasSize(11);
    assertThat(watches.subList(1, 5)).allSatisfy(w -> assertThat(upTo(w, end)).isEqualTo(first));
  }

  @Test
  void wokenReaderReturnsNullAndCanContinue() throws InterruptedException {
    var watch = watch(ALL, currentRevision());
    watch.wakeUp();

    assertThat(watch.next()).isNull();

    long revision = put("a", "one");
    assertThat(next(watch).revision()).isEqualTo(revision);
  }

  @Test
  void closedWatchReturnsNothing() throws InterruptedException {
    var watch = watch(ALL, currentRevision());
    put("a", "one");

    watch.close();

    assertThat(watch.next()).isNull();
    assertThat(watch.closed()).isTrue();
  }

  @Test
  void rejectsRevisionsBelowOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> storage.watch(ALL, 0));
  }
}
