package io.listwatch.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.store.IndexedStore;
import io.listwatch.store.StoreSnapshot;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes by users of an informer that its store does not contain yet, so that users read their own
 * writes.
 *
 * <pre>
 *   readers ──▶ pending writes, if there are any ──▶ store
 *                    ▲                     │
 *   responses ───────┘                     └▶ dropped when the store has passed them
 * </pre>
 *
 * <p>Bounded by number and by age: the oldest are dropped if the store never passes them.
 *
 * <p>Threads: any thread reads and writes; the informer's thread reports changes of the store.
 * Readers take no lock: they read the pending writes first and the store second, so a write that
 * was dropped in between is in the store that they find. The lock guards changes of the pending
 * writes; it is a leaf.
 */
final class OwnWrites implements AutoCloseable {
  private final IndexedStore store;
  private final int max;
  private final Duration maxAge;
  private final Timers timers;
  private final Metrics.Counter dropped;
  private final Changes changes;
  private final ReentrantLock lock = new ReentrantLock();

  /** Written under the lock. */
  private volatile PendingWrites pending = PendingWrites.NONE;

  /** The last timer set; one that fires after close finds nothing to do. */
  private volatile Timers.@Nullable Timer timer;

  @GuardedBy("lock")
  private boolean scheduled;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * Creates an empty set of writes.
   *
   * @param dropped counts writes that were dropped though the store had not passed them
   * @param changes notified of changes of the pending writes, which readers see without a change of
   *     the store
   */
  OwnWrites(IndexedStore store, InformerOptions options, Metrics.Counter dropped, Changes changes) {
    this.store = store;
    this.max = options.maxOwnWrites;
    this.maxAge = options.maxOwnWriteAge;
    this.timers = options.timers;
    this.dropped = dropped;
    this.changes = changes;
  }

  /** Returns the store's current content, with the pending writes applied. */
  StoreSnapshot snapshot() {
    PendingWrites now = pending;
    StoreSnapshot held = store.snapshot();
    while (!now.isEmpty() && now != pending) {
      // The store may have passed a dropped write and changed again, so read both again.
      now = pending;
      held = store.snapshot();
    }
    return now.isEmpty() ? held : now.over(held);
  }

  int size() {
    return pending.size();
  }

  /** Records that the object was written in this state. */
  void wrote(Resource object) {
    record(PendingWrite.of(object, timers.nanoTime()));
  }

  /** Records that the object may still exist but is no longer selected by this informer. */
  void left(Resource object) {
    record(PendingWrite.leaving(object, timers.nanoTime()));
  }

  /**
   * Records that the object of this uid was deleted.
   *
   * @param before the object as read before it was deleted, or its last state
   */
  void deleted(ResourceKey key, String uid, @Nullable Resource before) {
    record(PendingWrite.deletion(key, uid, before, timers.nanoTime()));
  }

  private void record(PendingWrite write) {
    if (write.passedBy(store.snapshot())) {
      return;
    }
    int tooMany = 0;
    lock.lock();
    try {
      if (!closed) {
        PendingWrites next = pending.with(write);
        pending = next.newest(max);
        tooMany = next.size() - pending.size();
      }
    } finally {
      lock.unlock();
    }
    dropped.add(tooMany);
    // The store may have passed the write before it was recorded.
    moved(store.snapshot());
    changes.happened();
    schedule();
  }

  /** Drops the writes that the store has passed; {@code snapshot} is its new content. */
  void moved(StoreSnapshot snapshot) {
    if (pending.isEmpty()) {
      return;
    }
    lock.lock();
    try {
      pending = pending.after(snapshot);
    } finally {
      lock.unlock();
    }
  }

  /** Sets a timer for the time at which the oldest write is too old; one is enough for all. */
  private void schedule() {
    long now = timers.nanoTime();
    Duration left;
    lock.lock();
    try {
      Long oldest = pending.oldest();
      if (closed || scheduled || oldest == null) {
        return;
      }
      scheduled = true;
      left = maxAge.minusNanos(now - oldest);
    } finally {
      lock.unlock();
    }
    timer = timers.schedule(left.isNegative() ? Duration.ZERO : left, this::age);
  }

  private void age() {
    long now = timers.nanoTime();
    int tooOld;
    lock.lock();
    try {
      scheduled = false;
      tooOld = pending.size();
      pending = pending.youngerThan(maxAge, now);
      tooOld -= pending.size();
    } finally {
      lock.unlock();
    }
    dropped.add(tooOld);
    changes.happened();
    schedule();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      pending = PendingWrites.NONE;
    } finally {
      lock.unlock();
    }
    Timers.Timer last = timer;
    if (last != null) {
      last.cancel();
    }
  }
}
