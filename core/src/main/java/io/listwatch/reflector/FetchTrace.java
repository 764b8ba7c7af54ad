package io.listwatch.reflector;

import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.StringJoiner;

/**
 * The steps of one fetch and the time that each took, logged in one line if the fetch takes longer
 * than ten seconds, whether it succeeds or not.
 *
 * <p>Confined to the reflector's thread.
 */
final class FetchTrace implements AutoCloseable {
  private static final Duration SLOW = Duration.ofSeconds(10);

  private final String title;
  private final Timers timers;
  private final ReflectorMonitor monitor;
  private final long start;
  private final StringJoiner steps = new StringJoiner(", ");
  private long last;

  FetchTrace(String title, Timers timers, ReflectorMonitor monitor) {
    this.title = title;
    this.timers = timers;
    this.monitor = monitor;
    this.start = timers.nanoTime();
    this.last = start;
  }

  /** Returns the time of the start, by the monotonic clock. */
  long start() {
    return start;
  }

  /** Ends a step, which began when the previous one ended. */
  void step(String name) {
    long now = timers.nanoTime();
    steps.add(name + " " + millis(now - last));
    last = now;
  }

  long elapsedNanos() {
    return timers.nanoTime() - start;
  }

  @Override
  public void close() {
    long elapsed = elapsedNanos();
    if (elapsed > SLOW.toNanos()) {
      long rest = timers.nanoTime() - last;
      if (rest > 0) {
        steps.add("unfinished " + millis(rest));
      }
      monitor.slow("slow %s: %s (%s)".formatted(title, millis(elapsed), steps));
    }
  }

  private static String millis(long nanos) {
    return nanos / 1_000_000 + " ms";
  }
}
