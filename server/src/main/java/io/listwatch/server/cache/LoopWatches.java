package io.listwatch.server.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions to one cache whose connections belong to one event loop. Reads the window once
 * for all parked subscriptions, and wakes those that have an event to send.
 *
 * <p>Threads: everything runs on the loop, except {@link #changed}, which the cache's writer calls.
 */
final class LoopWatches implements Runnable {
  private final Executor loop;
  private final EventWindow window;
  private final ScopeIndex subscriptions = new ScopeIndex();

  /** The parked subscriptions have seen everything up to this place; null if none is parked. */
  private @Nullable WindowEntry place;

  /**
   * Parked subscriptions that are woken after the next run, whether or not it has an event for
   * them.
   */
  private List<WatchSubscription> wokenAfterNextRun = new ArrayList<>();

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
    wokenAfterNextRun.remove(subscription);
  }

  /**
   * A subscription has read everything and gives up its place. It must look at the window once
   * more, for entries that were linked before it was counted as parked.
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

  /** A subscription has a place of its own again. */
  void unpark() {
    if (parked.decrementAndGet() == 0) {
      place = null;
    }
  }

  /**
   * Returns the place with this sequence number, if it is at or after the parked subscriptions'
   * place; else null.
   */
  @Nullable WindowEntry find(long sequence) {
    WindowEntry at = place;
    while (at != null && at.sequence() < sequence) {
      at = at.next();
    }
    return at;
  }

  void wakeNextTime(WatchSubscription subscription) {
    wokenAfterNextRun.add(subscription);
  }

  /**
   * The window has new entries. Schedules one task, regardless of the number of watches and
   * entries.
   */
  void changed() {
    // Subscriptions are counted as parked before they look at the window for the last time, and the
    // writer links entries before it calls this. So one of the two sees the other.
    if (parked.get() > 0 && scheduled.compareAndSet(false, true)) {
      try {
        loop.execute(this);
      } catch (RejectedExecutionException stopped) {
        // The loop has stopped, and its connections are closed.
      }
    }
  }

  /** Offers the new entries to the parked subscriptions. */
  @Override
  public void run() {
    // Reset first: an entry that is linked during the run must schedule another run.
    scheduled.set(false);
    look();
    List<WatchSubscription> calls = wokenAfterNextRun;
    wokenAfterNextRun = new ArrayList<>();
    calls.forEach(WatchSubscription::call);
  }

  private void look() {
    WindowEntry at = place;
    if (at == null) {
      return;
    }
    for (WindowEntry next = at.next(); next != null; next = at.next()) {
      int unused = subscriptions.offer(at, next);
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

  /** The window has dropped entries that the parked subscriptions had not seen. */
  private void loseParked(WindowEntry lost) {
    subscriptions.forEach(subscription -> subscription.loseParked(lost));
  }
}
