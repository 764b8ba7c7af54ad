package io.listwatch.reflector;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Ends a watch that has gone silent: one that outlives the time it was asked to last, or, once its
 * type has shown that it sends bookmarks, one on which too long nothing came.
 *
 * <p>Threads: the reader reports what it saw; the timers' thread looks. The lock is a leaf.
 */
final class Watchdog implements AutoCloseable {
  /** How much later than asked a source may end a watch. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final Timers timers;
  private final Watch watch;
  private final BookmarkRhythm rhythm;
  private final long deadline;
  private final boolean hasDeadline;
  private final ReentrantLock lock = new ReentrantLock();

  private volatile long lastSeen;
  private volatile @Nullable String bark;

  @GuardedBy("lock")
  private Timers.@Nullable Timer timer;

  @GuardedBy("lock")
  private boolean closed;

  Watchdog(Timers timers, Watch watch, BookmarkRhythm rhythm, Duration timeout) {
    this.timers = timers;
    this.watch = watch;
    this.rhythm = rhythm;
    this.lastSeen = timers.nanoTime();
    this.hasDeadline = !timeout.isZero();
    this.deadline = lastSeen + timeout.plus(GRACE).toNanos();
    rhythm.watchOpened();
    sleep();
  }

  /** An event came, {@code now} by the monotonic clock. */
  void saw(boolean bookmark, long now) {
    lastSeen = now;
    // The first bookmarks arm the idle limit, for which the timer may be too late as it stands.
    if (bookmark && rhythm.bookmark(now)) {
      sleep();
    }
  }

  /** Why the watch was ended, or null if it was not. */
  @Nullable String bark() {
    return bark;
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
    long idle = rhythm.limit();
    // Only differences of the monotonic clock's readings can be compared: it may wrap around.
    long untilIdle = idle == 0 ? Long.MAX_VALUE : idle - (now - lastSeen);
    return Math.min(untilIdle, hasDeadline ? deadline - now : Long.MAX_VALUE);
  }

  private void look() {
    long now = timers.nanoTime();
    long idle = rhythm.limit();
    if (hasDeadline && now - deadline >= 0) {
      end("the watch was not ended when its time was over");
    } else if (idle != 0 && now - lastSeen >= idle) {
      end("nothing came for %d s, not even a bookmark".formatted(idle / 1_000_000_000));
    } else {
      sleep();
    }
  }

  private void end(String reason) {
    bark = reason;
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
