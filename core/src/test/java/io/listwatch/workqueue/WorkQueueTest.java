package io.listwatch.workqueue;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WorkQueueTest {
  private final WorkQueue<String> queue =
      WorkQueue.<String>named("test").timers(new ManualTimers()).build();
  private final CompletableFuture<String> taken = new CompletableFuture<>();
  private final Thread taker = new Thread(() -> takeInto(taken), "taker");

  @Test
  void itemsAreTakenInTheOrderTheyWereAdded() {
    queue.add("a");
    queue.add("b");
    queue.add("c");

    assertThat(pollAll()).containsExactly("a", "b", "c");
  }

  @Test
  void itemAddedTwiceIsTakenOnceAtItsFirstPosition() {
    queue.add("a");
    queue.add("b");
    queue.add("a");

    assertThat(queue.size()).isEqualTo(2);
    assertThat(pollAll()).containsExactly("a", "b");
  }

  @Test
  void itemBeingProcessedIsNotTakenAgain() {
    queue.add("a");
    queue.poll();

    queue.add("a");

    assertThat(queue.size()).isZero();
    assertThat(queue.poll()).isNull();
  }

  @Test
  void addsDuringARunCauseOneMoreRun() {
    queue.add("a");
    queue.poll();
    queue.add("a");
    queue.add("a");

    queue.done("a");

    assertThat(queue.poll()).isEqualTo("a");
    queue.done("a");
    assertThat(queue.poll()).isNull();
  }

  @Test
  void doneItemCanBeAddedAgain() {
    queue.add("a");
    queue.poll();
    queue.done("a");

    queue.add("a");

    assertThat(queue.poll()).isEqualTo("a");
  }

  @Test
  void constantlyAddedItemGetsOneTurnBetweenOtherItems() {
    queue.add("busy");
    queue.add("a");
    queue.add("b");

    var order = new ArrayList<String>();
    for (int turn = 0; turn < 6; turn++) {
      var item = requireNonNull(queue.poll());
      order.add(item);
      queue.add("busy");
      queue.done(item);
    }

    assertThat(order).containsExactly("busy", "a", "b", "busy", "busy", "busy");
  }

  @Test
  void itemAddedDuringItsRunGoesBehindItemsAddedMeanwhile() {
    queue.add("a");
    queue.poll();
    queue.add("a");
    queue.add("late");

    queue.done("a");

    assertThat(pollAll()).containsExactly("late", "a");
  }

  @Test
  void rejectsDoneForAnItemThatWasNotTaken() {
    queue.add("a");

    assertThatThrownBy(() -> queue.done("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("item: a (expected: taken and not yet done)");
    assertThat(pollAll()).containsExactly("a");
  }

  @Test
  void itemsAreComparedWithEquals() {
    record Name(String namespace, String name) {}
    var names = WorkQueue.<Name>named("names").timers(new ManualTimers()).build();

    names.add(new Name("default", "a"));
    names.add(new Name("default", "a"));

    assertThat(names.size()).isEqualTo(1);
  }

  @Test
  void takeBlocksUntilAnAdd() throws Exception {
    taker.setDaemon(true);
    taker.start();
    awaitWaiting(taker);

    queue.add("a");

    assertThat(taken.get()).isEqualTo("a");
  }

  @Test
  void takeBlocksUntilAnItemIsQueuedAgain() throws Exception {
    queue.add("a");
    queue.poll();
    queue.add("a");
    taker.setDaemon(true);
    taker.start();
    awaitWaiting(taker);

    queue.done("a");

    assertThat(taken.get()).isEqualTo("a");
  }

  @Test
  void blockedTakeCanBeInterrupted() throws Exception {
    taker.setDaemon(true);
    taker.start();
    awaitWaiting(taker);

    taker.interrupt();

    assertThat(taken.handle((item, failure) -> failure).get())
        .isInstanceOf(InterruptedException.class);
  }

  private void takeInto(CompletableFuture<String> taken) {
    try {
      taken.complete(queue.take());
    } catch (InterruptedException e) {
      taken.completeExceptionally(e);
    }
  }

  private static void awaitWaiting(Thread thread) {
    await().atMost(Duration.ofSeconds(30)).until(() -> thread.getState() == Thread.State.WAITING);
  }

  private List<String> pollAll() {
    var items = new ArrayList<String>();
    for (var item = queue.poll(); item != null; item = queue.poll()) {
      items.add(item);
    }
    return items;
  }
}
