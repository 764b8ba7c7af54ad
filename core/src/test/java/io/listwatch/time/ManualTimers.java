package io.listwatch.time;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock that a test advances manually. Due tasks run on the thread that advances the clock, in
 * the order of their times, with the clock at exactly their time.
 *
 * <p>Thread-safe. Tasks run without the lock.
 */
public final class ManualTimers implements Timers {
  private static final Instant START = Instant.parse("2024-08-24T08:05:52Z");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition scheduled = lock.newCondition();

  @GuardedBy("lock")
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(
          Comparator.comparingLong((Task t) -> t.due).thenComparingLong(t -> t.sequence));

  @GuardedBy("lock")
  private long now;

  @GuardedBy("lock")
  private long sequence;

  @Override
  public long nanoTime() {
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Instant now() {
    return START.plusNanos(nanoTime());
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    lock.lock();
    try {
      var entry = new Task(now + Math.max(0, delay.toNanos()), sequence++, task);
      tasks.add(entry);
      scheduled.signalAll();
      return () -> cancel(entry);
    } finally {
      lock.unlock();
    }
  }

  private void cancel(Task task) {
    lock.lock();
    try {
      tasks.remove(task);
    } finally {
      lock.unlock();
    }
  }

  /** Moves the clock forward and runs the tasks that become due. */
  public void advance(Duration by) {
    long target = nanoTime() + by.toNanos();
    for (var task = nextDue(target); task != null; task = nextDue(target)) {
      task.action.run();
    }
  }

  private @Nullable Task nextDue(long target) {
    lock.lock();
    try {
      var head = tasks.peek();
      if (head == null || head.due > target) {
        now = Math.max(now, target);
        return null;
      }
      now = Math.max(now, head.due);
      return tasks.poll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of scheduled tasks. */
  public int pending() {
    lock.lock();
    try {
      return tasks.size();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the time until the earliest task, or null if nothing is scheduled. */
  public @Nullable Duration untilNext() {
    lock.lock();
    try {
      var head = tasks.peek();
      return head == null ? null : Duration.ofNanos(head.due - now);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits (in real time, with a timeout) until other threads have scheduled at least {@code count}
   * tasks, so that advancing the clock wakes them.
   */
  public void awaitPending(int count) throws InterruptedException {
    long patience = PATIENCE.toNanos();
    lock.lockInterruptibly();
    try {
      while (tasks.size() < count) {
        if (patience <= 0) {
          throw new AssertionError(
              "pending: " + tasks.size() + " (expected: at least " + count + " scheduled tasks)");
        }
        patience = scheduled.awaitNanos(patience);
      }
    } finally {
      lock.unlock();
    }
  }

  private static final class Task {
    private final long due;
    private final long sequence;
    private final Runnable action;

    private Task(long due, long sequence, Runnable action) {
      this.due = due;
      this.sequence = sequence;
      this.action = action;
    }
  }
}
