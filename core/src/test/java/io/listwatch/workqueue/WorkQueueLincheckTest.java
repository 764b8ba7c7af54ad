package io.listwatch.workqueue;

import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Concurrent calls of two threads are linearizable. One item is enough to go through all states,
 * and few calls on few states find a bug sooner.
 */
public final class WorkQueueLincheckTest {
  private final WorkQueue<String> queue =
      WorkQueue.<String>named("checked").timers(new StoppedTimers()).build();

  @Operation
  public void add() {
    queue.add("item");
  }

  @Operation
  public @Nullable String poll() {
    return queue.poll();
  }

  @Operation
  public boolean done() {
    try {
      queue.done("item");
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  @Test
  void isLinearizable() {
    new ModelCheckingOptions()
        .iterations(12)
        .invocationsPerIteration(40)
        .threads(2)
        .actorsBefore(1)
        .actorsPerThread(3)
        .actorsAfter(2)
        .check(WorkQueueLincheckTest.class);
  }

  /** A clock that does not move, with timers that never fire. */
  private static final class StoppedTimers implements Timers {
    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      return () -> {};
    }
  }
}
