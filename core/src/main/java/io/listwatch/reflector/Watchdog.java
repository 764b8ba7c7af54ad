package io.listwatch.reflector;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Ends a dead watch: one that outlives its timeout, or, once its type is known to send bookmarks,
 * one that has been silent for too long.
 *
 * <p>Threads: the reader reports events; the timers' thread checks. The lock is a leaf.
 */
final class Watchdog implements AutoCloseable {
  /** Time after the timeout within which a source may still end a watch. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final Timers timers;
  private final Watch watch;
  private final BookmarkInterval interval;
  private final long deadline;
  private final boolean hasDeadline;
  private final ReentrantLock lock = new ReentrantLock();

  private volatile long lastSeen;
  private volatile @Nullable String endReason;

  @GuardedBy("lock")
  private Timers.@Nullable Timer timer;

  @GuardedBy("lock")
  private boolean closed;

  Watchdog(Timers timers, Watch watch, BookmarkInterval interval, Duration timeout) {
    this.timers = timers;
    this.watch = watch;
    this.interval = interval;
    this.lastSeen = timers.nanoTime();
    this.hasDeadline = !timeout.isZero();
    this.deadline = lastSeen + timeout.plus(GRACE).toNanos();
    interval.watchOpened();
    sleep();
  }

  /** Records an event that arrived at {@code now}, a {@code nanoTime}. */
  void saw(boolean bookmark, long now) {
    lastSeen = now;
    // The first bookmarks activate the idle limit, which may be before the timer's current time.
    if (bookmark && interval.bookmark(now)) {
      sleep();
    }
  }

  /** Returns the reason for which the watchdog ended the watch, or null if it did not. */
  @Nullable String endReason() {
    return endReason;
  }

  private void sleep() {
    long wait = untilNextLook(timers.nanoTime());
    lock.lock();
    try {
      if (timer != null) {
        timer.cancel();
        timer = null;
      }
      if (!closed && wait != Long.MAX_VALUE) {
        timer = timers.schedule(Duration.ofNanos(wait), this::look);
      }
    } finally {
      lock.unlock();
    }
  }

  private long untilNextLook(long now) {
    long idle = interval.limit();
    // Readings of the monotonic clock may wrap around, so only their differences can be compared.
    long untilIdle = idle == 0 ? Long.MAX_VALUE : idle - (now - lastSeen);
    return Math.min(untilIdle, hasDeadline ? deadline - now : Long.MAX_VALUE);
  }

  private void look() {
    long now = timers.nanoTime();
    long idle = interval.limit();
    if (hasDeadline && now - deadline >= 0) {
      end("the source did not end the watch at its timeout");
    } else if (idle != 0 && now - lastSeen >= idle) {
      end("no event for %d s, not even a bookmark".formatted(idle / 1_000_000_000));
    } else {
      sleep();
    }
  }

  private void end(String reason) {
    endReason = reason;
    watch.abandon();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (timer != null) {
        timer.cancel();
      }
    } finally {
      lock.unlock();
    }
  }
}
