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
 * The blocking part of an {@link InformerQueue}: producers wait at the capacity, the consumer waits
 * for a batch. The subclasses decide what is queued and how it is batched.
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

  /** Creates a queue with its own consumer. */
  BoundedQueue(int capacity) {
    this(capacity, new ReentrantLock());
  }

  private BoundedQueue(int capacity, ReentrantLock lock) {
    this(capacity, lock, lock.newCondition());
  }

  /**
   * Creates one of several queues with a common consumer.
   *
   * @param lock shared by the queues of one consumer
   * @param readable the condition on which that consumer waits
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

  @Override
  public final @Nullable Resource latest(ResourceKey key) {
    lock.lock();
    try {
      return latestLocked(key);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the object after all queued deltas; null if it does not exist or is not known. */
  @GuardedBy("lock")
  abstract @Nullable Resource latestLocked(ResourceKey key);

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

  /** Adds a producer's delta to the queue. */
  @GuardedBy("lock")
  abstract void putLocked(Delta delta);

  @Override
  public final @Nullable Batch take() throws InterruptedException {
    beforeTake();
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

  /**
   * Called without the lock when the consumer has applied its last batch and takes the next one.
   */
  void beforeTake() {}

  /** Returns the next batch, or null if there is none now. */
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

  /** Removes and returns the next batch. Called only if there is one. */
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

  /** True if the queue is closed and everything has been taken. */
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
