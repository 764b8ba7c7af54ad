package io.listwatch.server.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions to one cache whose connections belong to one event loop. It reads the window on
 * behalf of all that are parked, and calls those to whom something happened.
 *
 * <p>Threads: everything happens on the loop, but {@link #changed}, which the cache's writer calls.
 */
final class LoopWatches implements Runnable {
  private final Executor loop;
  private final EventWindow window;
  private final ScopeIndex subscriptions = new ScopeIndex();

  /** Up to where the parked have been shown everything; null if none is parked. */
  private @Nullable WindowEntry place;

  /** Parked, but to be called after the next look whatever it shows. */
  private List<WatchSubscription> restless = new ArrayList<>();

  private final AtomicInteger parked = new AtomicInteger();
  private final AtomicBoolean scheduled = new AtomicBoolean();

  LoopWatches(Executor loop, EventWindow window) {
    this.loop = loop;
    this.window = window;
  }

  boolean isEmpty() {
    return subscriptions.isEmpty();
  }

  void add(WatchSubscription subscription) {
    subscriptions.add(subscription);
  }

  void remove(WatchSubscription subscription) {
    subscriptions.remove(subscription);
    restless.remove(subscription);
  }

  /**
   * A subscription has read everything and has no place of its own from now on. It must look once
   * more for what came before it was counted.
   */
  void park(WindowEntry at) {
    WindowEntry common = place;
    if (common != null && window.isLost(common)) {
      loseParked(common);
      common = null;
    }
    if (common == null) {
      place = at;
    }
    parked.incrementAndGet();
  }

  /** A subscription has a place again. */
  void unpark() {
    if (parked.decrementAndGet() == 0) {
      place = null;
    }
  }

  /** The place with that sequence, from where the parked are on; null if it is not there. */
  @Nullable WindowEntry find(long sequence) {
    WindowEntry at = place;
    while (at != null && at.sequence() < sequence) {
      at = at.next();
    }
    return at;
  }

  void wakeNextTime(WatchSubscription subscription) {
    restless.add(subscription);
  }

  /** The window has something new: one task for it, however many watch and however much it is. */
  void changed() {
    // The parked are counted before they look for the last time, the window is changed before this.
    if (parked.get() > 0 && scheduled.compareAndSet(false, true)) {
      try {
        loop.execute(this);
      } catch (RejectedExecutionException stopped) {
        // The loop is no more, and its connections with it.
      }
    }
  }

  /** Shows what is new to the parked. */
  @Override
  public void run() {
    // First: what comes during the look has to ask for another.
    scheduled.set(false);
    look();
    List<WatchSubscription> calls = restless;
    restless = new ArrayList<>();
    calls.forEach(WatchSubscription::call);
  }

  private void look() {
    WindowEntry at = place;
    if (at == null) {
      return;
    }
    for (WindowEntry next = at.next(); next != null; next = at.next()) {
      subscriptions.offer(at, next);
      at = next;
      if (place != null) {
        place = at;
      }
    }
    if (window.isLost(at)) {
      loseParked(at);
    } else if (parked.get() > 0) {
      place = at;
    }
  }

  /** What the parked had not been shown is gone. */
  private void loseParked(WindowEntry lost) {
    subscriptions.forEach(subscription -> subscription.loseParked(lost));
  }
}
