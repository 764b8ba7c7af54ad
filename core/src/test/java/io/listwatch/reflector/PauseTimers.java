package io.listwatch.reflector;

import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes everything on to other timers, remembering the pauses that are made with them. */
final class PauseTimers implements Timers {
  private final Timers timers;
  private final List<Duration> lengths = new CopyOnWriteArrayList<>();
  private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();

  PauseTimers(Timers timers) {
    this.timers = timers;
  }

  /** Whether somebody pauses now. */
  boolean pausing() {
    return !waiting.isEmpty();
  }

  List<Duration> lengths() {
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

  private Timer pause(Duration delay, Runnable alarm) {
    Timer timer =
        timers.schedule(
            delay,
            () -> {
              waiting.remove(alarm);
              alarm.run();
            });
    lengths.add(delay);
    waiting.add(alarm);
    return () -> {
      waiting.remove(alarm);
      timer.cancel();
    };
  }
}
