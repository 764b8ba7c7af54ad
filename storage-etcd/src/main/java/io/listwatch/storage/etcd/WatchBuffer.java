package io.listwatch.storage.etcd;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.storage.Change;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredEntry;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Change sets that a watch has received and its reader has not read. Bounded in number and bytes: a
 * response is always taken whole, and beyond the bounds no further response is requested until the
 * reader has read half.
 *
 * <p>Thread-safe. The lock is a leaf.
 */
final class WatchBuffer {
  static final int MAX_SETS = 1_000;
  static final long MAX_BYTES = 4 << 20;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final ArrayDeque<ChangeSet> sets = new ArrayDeque<>();

  @GuardedBy("lock")
  private long bytes;

  @GuardedBy("lock")
  private @Nullable StorageException failure;

  /** True if the last poll found nothing, so that the reader needs a signal. */
  @GuardedBy("lock")
  private boolean parked;

  /** True if no response is requested because the buffer is full. */
  @GuardedBy("lock")
  private boolean paused;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * The result of a poll.
   *
   * @param set null if there is nothing
   * @param resume true if the buffer has space again, so that the caller must request a response
   */
  record Polled(@Nullable ChangeSet set, boolean resume) {}

  /** Adds received change sets. Returns whether to signal the reader. */
  boolean add(List<ChangeSet> received) {
    lock.lock();
    try {
      if (closed || failure != null || received.isEmpty()) {
        return false;
      }
      for (var set : received) {
        sets.add(set);
        bytes += size(set);
      }
      return unparkLocked();
    } finally {
      lock.unlock();
    }
  }

  /**
   * True if there is space for another response; otherwise {@link Polled#resume} reports when there
   * is.
   */
  boolean hasRoom() {
    lock.lock();
    try {
      paused = sets.size() >= MAX_SETS || bytes >= MAX_BYTES;
      return !paused;
    } finally {
      lock.unlock();
    }
  }

  /** True if the stream is paused until the reader has caught up. */
  boolean paused() {
    lock.lock();
    try {
      return paused;
    } finally {
      lock.unlock();
    }
  }

  /** Called when a new stream begins, whose first response has been requested. */
  void unpause() {
    lock.lock();
    try {
      paused = false;
    } finally {
      lock.unlock();
    }
  }

  Polled poll() {
    lock.lock();
    try {
      ChangeSet next = closed ? null : sets.poll();
      if (next == null) {
        return new Polled(emptyLocked(), false);
      }
      bytes -= size(next);
      boolean resume = paused && sets.size() <= MAX_SETS / 2 && bytes <= MAX_BYTES / 2;
      paused &= !resume;
      return new Polled(next, resume);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private @Nullable ChangeSet emptyLocked() {
    if (failure != null && !closed) {
      throw failure;
    }
    parked = true;
    return null;
  }

  /**
   * Fails the watch after the remaining change sets have been read. Returns whether to signal the
   * reader.
   */
  boolean fail(StorageException why) {
    lock.lock();
    try {
      if (closed || failure != null) {
        return false;
      }
      failure = why;
      return unparkLocked();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Fails the watch immediately and drops its change sets. Returns whether to signal the reader.
   */
  boolean failNow(StorageException why) {
    lock.lock();
    try {
      sets.clear();
      bytes = 0;
      failure = why;
      return !closed && unparkLocked();
    } finally {
      lock.unlock();
    }
  }

  /** Drops everything. All later polls find nothing. */
  void close() {
    lock.lock();
    try {
      closed = true;
      sets.clear();
      bytes = 0;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private boolean unparkLocked() {
    boolean wasParked = parked;
    parked = false;
    return wasParked;
  }

  private static long size(ChangeSet set) {
    return set.changes().stream().mapToLong(WatchBuffer::size).sum();
  }

  private static long size(Change change) {
    if (change instanceof Change.Created created) {
      return size(created.current());
    } else if (change instanceof Change.Updated updated) {
      return size(updated.current()) + size(updated.previous());
    } else if (change instanceof Change.Deleted deleted) {
      return size(deleted.previous());
    }
    return 0;
  }

  private static long size(StoredEntry entry) {
    return (long) entry.key().length() + entry.value().length;
  }
}
