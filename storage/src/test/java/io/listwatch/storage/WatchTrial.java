package io.listwatch.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A watch whose changes are compared with those of the {@link StorageModel}. */
final class WatchTrial implements AutoCloseable {
  private final StorageModel model;
  private final KeyRange range;
  private final BlockingWatch watch;
  private final boolean reportsProgress;

  /** Everything up to this revision has been read. */
  private long position;

  /** True if the last read found nothing left. */
  private boolean idle;

  WatchTrial(Storage storage, StorageModel model, KeyRange range, long after) {
    this.model = model;
    this.range = range;
    this.watch = storage.watch(range, after);
    this.reportsProgress = storage.reportsProgress();
    this.position = after;
  }

  /** True if the engine may fail the watch as compacted. */
  private boolean mayHaveFailed() {
    boolean behind = position < model.oldest();
    boolean somethingLost =
        model.changes(range, position).stream().anyMatch(set -> set.revision() <= model.oldest());
    return behind && (!idle || somethingLost);
  }

  /** Reads everything available and compares it. Returns whether the watch is still alive. */
  boolean drain() {
    var expected = model.changes(range, position);
    boolean mayHaveFailed = mayHaveFailed();
    var seen = new ArrayList<ChangeSet>();
    try {
      read(expected, seen);
    } catch (CompactedException e) {
      assertThat(mayHaveFailed).as("watch of %s after %d may fail", range, position).isTrue();
      assertThat(e.oldest()).isEqualTo(model.oldest());
      assertThat(seen).isEqualTo(expected.subList(0, seen.size()));
      return false;
    }
    assertThat(seen).isEqualTo(expected);
    position = Math.max(position, model.revision());
    idle = true;
    return true;
  }

  private void read(List<ChangeSet> expected, List<ChangeSet> seen) {
    if (reportsProgress && position <= model.revision()) {
      watch.requestProgress();
    }
    while (seen.size() < expected.size()) {
      keepChanges(StorageFixture.nextOrProgress(watch), seen);
    }
    boolean progressed = !reportsProgress || position > model.revision();
    while (!progressed) {
      ChangeSet next = StorageFixture.nextOrProgress(watch);
      keepChanges(next, seen);
      progressed = next.revision() >= model.revision();
    }
    for (ChangeSet next = nextOrNothing(); next != null; next = nextOrNothing()) {
      keepChanges(next, seen);
    }
  }

  private static void keepChanges(ChangeSet set, List<ChangeSet> seen) {
    if (!set.isProgress()) {
      seen.add(set);
    }
  }

  private @Nullable ChangeSet nextOrNothing() {
    watch.wakeUp();
    try {
      return watch.next();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Returns the next changes without comparing them, for changes that the model does not know yet.
   */
  ChangeSet next() {
    ChangeSet next = StorageFixture.next(watch);
    position = next.revision();
    idle = false;
    return next;
  }

  void assertFails() {
    StorageFixture.failure(
        () -> {
          while (true) {
            StorageFixture.next(watch);
          }
        },
        CompactedException.class);
  }

  @Override
  public void close() {
    watch.close();
  }
}
