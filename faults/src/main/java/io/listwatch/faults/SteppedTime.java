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
 * Time that can be frozen, moved step by step, and let go again, from where it stands by then.
 * Until it is frozen it is that of the timers below it, on whose thread all tasks run.
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

  /** How far ahead of the timers below; behind them if negative. */
  @GuardedBy("lock")
  private long ahead;

  /** What {@link #nanoTime} stands at; null while it runs. */
  @GuardedBy("lock")
  private @Nullable Long frozenAt;

  public SteppedTime(Timers timers) {
    this.timers = timers;
  }

  /** Time that nobody can stop. */
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

  /** Stops the clock. Does nothing if it stands. */
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
   * Moves the clock, and has run what comes due, in the order of time. What those tasks schedule
   * counts from where the clock is then. A clock that runs is only moved.
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

  /** Lets the clock run on. */
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

  /** Sets the timer of each task anew, after time has jumped or begun to run. */
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

  /** Something to be done at a time; its timer belongs to the lock. */
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
