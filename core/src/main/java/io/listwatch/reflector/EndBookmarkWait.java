package io.listwatch.reflector;

import io.listwatch.model.WatchEvent;
import io.listwatch.time.Timers;
import java.time.Duration;

/**
 * The wait for the bookmark that ends a streaming list. While the stream is silent, logs a warning
 * every ten seconds, as client-go does.
 *
 * <p>Each initial event, which is an ADDED, extends the wait. A server that does not know streaming
 * lists sends live events and ordinary bookmarks instead of the end bookmark, so after the first of
 * those no event extends the wait.
 *
 * <p>Confined to the reflector's thread, except for the timer, which wakes that thread up.
 */
final class EndBookmarkWait implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final WatchStream stream;
  private final Duration limit;
  private final Timers timers;
  private final ReflectorMonitor monitor;
  private Timers.Timer timer;

  /** Time of the last event, or of the request, by the monotonic clock. */
  private long lastSeen;

  /** Time of the last initial event, or of the request, by the monotonic clock. */
  private long lastInitial;

  /** True after an event that is not an initial one. */
  private boolean live;

  private volatile boolean due;

  EndBookmarkWait(
      WatchStream stream, long start, Duration limit, Timers timers, ReflectorMonitor monitor) {
    this.stream = stream;
    this.lastSeen = start;
    this.lastInitial = start;
    this.limit = limit;
    this.timers = timers;
    this.monitor = monitor;
    this.timer = schedule();
  }

  private Timers.Timer schedule() {
    return timers.schedule(INTERVAL, this::isDue);
  }

  private void isDue() {
    due = true;
    stream.wakeUp();
  }

  /** Called for each event but the end bookmark. */
  void saw(WatchEvent event) {
    lastSeen = timers.nanoTime();
    live |= !isInitial(event);
    if (!live) {
      lastInitial = lastSeen;
    }
  }

  /** An unreadable object may be an initial one. */
  private static boolean isInitial(WatchEvent event) {
    return event instanceof WatchEvent.Added || event instanceof WatchEvent.Unreadable;
  }

  /** True if the stream has sent live events or an ordinary bookmark. */
  boolean live() {
    return live;
  }

  /**
   * Returns true if the server has sent no initial event for too long. Logs the warning if it is
   * due.
   */
  boolean isOver() {
    if (!due) {
      return false;
    }
    due = false;
    timer = schedule();
    long now = timers.nanoTime();
    Duration silence = Duration.ofNanos(now - lastSeen);
    if (silence.compareTo(INTERVAL) >= 0) {
      monitor.endBookmarkMissing(stream.events(), silence);
    }
    return !limit.isZero() && now - lastInitial >= limit.toNanos();
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
