package io.listwatch.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The waiting of an {@link InformerQueue}, at the cap and for a batch. What waits, and in which
 * batches it goes out, is up to each queue.
 *
 * <p>Thread-safe. The lock is a leaf: nothing is called while it is held.
 */
abstract sealed class BoundedQueue implements InformerQueue permits InOrderQueue, DeltaFifo {
  final ReentrantLock lock;

  private final int capacity;
  private final Condition readable;
  private final Condition writable;

  @GuardedBy("lock")
  private boolean closed;

  /** A queue with a consumer of its own. */
  BoundedQueue(int capacity) {
    this(capacity, new ReentrantLock());
  }

  private BoundedQueue(int capacity, ReentrantLock lock) {
    this(capacity, lock, lock.newCondition());
  }

  /**
   * @param lock shared by the queues of one consumer
   * @param readable where that consumer waits
   */
  BoundedQueue(int capacity, ReentrantLock lock, Condition readable) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity: " + capacity + " (expected: at least 1)");
    }
    this.capacity = capacity;
    this.lock = lock;
    this.readable = readable;
    this.writable = lock.newCondition();
  }

  @Override
  public final void replace(
      List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
    put(new Delta.ReplacedAll(items, unreadable, version), true);
  }

  @Override
  public final void add(Resource object) {
    put(new Delta.Added(object), true);
  }

  @Override
  public final void update(Resource object) {
    put(new Delta.Updated(object), true);
  }

  @Override
  public final void delete(Resource object) {
    put(new Delta.Deleted(object), true);
  }

  @Override
  public final void bookmark(ResourceVersion version) {
    put(new Delta.Bookmark(version), true);
  }

  @Override
  public final void resync(SyncRound round) {
    put(new Delta.SyncedAll(round), false);
  }

  private void put(Delta delta, boolean patiently) {
    lock.lock();
    try {
      while (patiently && !closed && sizeLocked() >= capacity) {
        writable.awaitUninterruptibly();
      }
      if (!closed) {
        putLocked(delta);
        readable.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes in what a producer brings. */
  @GuardedBy("lock")
  abstract void putLocked(Delta delta);

  @Override
  public final @Nullable Batch take() throws InterruptedException {
    consumerComes();
    lock.lockInterruptibly();
    try {
      Batch batch = poll();
      while (batch == null && !closed) {
        readable.await();
        batch = poll();
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** The consumer has applied what it took, and comes for more. Called without the lock. */
  void consumerComes() {}

  /** The next batch if there is one now. */
  @Nullable Batch poll() {
    lock.lock();
    try {
      if (sizeLocked() == 0) {
        return null;
      }
      Batch batch = takeLocked();
      writable.signalAll();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** Lets go of the next batch; there is one. */
  @GuardedBy("lock")
  abstract Batch takeLocked();

  @Override
  public final int size() {
    lock.lock();
    try {
      return sizeLocked();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  abstract int sizeLocked();

  /** Whether nothing will come out any more. */
  boolean drained() {
    lock.lock();
    try {
      return closed && sizeLocked() == 0;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public final void close() {
    lock.lock();
    try {
      closed = true;
      readable.signalAll();
      writable.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
