package io.listwatch.storage;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A cursor on the {@link History}. It holds no changes, only its position. Once it has delivered
 * everything it is {@link Parking parked}.
 *
 * <p>Threads: the polling thread owns the position.
 */
final class MemoryWatch implements StorageWatch {
  private final MemoryStorage storage;
  private final History history;
  private final ReentrantLock lock;
  private final KeyRange range;
  private final Parking parking;

  /** Everything up to this revision has been delivered or skipped. */
  private long position;

  private @Nullable CompactedException failure;

  private volatile boolean closed;

  MemoryWatch(
      MemoryStorage storage,
      History history,
      ReentrantLock lock,
      KeyRange range,
      long after,
      Runnable onReadable) {
    this.storage = storage;
    this.history = history;
    this.lock = lock;
    this.range = range;
    this.parking = new Parking(lock, range, after, onReadable);
    this.position = after;
    if (after < history.oldest()) {
      failure = new CompactedException(after, history.oldest());
    }
  }

  @Override
  public @Nullable ChangeSet poll() {
    if (closed) {
      return null;
    }
    position = parking.resume(position, () -> history.head().revision());
    while (true) {
      checkAlive();
      long head = history.head().revision();
      ChangeSet found = search(head);
      if (found != null) {
        return found;
      }
      lock.lock();
      try {
        if (history.head().revision() == head && !storage.closed()) {
          return parking.restLocked(position, head);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void checkAlive() {
    storage.checkOpen();
    if (failure != null) {
      throw failure;
    }
  }

  /** Returns the next change set up to {@code end}; null if there is none. */
  private @Nullable ChangeSet search(long end) {
    while (position < end) {
      Commit commit = history.at(position + 1);
      if (commit == null || position < history.start()) {
        failure = new CompactedException(position, history.oldest());
        throw failure;
      }
      position++;
      var changes = commit.changes(range);
      if (!changes.isEmpty()) {
        return new ChangeSet(position, changes);
      }
    }
    return null;
  }

  /**
   * Unparks this watch if the commit concerns it. Returns whether to {@link #signal} the reader.
   */
  boolean offerLocked(Commit commit) {
    if (!parking.parked() || !wants(commit)) {
      return false;
    }
    parking.unparkLocked(commit.revision() - 1);
    return true;
  }

  private boolean wants(Commit commit) {
    return parking.progressRequested()
        ? commit.revision() >= position
        : commit.revision() > position && commit.touches(range);
  }

  /**
   * Unparks this watch so that its next poll fails as compacted, because the revisions after {@code
   * revision} are skipped. Returns whether to signal the reader.
   */
  boolean strandLocked(long revision) {
    return parking.strandLocked(revision);
  }

  /** Asks the reader to poll. Called without the lock. */
  void signal() {
    parking.signal();
  }

  @Override
  public void requestProgress() {
    parking.requestProgress();
  }

  @Override
  public void close() {
    closed = true;
    storage.forget(this);
  }
}
