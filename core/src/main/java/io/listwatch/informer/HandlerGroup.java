package io.listwatch.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.store.Delta;
import io.listwatch.store.InformerQueue;
import io.listwatch.store.StoreSnapshot;
import io.listwatch.store.SyncRound;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The handlers of an informer, and the state that they have been notified of. A handler is added
 * between two batches, never in the middle of one.
 *
 * <p>Threads: the informer's thread notifies; any thread adds, removes, waits or closes. While the
 * lock is held, notifications go into the handlers' queues, whose locks are leaves; no other code
 * is called.
 */
final class HandlerGroup implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition progressed = lock.newCondition();

  @GuardedBy("lock")
  private final List<HandlerThread<?>> handlers = new ArrayList<>();

  /**
   * The state that handlers have been notified of, or will be by the notifications in their queues.
   */
  @GuardedBy("lock")
  private StoreSnapshot notified;

  /** True if the handlers have been notified, or will be, of all initial objects. */
  @GuardedBy("lock")
  private boolean initialNotified;

  /**
   * Number of batches whose application has begun; {@link #finished} counts those that handlers
   * were notified of.
   */
  @GuardedBy("lock")
  private long begun;

  @GuardedBy("lock")
  private long finished;

  @GuardedBy("lock")
  private boolean started;

  @GuardedBy("lock")
  private boolean closed;

  HandlerGroup(StoreSnapshot nothing) {
    notified = nothing;
  }

  /** Starts the existing handlers; later ones start when they are added. */
  void start() {
    lock.lock();
    try {
      started = true;
    } finally {
      lock.unlock();
    }
    handlers().forEach(HandlerThread::start);
  }

  /** Adds a handler. Returns false, without an effect, if this or the handler is closed. */
  boolean add(HandlerThread<?> handler) {
    boolean start;
    lock.lock();
    try {
      if (closed || handler.closed()) {
        return false;
      }
      handlers.add(handler);
      if (notified.size() > 0) {
        handler.enqueue(List.of(new Notification.Replayed(notified)));
      }
      if (initialNotified) {
        handler.enqueue(List.of(new Notification.InitialEnd()));
      }
      start = started;
    } finally {
      lock.unlock();
    }
    if (start) {
      handler.start();
    }
    return true;
  }

  void remove(HandlerThread<?> handler) {
    lock.lock();
    try {
      handlers.remove(handler);
    } finally {
      lock.unlock();
    }
  }

  List<HandlerThread<?>> handlers() {
    lock.lock();
    try {
      return List.copyOf(handlers);
    } finally {
      lock.unlock();
    }
  }

  /** Called before a batch is applied to the store: from now on readers may see its changes. */
  void begin() {
    lock.lock();
    try {
      begun++;
    } finally {
      lock.unlock();
    }
  }

  /** Notifies the handlers of the batch that was begun. */
  void notifyHandlers(Feeds.Delivery delivery, Applier.Applied applied) {
    lock.lock();
    try {
      notified = applied.snapshot();
      initialNotified |= delivery.completesInitial();
      for (HandlerThread<?> handler : handlers) {
        handler.enqueue(applied.notifications());
        notifyResync(handler, delivery.batch(), applied.snapshot());
        if (delivery.completesInitial()) {
          handler.enqueue(List.of(new Notification.InitialEnd()));
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static void notifyResync(
      HandlerThread<?> handler, InformerQueue.Batch batch, StoreSnapshot snapshot) {
    for (Delta delta : batch.deltas()) {
      if (delta instanceof Delta.SyncedAll all && concerns(all.round(), handler)) {
        handler.enqueue(List.of(new Notification.Resynced(snapshot)));
      } else if (delta instanceof Delta.Synced one && concerns(one.round(), handler)) {
        Resource current = snapshot.get(one.key());
        if (current != null) {
          handler.enqueue(List.of(new Notification.Updated(current, current)));
        }
      }
    }
  }

  private static boolean concerns(SyncRound round, HandlerThread<?> handler) {
    return round.equals(handler) || round.equals(SyncRound.ALL_HANDLERS);
  }

  /**
   * Called when the handlers have been notified of the batch that was begun, or the batch has
   * failed.
   */
  void finish() {
    lock.lock();
    try {
      finished++;
      progressed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until {@code some} handlers have been notified of everything that readers could see when
   * this was called. Returns true if that happened in time.
   */
  boolean awaitDelivered(
      Collection<? extends HandlerThread<?>> some, Duration atMost, Timers timers)
      throws InterruptedException {
    long deadline = timers.nanoTime() + atMost.toNanos();
    if (!awaitFinished(atMost, timers)) {
      return false;
    }
    for (HandlerThread<?> handler : some) {
      if (!handler.awaitDelivered(Duration.ofNanos(deadline - timers.nanoTime()))) {
        return false;
      }
    }
    return true;
  }

  private boolean awaitFinished(Duration atMost, Timers timers) throws InterruptedException {
    try (var alarm = new WaitTimeout(atMost, timers, lock, progressed)) {
      lock.lockInterruptibly();
      try {
        long last = begun;
        while (finished < last && !alarm.rang()) {
          progressed.await();
        }
        return finished >= last;
      } finally {
        lock.unlock();
      }
    }
  }

  /** Removes every handler. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    handlers().forEach(HandlerThread::close);
  }
}
