package io.listwatch.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until a test moves it. Due tasks run on the thread that moves it, in
 * the order of their times, with the clock at exactly their time. A task that is already due when
 * it is scheduled runs immediately, on the calling thread.
 *
 * <p>Thread-safe. Tasks run without the lock.
 */
public final class ManualStorageClock implements StorageClock {
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparing((Task t) -> t.due).thenComparing(t -> t.sequence));

  @GuardedBy("lock")
  private Instant now = Instant.parse("2024-08-24T08:05:52Z");

  @GuardedBy("lock")
  private long sequence;

  @Override
  public Instant now() {
    synchronized (lock) {
      return now;
    }
  }

  @Override
  public Timer schedule(Instant time, Runnable action) {
    synchronized (lock) {
      if (time.isAfter(now)) {
        var task = new Task(time, sequence++, action);
        tasks.add(task);
        return () -> cancel(task);
      }
    }
    action.run();
    return () -> {};
  }

  private void cancel(Task task) {
    synchronized (lock) {
      tasks.remove(task);
    }
  }

  /** Returns the number of scheduled tasks that have not run yet. */
  public int pending() {
    synchronized (lock) {
      return tasks.size();
    }
  }

  /** Moves the clock forward and runs the tasks that become due. */
  public void advance(Duration by) {
    Instant target = now().plus(by);
    for (var task = nextDue(target); task != null; task = nextDue(target)) {
      task.action.run();
    }
  }

  /** Sets the clock back, like a correction of a wrong time. Tasks keep their times. */
  public void setBack(Duration by) {
    synchronized (lock) {
      now = now.minus(by);
    }
  }

  /**
   * Takes the next task due up to {@code target} and moves the clock to its time. Moves the clock
   * to {@code target} and returns null if there is none.
   */
  private @Nullable Task nextDue(Instant target) {
    synchronized (lock) {
      Task first = tasks.peek();
      if (first == null || first.due.isAfter(target)) {
        now = target;
        return null;
      }
      now = first.due;
      return tasks.poll();
    }
  }

  private record Task(Instant due, long sequence, Runnable action) {}
}
