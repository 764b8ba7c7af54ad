package io.listwatch.reflector;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Delegates to other timers and records the pauses.
 *
 * <p>Thread-safe. While {@link #pausing} is true, the timer of the pause is set.
 */
final class PauseTimers implements Timers {
  private final Timers timers;

  @GuardedBy("this")
  private final List<Duration> lengths = new ArrayList<>();

  @GuardedBy("this")
  private final Set<Runnable> alarms = new HashSet<>();

  PauseTimers(Timers timers) {
    this.timers = timers;
  }

  /** True if a thread is pausing. */
  synchronized boolean pausing() {
    return !alarms.isEmpty();
  }

  synchronized List<Duration> lengths() {
    return List.copyOf(lengths);
  }

  @Override
  public long nanoTime() {
    return timers.nanoTime();
  }

  @Override
  public Instant now() {
    return timers.now();
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    return task.getClass().getEnclosingClass() == Pause.class
        ? pause(delay, task)
        : timers.schedule(delay, task);
  }

  private synchronized Timer pause(Duration delay, Runnable alarm) {
    lengths.add(delay);
    alarms.add(alarm);
    Timer timer =
        timers.schedule(
            delay,
            () -> {
              over(alarm);
              alarm.run();
            });
    return () -> {
      over(alarm);
      timer.cancel();
    };
  }

  private synchronized void over(Runnable alarm) {
    alarms.remove(alarm);
  }
}
