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
 * What a watch has received and its reader has not. It is capped in number and bytes; what comes in
 * one response is taken whole, and at the cap no further response is asked for until the reader has
 * read half.
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

  /** Whether the reader was told that there is nothing. */
  @GuardedBy("lock")
  private boolean parked;

  /** Whether nothing more was asked for because of the cap. */
  @GuardedBy("lock")
  private boolean paused;

  @GuardedBy("lock")
  private boolean closed;

  /** What the reader finds: a set or nothing, and whether there is room again. */
  record Polled(@Nullable ChangeSet set, boolean resume) {}

  /** Takes what was received. Answers whether the reader is to be told. */
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

  /** Whether there is room for another response; if not, a poll will say when there is. */
  boolean hasRoom() {
    lock.lock();
    try {
      paused = sets.size() >= MAX_SETS || bytes >= MAX_BYTES;
      return !paused;
    } finally {
      lock.unlock();
    }
  }

  /** Whether it is the reader who is waited for. */
  boolean paused() {
    lock.lock();
    try {
      return paused;
    } finally {
      lock.unlock();
    }
  }

  /** A new stream begins, from which is read. */
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

  /** There will be nothing more, once what is here has been read. As {@link #add}. */
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

  /** As {@link #fail}, but at once. */
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

  /** Drops everything, for ever. */
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
