package io.listwatch.faults;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A clock that tests can freeze, step and resume. Until it is frozen it follows the underlying
 * timers, whose thread runs all tasks.
 *
 * <p>Thread-safe.
 */
public final class SteppedTime implements Timers {
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Set<Task> tasks = new HashSet<>();

  @GuardedBy("lock")
  private long sequence;

  /** Nanoseconds ahead of the underlying timers; negative if behind. */
  @GuardedBy("lock")
  private long ahead;

  /** The value of {@link #nanoTime} while the clock is frozen; null while it runs. */
  @GuardedBy("lock")
  private @Nullable Long frozenAt;

  public SteppedTime(Timers timers) {
    this.timers = timers;
  }

  /** Returns the underlying timers, which cannot be frozen. */
  Timers real() {
    return timers;
  }

  @Override
  public long nanoTime() {
    lock.lock();
    try {
      return nanoTimeLocked();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private long nanoTimeLocked() {
    return frozenAt == null ? timers.nanoTime() + ahead : frozenAt;
  }

  @Override
  public Instant now() {
    lock.lock();
    try {
      return timers.now().plusNanos(nanoTimeLocked() - timers.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  boolean frozen() {
    lock.lock();
    try {
      return frozenAt != null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Timer schedule(Duration delay, Runnable action) {
    lock.lock();
    try {
      var task = new Task(nanoTimeLocked() + Math.max(0, delay.toNanos()), sequence++, action);
      tasks.add(task);
      if (frozenAt == null || task.due <= frozenAt) {
        task.timer = timers.schedule(delay, () -> run(task));
      }
      return () -> cancel(task);
    } finally {
      lock.unlock();
    }
  }

  private void run(Task task) {
    lock.lock();
    try {
      boolean tooEarly = frozenAt != null && task.due > frozenAt;
      if (tooEarly || !tasks.remove(task)) {
        return;
      }
    } finally {
      lock.unlock();
    }
    task.action.run();
  }

  private void cancel(Task task) {
    lock.lock();
    try {
      tasks.remove(task);
      task.cancelTimer();
    } finally {
      lock.unlock();
    }
  }

  /** Stops the clock. Does nothing if it is frozen already. */
  void freeze() {
    lock.lock();
    try {
      if (frozenAt == null) {
        frozenAt = nanoTimeLocked();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Advances the clock, and runs the tasks that become due, in order. Delays of tasks scheduled by
   * them count from the new time. A running clock is advanced and keeps running.
   */
  void step(Duration by) {
    lock.lock();
    try {
      if (frozenAt == null) {
        ahead += by.toNanos();
      } else {
        frozenAt += by.toNanos();
      }
      armLocked();
    } finally {
      lock.unlock();
    }
  }

  /** Lets the clock run again, from its current time. */
  void resume() {
    lock.lock();
    try {
      if (frozenAt != null) {
        ahead = frozenAt - timers.nanoTime();
        frozenAt = null;
        armLocked();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Reschedules the tasks after the clock was stepped or resumed. */
  @GuardedBy("lock")
  private void armLocked() {
    long now = nanoTimeLocked();
    boolean runs = frozenAt == null;
    for (Task task : inOrderLocked()) {
      if (runs || task.due <= now) {
        task.cancelTimer();
        Duration left = Duration.ofNanos(Math.max(0, task.due - now));
        task.timer = timers.schedule(left, () -> run(task));
      }
    }
  }

  @GuardedBy("lock")
  private List<Task> inOrderLocked() {
    return tasks.stream()
        .sorted(
            Comparator.comparingLong((Task each) -> each.due).thenComparing(each -> each.sequence))
        .collect(Collectors.toList());
  }

  /** A scheduled task. The lock guards its timer. */
  private static final class Task {
    private final long due;
    private final long sequence;
    private final Runnable action;
    private @Nullable Timer timer;

    private Task(long due, long sequence, Runnable action) {
      this.due = due;
      this.sequence = sequence;
      this.action = action;
    }

    private void cancelTimer() {
      if (timer != null) {
        timer.cancel();
        timer = null;
      }
    }
  }
}
