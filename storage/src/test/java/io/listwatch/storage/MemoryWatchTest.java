package io.listwatch.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Races of a poll that has found nothing and is about to take the lock to park. */
final class MemoryWatchTest {
  private final ManualStorageClock clock = new ManualStorageClock();
  private final MemoryStorage storage = MemoryStorage.open(clock);
  private final History history = new History(MemoryStorage.DEFAULT_RETENTION, clock.now());
  private final LateLock lock = new LateLock();
  private final MemoryWatch watch =
      new MemoryWatch(storage, history, lock, KeyRange.all(), 1, () -> {});

  @Test
  void doesNotMissACommitJustBeforeParking() {
    var entry = new StoredEntry(Key.of("key"), new byte[0], 2, 2, false);
    List<Change> changes = List.of(new Change.Created(entry));
    lock.before =
        () -> history.append(new Commit(2, clock.now(), EntryTree.EMPTY.with(entry), changes));

    assertThat(watch.poll()).isEqualTo(new ChangeSet(2, changes));
  }

  @Test
  void doesNotMissACloseJustBeforeParking() {
    lock.before = storage::close;

    assertThatExceptionOfType(StorageClosedException.class).isThrownBy(watch::poll);
  }

  /** Runs an action once, just before the lock is taken. */
  private static final class LateLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    private transient Runnable before = () -> {};

    @Override
    public void lock() {
      Runnable action = before;
      before = () -> {};
      action.run();
      super.lock();
    }
  }
}
