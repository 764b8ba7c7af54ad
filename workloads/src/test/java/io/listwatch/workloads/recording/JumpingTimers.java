package io.listwatch.workloads.recording;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The system's timers, with a clock that can jump ahead: a script that waits for minutes takes no
 * time.
 *
 * <p>Thread-safe.
 */
public final class JumpingTimers implements Timers {
  private final Timers system = Timers.system();
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Set<Task> tasks = new HashSet<>();

  @GuardedBy("lock")
  private Duration ahead = Duration.ZERO;

  /** Moves the clock ahead, and runs the tasks that become due. */
  public void jump(Duration by) {
    List<Task> scheduled;
    lock.lock();
    try {
      ahead = ahead.plus(by);
      scheduled = new ArrayList<>(tasks);
    } finally {
      lock.unlock();
    }
    scheduled.forEach(Task::arm);
  }

  @Override
  public long nanoTime() {
    return system.nanoTime() + ahead().toNanos();
  }

  @Override
  public Instant now() {
    return system.now().plus(ahead());
  }

  private Duration ahead() {
    lock.lock();
    try {
      return ahead;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Timer schedule(Duration delay, Runnable action) {
    var task = new Task(nanoTime() + delay.toNanos(), action);
    lock.lock();
    try {
      tasks.add(task);
    } finally {
      lock.unlock();
    }
    task.arm();
    return () -> take(task);
  }

  /** Returns false if the task has run or was cancelled. */
  private boolean take(Task task) {
    lock.lock();
    try {
      return tasks.remove(task);
    } finally {
      lock.unlock();
    }
  }

  /** A task that runs once, at the first alarm after it is due. */
  private final class Task {
    private final long due;
    private final Runnable action;

    private Task(long due, Runnable action) {
      this.due = due;
      this.action = action;
    }

    private void arm() {
      var unused = system.schedule(Duration.ofNanos(due - nanoTime()), this::ring);
    }

    private void ring() {
      if (nanoTime() < due) {
        arm();
      } else if (take(this)) {
        action.run();
      }
    }
  }
}
