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
 * What users of an informer have written and its store has not heard of yet, so that they can read
 * it all the same.
 *
 * <pre>
 *   readers ──▶ pending writes, if there are any ──▶ store
 *                    ▲                     │
 *   answers of writes┘                     └▶ dropped when the store has passed them
 * </pre>
 *
 * <p>Bounded by number and by age: of what the store never hears of, the oldest are dropped.
 *
 * <p>Threads: any thread reads and writes; the informer's says when the store has moved. Readers
 * take no lock: they look at what is pending first and at the store then, so that what has been
 * dropped meanwhile is in the store they find. The lock is for those who change what is pending; it
 * is a leaf.
 */
final class OwnWrites implements AutoCloseable {
  private final IndexedStore store;
  private final int max;
  private final Duration maxAge;
  private final Timers timers;
  private final Metrics.Counter dropped;
  private final Changes changes;
  private final ReentrantLock lock = new ReentrantLock();

  /** Written with the lock held. */
  private volatile PendingWrites pending = PendingWrites.NONE;

  /** The last that was set; one that rings after the close finds nothing to do. */
  private volatile Timers.@Nullable Timer timer;

  @GuardedBy("lock")
  private boolean scheduled;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param dropped counts those that were dropped though the store had not passed them
   * @param changes told when readers see something else by this alone
   */
  OwnWrites(IndexedStore store, InformerOptions options, Metrics.Counter dropped, Changes changes) {
    this.store = store;
    this.max = options.maxOwnWrites;
    this.maxAge = options.maxOwnWriteAge;
    this.timers = options.timers;
    this.dropped = dropped;
    this.changes = changes;
  }

  /** What the store holds now, with the writes that it has not heard of. */
  StoreSnapshot snapshot() {
    PendingWrites now = pending;
    StoreSnapshot held = store.snapshot();
    while (!now.isEmpty() && now != pending) {
      // What was dropped meanwhile the store may have passed and changed again.
      now = pending;
      held = store.snapshot();
    }
    return now.isEmpty() ? held : now.over(held);
  }

  int size() {
    return pending.size();
  }

  /** The object is now so. */
  void wrote(Resource object) {
    record(PendingWrite.of(object, timers.nanoTime()));
  }

  /** The object is still there, or may be, but not for this informer. */
  void left(Resource object) {
    record(PendingWrite.leaving(object, timers.nanoTime()));
  }

  /**
   * The object that has this uid is gone.
   *
   * @param before what could be read before it was deleted, or its last state
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
    // The store may have passed it before it was there to be dropped.
    moved(store.snapshot());
    changes.happened();
    schedule();
  }

  /** The store holds {@code snapshot} now: what it has passed is not needed any more. */
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

  /** Comes back when the oldest is too old; one timer is enough for all. */
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
