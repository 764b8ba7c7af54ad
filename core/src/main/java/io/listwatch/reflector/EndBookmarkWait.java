package io.listwatch.reflector;

import io.listwatch.time.Timers;
import java.time.Duration;

/**
 * The wait for the bookmark that ends a streaming list. While the stream is silent, logs a warning
 * every ten seconds, as client-go does.
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

  private volatile boolean due;

  EndBookmarkWait(
      WatchStream stream, long start, Duration limit, Timers timers, ReflectorMonitor monitor) {
    this.stream = stream;
    this.lastSeen = start;
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

  void sawEvent() {
    lastSeen = timers.nanoTime();
  }

  /** Returns true if the stream has been silent for too long. Warns if it is time to. */
  boolean isOver() {
    if (!due) {
      return false;
    }
    due = false;
    timer = schedule();
    Duration silence = Duration.ofNanos(timers.nanoTime() - lastSeen);
    if (silence.compareTo(INTERVAL) >= 0) {
      monitor.endBookmarkMissing(stream.events(), silence);
    }
    return !limit.isZero() && silence.compareTo(limit) >= 0;
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
