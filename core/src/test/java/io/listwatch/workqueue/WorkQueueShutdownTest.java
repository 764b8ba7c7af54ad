package io.listwatch.workqueue;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.listwatch.time.ManualTimers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WorkQueueShutdownTest {
  private final ManualTimers timers = new ManualTimers();
  private final WorkQueue<String> queue = WorkQueue.<String>named("test").timers(timers).build();

  @Test
  void closedQueueReturnsQueuedItemsThenNull() throws InterruptedException {
    queue.add("a");
    queue.add("b");

    queue.close();

    assertThat(queue.take()).isEqualTo("a");
    assertThat(queue.take()).isEqualTo("b");
    assertThat(queue.take()).isNull();
  }

  @Test
  void closeWakesEveryWaitingWorker() throws Exception {
    var workers = new ArrayList<Started<String>>();
    for (int i = 0; i < 3; i++) {
      workers.add(start(queue::take));
    }
    for (var worker : workers) {
      worker.awaitWaiting();
    }

    queue.close();

    for (var worker : workers) {
      assertThat(worker.result()).isNull();
    }
  }

  @Test
  void closedQueueAcceptsNothing() {
    queue.close();

    queue.add("a");
    queue.addAfter("b", ofSeconds(1));
    queue.addAfter("c", ofSeconds(0));
    queue.addRateLimited("d");
    timers.advance(ofHours(1));

    assertThat(queue.size()).isZero();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void closeDropsDelayedItems() {
    queue.addAfter("a", ofSeconds(1));
    queue.addRateLimited("b");

    queue.close();
    assertThat(timers.pending()).isZero();
    timers.advance(ofHours(1));

    assertThat(queue.size()).isZero();
  }

  @Test
  void itemAddedDuringItsRunBeforeCloseStillRunsAgain() throws InterruptedException {
    queue.add("a");
    queue.take();
    queue.add("a");

    queue.close();
    queue.done("a");

    assertThat(queue.take()).isEqualTo("a");
    queue.done("a");
    assertThat(queue.take()).isNull();
  }

  @Test
  void secondCloseDoesNothing() throws InterruptedException {
    queue.close();
    queue.close();

    assertThat(queue.take()).isNull();
  }

  @Test
  void drainOfAnIdleQueueReturnsAtOnce() throws InterruptedException {
    assertThat(queue.drain(ofSeconds(10))).isTrue();

    assertThat(timers.pending()).isZero();
  }

  @Test
  void drainWaitsForQueuedItemsThoughNoWorkerIsBusy() throws Exception {
    queue.add("a");
    var drain = start(() -> queue.drain(ofSeconds(10)));
    drain.awaitWaiting();

    assertThat(queue.take()).isEqualTo("a");
    assertThat(drain.ended()).isFalse();
    queue.done("a");

    assertThat(drain.result()).isTrue();
  }

  @Test
  void drainWaitsForTheRepeatedRunOfAnItemAddedDuringItsRun() throws Exception {
    queue.add("a");
    queue.take();
    queue.add("a");
    var drain = start(() -> queue.drain(ofSeconds(10)));
    drain.awaitWaiting();

    queue.done("a");
    drain.awaitWaiting();
    assertThat(queue.take()).isEqualTo("a");
    assertThat(drain.ended()).isFalse();
    queue.done("a");

    assertThat(drain.result()).isTrue();
  }

  @Test
  void drainingQueueAcceptsNothingAndDropsDelayedItems() throws Exception {
    queue.addAfter("delayed", ofSeconds(1));
    queue.add("a");
    var drain = start(() -> queue.drain(ofHours(2)));
    drain.awaitWaiting();

    queue.add("late");
    queue.addRateLimited("late");
    timers.advance(ofHours(1));

    assertThat(queue.take()).isEqualTo("a");
    queue.done("a");
    assertThat(drain.result()).isTrue();
    assertThat(queue.take()).isNull();
  }

  @Test
  void drainTimesOut() throws Exception {
    queue.add("a");
    var drain = start(() -> queue.drain(ofSeconds(10)));
    drain.awaitWaiting();

    timers.advance(ofSeconds(10));

    assertThat(drain.result()).isFalse();
    assertThat(queue.take()).isEqualTo("a");
  }

  @Test
  void closeEndsADrain() throws Exception {
    queue.add("a");
    var drain = start(() -> queue.drain(ofSeconds(10)));
    drain.awaitWaiting();

    queue.close();

    assertThat(drain.result()).isFalse();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void interruptedDrainLeavesTheQueueClosed() throws Exception {
    queue.add("a");
    var drain = start(() -> queue.drain(ofSeconds(10)));
    drain.awaitWaiting();

    drain.thread.interrupt();

    assertThat(drain.failure()).isInstanceOf(InterruptedException.class);
    queue.add("b");
    assertThat(List.of(queue.size(), timers.pending())).containsExactly(1, 0);
  }

  private static <R> Started<R> start(Callable<R> action) {
    var task = new FutureTask<>(action);
    var thread = new Thread(task, "queue-user");
    thread.setDaemon(true);
    thread.start();
    return new Started<>(thread, task);
  }

  /** A task on its own thread, which may block. */
  private record Started<R>(Thread thread, FutureTask<R> task) {
    void awaitWaiting() {
      await().atMost(ofSeconds(30)).until(() -> thread.getState() == Thread.State.WAITING);
    }

    boolean ended() {
      return task.isDone();
    }

    R result() throws Exception {
      return task.get(30, TimeUnit.SECONDS);
    }

    @Nullable Throwable failure() throws Exception {
      try {
        throw new AssertionError("result: " + result() + " (expected: a failure)");
      } catch (ExecutionException e) {
        return e.getCause();
      }
    }
  }
}
