package io.listwatch.storage;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cursor on the {@link History}. It holds no changes, only how far it has come.
 *
 * <p>When it has delivered everything it is <i>parked</i>: it has no position then but is at the
 * head by definition, until a commit touches its range and gives it one. So history may be
 * compacted under a watch to which nothing happens.
 *
 * <p>Threads: the polling thread owns the position; what is shared is written under the storage's
 * lock, which is held for moments only and never by one that waits.
 */
final class MemoryWatch implements StorageWatch {
  private static final Logger log = LoggerFactory.getLogger(MemoryWatch.class);

  private final MemoryStorage storage;
  private final History history;
  private final ReentrantLock lock;
  private final KeyRange range;
  private final Runnable onReadable;

  /** Everything up to here has been delivered or skipped. */
  private long position;

  private @Nullable CompactedException failure;

  /** Set by the polling thread; cleared by whoever has something for it. */
  private volatile boolean parked;

  /** From where to go on; written before {@link #parked} is cleared. */
  private long resumeAt;

  private volatile boolean progressRequested;
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
    this.onReadable = onReadable;
    this.position = after;
    this.resumeAt = after;
    if (after < history.oldest()) {
      failure = new CompactedException(after, history.oldest());
    }
  }

  @Override
  public @Nullable ChangeSet poll() {
    if (closed) {
      return null;
    }
    resume();
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
          return restLocked(head);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void resume() {
    if (parked) {
      lock.lock();
      try {
        if (parked) {
          unparkLocked(history.head().revision());
        }
      } finally {
        lock.unlock();
      }
    }
    position = Math.max(position, resumeAt);
  }

  private void checkAlive() {
    storage.checkOpen();
    if (failure != null) {
      throw failure;
    }
  }

  /** The first changes up to {@code end}; null if there are none. */
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

  /** There are no changes up to {@code head}: that is progress if it was asked for. */
  private @Nullable ChangeSet restLocked(long head) {
    // A watch that begins in the future is past the head.
    if (progressRequested && position == head) {
      progressRequested = false;
      return ChangeSet.progress(position);
    }
    parked = true;
    return null;
  }

  /** Answers whether this is to be {@link #signal signalled} because of the commit. */
  boolean offerLocked(Commit commit) {
    if (!parked || !wants(commit)) {
      return false;
    }
    unparkLocked(commit.revision() - 1);
    return true;
  }

  private boolean wants(Commit commit) {
    return progressRequested
        ? commit.revision() >= position
        : commit.revision() > position && commit.touches(range);
  }

  /** Answers whether this is to be signalled because what follows {@code revision} is skipped. */
  boolean strandLocked(long revision) {
    if (!parked) {
      return false;
    }
    unparkLocked(revision);
    return true;
  }

  /** Goes on after {@code revision}, though not before where this began. */
  private void unparkLocked(long revision) {
    resumeAt = Math.max(resumeAt, revision);
    parked = false;
  }

  /** Tells the reader to poll. Called without the lock. */
  void signal() {
    try {
      onReadable.run();
    } catch (RuntimeException e) {
      log.error("The reader of a watch of {} failed to be woken", range, e);
    }
  }

  @Override
  public void requestProgress() {
    boolean wake;
    lock.lock();
    try {
      progressRequested = true;
      wake = parked;
    } finally {
      lock.unlock();
    }
    if (wake) {
      signal();
    }
  }

  @Override
  public void close() {
    closed = true;
    storage.forget(this);
  }
}
