package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.StorageFixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs each operation on a storage and on its {@link StorageModel}, and compares the results. */
final class StorageTrial implements AutoCloseable {
  private static final int MAX_WATCHES = 4;

  /** The lifetime of keys if the clock cannot be moved: none expires during the trial. */
  private static final Duration ENDLESS = Duration.ofHours(1);

  private final StorageEngine engine;
  private final ManualStorageClock clock = new ManualStorageClock();
  private final Storage storage;
  private final StorageModel model;
  private final List<WatchTrial> watches = new ArrayList<>();

  /** Watches all keys, to tell the model at which revisions keys expired. */
  private WatchTrial observer;

  StorageTrial(StorageEngine engine) {
    this.engine = engine;
    storage = engine.open(clock);
    model = new StorageModel(done(storage.currentRevision()));
    observer = watchAfter(KeyRange.all(), model.revision());
  }

  private WatchTrial watchAfter(KeyRange range, long after) {
    return new WatchTrial(storage, model, range, after);
  }

  /** The revision of the key if {@code right}, else one that the key never had. */
  long expected(Key key, boolean right) {
    StoredEntry current = model.get(key);
    return right && current != null ? current.revision() : model.revision() + 1;
  }

  void create(Key key, byte[] value, int seconds) {
    boolean fits = model.get(key) == null;
    wrote(key, value, seconds, fits, storage.create(key, value, lifetime(seconds)));
  }

  void update(Key key, byte[] value, int seconds, boolean right) {
    boolean fits = right && model.get(key) != null;
    long expected = expected(key, right);
    wrote(key, value, seconds, fits, storage.update(key, value, expected, lifetime(seconds)));
  }

  void put(Key key, byte[] value, int seconds) {
    wrote(key, value, seconds, true, storage.put(key, value, lifetime(seconds)));
  }

  private void wrote(
      Key key, byte[] value, int seconds, boolean fits, CompletionStage<Long> stage) {
    if (!fits) {
      conflicted(key, stage);
      return;
    }
    long revision = checked(done(stage));
    Instant deadline = lifetime(seconds).duration().map(clock.now()::plus).orElse(null);
    model.put(key, value, revision, deadline);
  }

  private Lifetime lifetime(int seconds) {
    if (seconds == 0) {
      return Lifetime.unlimited();
    }
    return Lifetime.of(engine.followsClock() ? Duration.ofSeconds(seconds) : ENDLESS);
  }

  private void conflicted(Key key, CompletionStage<?> stage) {
    var conflict = failure(stage, RevisionConflictException.class);
    assertThat(conflict.current().orElse(null)).isEqualTo(model.get(key));
  }

  /** Checks that a revision follows the last one of the model. */
  private long checked(long revision) {
    if (engine.hasDenseRevisions()) {
      assertThat(revision).isEqualTo(model.revision() + 1);
    }
    return checkedLater(revision);
  }

  private long checkedLater(long revision) {
    assertThat(revision).isGreaterThan(model.revision());
    return revision;
  }

  void delete(Key key) {
    var revision = done(storage.delete(key));
    if (model.get(key) == null) {
      assertThat(revision).isEmpty();
    } else {
      model.delete(Set.of(key), checked(revision.orElseThrow()));
    }
  }

  void deleteExpected(Key key, boolean right) {
    boolean fits = right && model.get(key) != null;
    var stage = storage.delete(key, expected(key, right));
    if (fits) {
      model.delete(Set.of(key), checked(done(stage)));
    } else {
      conflicted(key, stage);
    }
  }

  void read(Key key) {
    assertThat(storage.get(key).orElse(null)).isEqualTo(model.get(key));
    assertThat(storage.timeToLive(key).isPresent()).isEqualTo(expires(model.get(key)));
    assertThat(done(storage.currentRevision())).isGreaterThanOrEqualTo(model.revision());
  }

