package io.listwatch.storage.sqlite;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The queue of writes for the writer thread, bounded in number and in bytes, including the group
 * that the writer is working on. Beyond the bounds, writes fail with {@link
 * StorageUnavailableException}.
 *
 * <p>Thread-safe. The lock is a leaf: stages are completed without it.
 */
final class WriteQueue {
  static final int MAX_WRITES = 10_000;
  static final long MAX_BYTES = 128L << 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final ArrayDeque<Write<?>> waiting = new ArrayDeque<>();

  /** Number of writes that are queued or in the writer's current group. */
  @GuardedBy("lock")
  private int writes;

  @GuardedBy("lock")
  private long bytes;

  @GuardedBy("lock")
  private boolean woken;

  /** The failure of all further writes; null while the queue is open. */
  @GuardedBy("lock")
  private @Nullable StorageException closed;

  /** Adds a write without blocking, or fails it if the queue is full or closed. */
  void add(Write<?> write) {
    StorageException failure;
    lock.lock();
    try {
      failure = closed;
      if (failure == null && writes < MAX_WRITES && bytes + write.bytes() <= MAX_BYTES) {
        writes++;
        bytes += write.bytes();
        waiting.add(write);
        changed.signal();
        return;
      }
    } finally {
      lock.unlock();
    }
    write.fail(failure == null ? full() : failure);
  }

  private static StorageException full() {
    return new StorageUnavailableException(
        "writes: the queue is full (expected: at most %d writes and %d bytes)"
            .formatted(MAX_WRITES, MAX_BYTES));
  }

  /**
   * Takes queued writes up to a number of writes and bytes, but at least one.
   *
   * @param wait whether to block until there is a write or {@link #wakeUp} is called
   * @return empty if there is none
   */
  List<Write<?>> take(int maxWrites, long maxBytes, boolean wait) {
    var taken = new ArrayList<Write<?>>();
    lock.lock();
    try {
      while (wait && waiting.isEmpty() && !woken && closed == null) {
        changed.awaitUninterruptibly();
      }
      woken = false;
      long size = 0;
      while (!waiting.isEmpty() && taken.size() < maxWrites) {
        size += waiting.getFirst().bytes();
        if (size > maxBytes && !taken.isEmpty()) {
          break;
        }
        taken.add(waiting.remove());
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Frees the capacity taken by these writes. */
  void release(List<Write<?>> done) {
    long size = 0;
    for (var write : done) {
      size += write.bytes();
    }
    lock.lock();
    try {
      writes -= done.size();
      bytes -= size;
    } finally {
      lock.unlock();
    }
  }

  /** Makes a blocked {@link #take}, or else the next one, return. */
  void wakeUp() {
    lock.lock();
    try {
      woken = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  boolean closed() {
    lock.lock();
    try {
      return closed != null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Fails the writes in the queue and all further ones. Returns false, and does nothing, if the
   * queue was closed before.
   */
  boolean close(StorageException failure) {
    List<Write<?>> left;
    lock.lock();
    try {
      if (closed != null) {
        return false;
      }
      closed = failure;
      left = List.copyOf(waiting);
      waiting.clear();
      changed.signal();
    } finally {
      lock.unlock();
    }
    left.forEach(write -> write.fail(failure));
    return true;
  }
}
