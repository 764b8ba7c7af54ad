package io.listwatch.storage.sqlite;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes that wait for the writer. There is room for a number of them and for an amount of bytes,
 * those included that the writer is at; past that they are refused as unavailable.
 *
 * <p>Thread-safe. The lock is a leaf: stages are completed outside.
 */
final class WriteQueue {
  static final int MAX_WRITES = 10_000;
  static final long MAX_BYTES = 128L << 20;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final ArrayDeque<Write<?>> waiting = new ArrayDeque<>();

  /** Of those that wait and those that the writer is at. */
  @GuardedBy("lock")
  private int writes;

  @GuardedBy("lock")
  private long bytes;

  @GuardedBy("lock")
  private boolean woken;

  @GuardedBy("lock")
  private boolean closed;

  /** Never waits; what cannot be taken is failed. */
  void add(Write<?> write) {
    lock.lock();
    try {
      if (!closed && writes < MAX_WRITES && bytes + write.bytes() <= MAX_BYTES) {
        writes++;
        bytes += write.bytes();
        waiting.add(write);
        changed.signal();
        return;
      }
    } finally {
      lock.unlock();
    }
    write.fail(
        closed()
            ? new StorageClosedException()
            : new StorageUnavailableException(
                "writes: as many as can wait (expected: at most %d of %d bytes)"
                    .formatted(MAX_WRITES, MAX_BYTES)));
  }

  /**
   * Takes what waits, up to a number of writes and an amount of bytes, but at least one.
   *
   * @param wait whether to wait until there is something, or somebody wakes up
   * @return empty if there is nothing
   */
  List<Write<?>> take(int maxWrites, long maxBytes, boolean wait) {
    var taken = new ArrayList<Write<?>>();
    lock.lock();
    try {
      while (wait && waiting.isEmpty() && !woken && !closed) {
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

  /** Makes room for as much as has been done. */
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

  /** Makes a {@link #take} that waits, or the next one, return. */
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
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Takes no more. What waits is failed. */
  void close() {
    List<Write<?>> left;
    lock.lock();
    try {
      closed = true;
      left = List.copyOf(waiting);
      waiting.clear();
      changed.signal();
    } finally {
      lock.unlock();
    }
    left.forEach(write -> write.fail(new StorageClosedException()));
  }
}