  private static boolean expires(@Nullable StoredEntry entry) {
    return entry != null && entry.expires();
  }

  void readPast(Key key, int back) {
    long revision = model.revision(back);
    if (revision < model.oldest()) {
      var compacted = failure(() -> storage.get(key, revision), CompactedException.class);
      assertThat(compacted.oldest()).isEqualTo(model.oldest());
    } else {
      assertThat(storage.get(key, revision).orElse(null)).isEqualTo(model.get(key, revision));
    }
  }

  void range(KeyRange range, int limit) {
    var all = model.range(range, model.revision());
    assertThat(storage.count(range)).isEqualTo(all.size());
    compare(storage.range(range, limit), all, limit);
  }

  void rangePast(KeyRange range, int limit, int back) {
    long revision = model.revision(back);
    if (revision < model.oldest()) {
      failure(() -> storage.range(range, limit, revision), CompactedException.class);
      failure(() -> storage.count(range, revision), CompactedException.class);
      return;
    }
    var all = model.range(range, revision);
    assertThat(storage.count(range, revision)).isEqualTo(all.size());
    compare(storage.range(range, limit, revision), all, limit);
  }

  /**
   * Checks that the pages together hold all entries, and that each page is full except the last.
   */
  private void compare(RangePage first, List<StoredEntry> all, int limit) {
    RangePage page = first;
    int read = page.entries().size();
    assertThat(page.entries()).isEqualTo(all.subList(0, Math.min(limit, all.size())));
    while (page.rest().isPresent()) {
      page = storage.range(page.rest().orElseThrow(), limit, first.revision());
      assertThat(page.entries()).isEqualTo(all.subList(read, Math.min(read + limit, all.size())));
      read += page.entries().size();
    }
    assertThat(read).isEqualTo(all.size());
  }

  void watch(KeyRange range, int back) {
    long after = model.revision(back);
    var watch = watchAfter(range, after);
    if (after < model.oldest()) {
      watch.assertFails();
      watch.close();
    } else if (watches.size() < MAX_WATCHES) {
      watches.add(watch);
    } else {
      watches.set(0, watch).close();
    }
  }

  void drain(int which) {
    if (!watches.isEmpty()) {
      int index = which % watches.size();
      if (!watches.get(index).drain()) {
        watches.remove(index).close();
      }
    }
  }

  void compact(int back) {
    assertThat(observer.drain()).isTrue();
    long revision = model.revision(back);
    done(storage.compact(revision));
    model.compact(revision);
  }

  void advance(int by) {
    long revision = model.revision() + by;
    done(storage.advanceTo(revision));
    model.jump(revision);
    watches.forEach(WatchTrial::assertFails);
    watches.forEach(WatchTrial::close);
    watches.clear();
    observer.close();
    observer = watchAfter(KeyRange.all(), revision);
  }

  void pass(int seconds) {
    if (!engine.followsClock()) {
      return;
    }
    assertThat(observer.drain()).isTrue();
    for (int i = 0; i < seconds; i++) {
      clock.advance(Duration.ofSeconds(1));
      for (var due = model.due(clock.now()); !due.isEmpty(); due = model.due(clock.now())) {
        expire(observer.next(), due);
      }
    }
  }

  /** Keys that are due together may be deleted in one revision or in several. */
  private void expire(ChangeSet set, Set<Key> due) {
    var keys = set.changes().stream().map(Change::key).collect(Collectors.toSet());
    assertThat(due).containsAll(keys);
    model.delete(keys, checked(set.revision()));
    assertThat(model.changes(KeyRange.all(), model.revision(1))).containsExactly(set);
  }

  /** Compares everything that the watches have not read yet. */
  void finish() {
    assertThat(observer.drain()).isTrue();
    watches.forEach(WatchTrial::drain);
  }

  @Override
  public void close() {
    observer.close();
    watches.forEach(WatchTrial::close);
    storage.close();
  }
}
