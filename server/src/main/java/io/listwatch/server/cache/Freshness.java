package io.listwatch.server.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.ResourceVersion;
import io.listwatch.server.resource.Revisions;
import io.listwatch.server.resource.VersionFailures;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Reads that wait for a cache to reach a version. While there are any, requests a progress
 * notification from storage every 100 ms, because the awaited version may not have changed this
 * resource at all.
 *
 * <p>Thread-safe. No other lock is taken while the lock is held. Stages are completed by the thread
 * that reaches the version, or by a timer thread after the timeout.
 */
final class Freshness {
  /** Timeout of a waiting read, which then fails with "Too large resource version". */
  static final Duration TIMEOUT = Duration.ofSeconds(3);

  private static final Duration PROGRESS_INTERVAL = Duration.ofMillis(100);
  private static final long NO_WAITER = Long.MAX_VALUE;

  private final LongSupplier reached;
  private final Runnable requestProgress;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final PriorityQueue<Waiter> waiters =
      new PriorityQueue<>(Comparator.comparingLong(Waiter::version));

  @GuardedBy("lock")
  private boolean ticking;

  private volatile boolean closed;

  /** True if progress was requested and has not been notified yet. */
  private final AtomicBoolean asked = new AtomicBoolean();

  /** The lowest version that a read waits for; written under the lock. */
  private volatile long least = NO_WAITER;

  /**
   * One waiting read.
   *
   * @param since start of the wait, by the monotonic clock
   */
  private record Waiter(
      long version, ResourceVersion asked, long since, CompletableFuture<Void> stage) {}

  Freshness(LongSupplier reached, Runnable requestProgress, Timers timers) {
    this.reached = reached;
    this.requestProgress = requestProgress;
    this.timers = timers;
  }

  /**
   * Returns a stage that completes once the version has been reached, and fails after {@link
   * #TIMEOUT}.
   */
  CompletionStage<Void> await(ResourceVersion asked) {
    long version = Revisions.of(asked);
    if (reached.getAsLong() >= version) {
      return CompletableFuture.completedStage(null);
    }
    var waiter = new Waiter(version, asked, timers.nanoTime(), new CompletableFuture<>());
    if (closed) {
      giveUp(waiter);
      return waiter.stage;
    }
    if (add(waiter)) {
      timers.schedule(PROGRESS_INTERVAL, this::tick);
    }
    askOnce();
    // Checked again: the version may have been reached before the writer could see this waiter.
    reached(reached.getAsLong(), false);
    if (closed) {
      giveUpAll();
    }
    return waiter.stage;
  }

  /** Returns true if the timer has to be started. */
  private boolean add(Waiter waiter) {
    lock.lock();
    try {
      waiters.add(waiter);
      least = Math.min(least, waiter.version);
      boolean start = !ticking;
      ticking = true;
      return start;
    } finally {
      lock.unlock();
    }
  }

  /** Requests progress unless an earlier request is still pending. */
  private void askOnce() {
    if (asked.compareAndSet(false, true)) {
      requestProgress.run();
    }
  }

  /**
   * Called when the cache has reached a version. Costs the writer a single volatile read if no read
   * waits.
   *
   * @param progress true if this may be the response to a progress request
   */
  void reached(long version, boolean progress) {
    if (progress) {
      asked.set(false);
    }
    if (least <= version) {
      complete(version);
    }
    // Reads that came after the request was sent may wait for a later version than its response.
    if (progress && least != NO_WAITER) {
      askOnce();
    }
  }

  private void complete(long version) {
    var due = new ArrayList<Waiter>();
    lock.lock();
    try {
      for (var head = waiters.peek(); head != null && head.version <= version; ) {
        due.add(waiters.remove());
        head = waiters.peek();
      }
      noteLeastLocked();
    } finally {
      lock.unlock();
    }
    due.forEach(waiter -> waiter.stage.complete(null));
  }

  @GuardedBy("lock")
  private void noteLeastLocked() {
    Waiter head = waiters.peek();
    least = head == null ? NO_WAITER : head.version;
  }

  private void tick() {
    List<Waiter> late = new ArrayList<>();
    boolean more;
    lock.lock();
    try {
      long now = timers.nanoTime();
      // One pass over the queue, which may have a waiter for each of thousands of watches.
      waiters.removeIf(waiter -> now - waiter.since >= TIMEOUT.toNanos() && late.add(waiter));
      noteLeastLocked();
      more = !waiters.isEmpty();
      ticking = more;
    } finally {
      lock.unlock();
    }
    late.forEach(this::giveUp);
    if (more) {
      // Requested even if a request is pending: it may have been lost with its watch.
      asked.set(true);
      requestProgress.run();
      timers.schedule(PROGRESS_INTERVAL, this::tick);
    }
  }

  /** Fails all waiting reads and all later ones. */
  void close() {
    closed = true;
    giveUpAll();
  }

  private void giveUpAll() {
    List<Waiter> all;
    lock.lock();
    try {
      all = List.copyOf(waiters);
      waiters.clear();
      noteLeastLocked();
    } finally {
      lock.unlock();
    }
    all.forEach(this::giveUp);
  }

  private void giveUp(Waiter waiter) {
    waiter.stage.completeExceptionally(
        VersionFailures.tooLarge(waiter.asked, reached.getAsLong(), 1));
  }
}
