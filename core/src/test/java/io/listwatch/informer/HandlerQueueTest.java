package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.resultOf;
import static io.listwatch.informer.InformerRun.until;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.informer.Notification.Added;
import io.listwatch.informer.Notification.Deleted;
import io.listwatch.informer.Notification.InitialEnd;
import io.listwatch.informer.Notification.RelistBegin;
import io.listwatch.informer.Notification.RelistEnd;
import io.listwatch.informer.Notification.Resynced;
import io.listwatch.informer.Notification.Updated;
import io.listwatch.model.Resource;
import io.listwatch.store.IndexedStore;
import io.listwatch.store.StoreSnapshot;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class HandlerQueueTest {
  private static final Resource A1 = note("a", 1);
  private static final Resource A2 = note("a", 2);
  private static final Resource A3 = note("a", 3);
  private static final Resource B1 = note("b", 1);
  private static final StoreSnapshot SNAPSHOT =
      new IndexedStore((index, object, cause) -> {}).snapshot();

  private final ManualTimers timers = new ManualTimers();

  @Test
  void keepsEverythingUpToItsCapacity() throws Exception {
    var queue = new HandlerQueue(3);
    add(queue, new Added(A1, false), new Updated(A1, A2), new Updated(A2, A3));

    assertThat(takeAll(queue))
        .containsExactly(new Added(A1, false), new Updated(A1, A2), new Updated(A2, A3));
    assertThat(queue.merged()).isZero();
  }

  @Test
  void beyondCapacityReplacesAnObjectsQueuedNotification() throws Exception {
    var queue = new HandlerQueue(2);
    add(queue, new Updated(A1, A1), new Added(B1, true), new Updated(A1, A2), new Updated(A2, A3));

    assertThat(takeAll(queue)).containsExactly(new Updated(A1, A3), new Added(B1, true));
    assertThat(queue.merged()).isEqualTo(2);
  }

  @Test
  void deletionAndLaterCreationAreBothDelivered() throws Exception {
    var queue = new HandlerQueue(1);
    add(queue, new Updated(A1, A1), new Deleted(A2, false), new Added(A3, false));

    assertThat(takeAll(queue)).containsExactly(new Deleted(A2, false), new Added(A3, false));
  }

  @Test
  void undeliveredAddAndDeleteCancelOut() {
    var queue = new HandlerQueue(1);
    add(queue, new Added(B1, false));

    for (int i = 1; i <= 1000; i++) {
      Resource passing = note("passing-" + i, i);
      add(queue, new Added(passing, false), new Deleted(passing, false));
    }

    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void repeatedlyRecreatedObjectCostsTwoNotifications() throws Exception {
    var queue = new HandlerQueue(1);
    add(queue, new Updated(A1, A1));

    for (long i = 1; i <= 1000; i++) {
      add(queue, new Deleted(note("a", 2 * i), false), new Added(note("a", 2 * i + 1), false));
    }

    assertThat(takeAll(queue))
        .containsExactly(new Deleted(note("a", 2), false), new Added(note("a", 2001), false));
  }

  @Test
  void doesNotMergeIntoTheNotificationBeingDelivered() throws Exception {
    var queue = new HandlerQueue(1);
    add(queue, new Updated(A1, A1), new Added(B1, false));
    Notification delivered = queue.take();

    add(queue, new Updated(A1, A2));

    assertThat(delivered).isEqualTo(new Updated(A1, A1));
    assertThat(takeAll(queue)).containsExactly(new Added(B1, false), new Updated(A1, A2));
  }

  @Test
  void nothingMovesPastABarrier() throws Exception {
    var queue = new HandlerQueue(1);
    add(queue, new Added(A1, true), new InitialEnd(), new Updated(A1, A2), new Updated(A2, A3));

    assertThat(takeAll(queue))
        .containsExactly(new Added(A1, true), new InitialEnd(), new Updated(A1, A3));
  }

  @Test
  void queuedResyncIsNotQueuedTwice() throws Exception {
    var queue = new HandlerQueue(10);
    add(queue, new Resynced(SNAPSHOT), new Resynced(SNAPSHOT));
    assertThat(queue.size()).isEqualTo(1);

    assertThat(queue.take()).isEqualTo(new Resynced(SNAPSHOT));
    add(queue, new Resynced(SNAPSHOT));
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void joinsRelistsThatWait() throws Exception {
    var queue = new HandlerQueue(10);
    add(queue, new RelistBegin(version(1)), new Updated(A1, A2), new RelistEnd(version(2)));
    add(queue, new RelistBegin(version(2)), new Updated(A2, A3), new RelistEnd(version(3)));

    assertThat(takeAll(queue))
        .containsExactly(
            new RelistBegin(version(1)),
            new Updated(A1, A2),
            new Updated(A2, A3),
            new RelistEnd(version(3)));
  }

  @Test
  void beyondCapacityMergesLaterChangesIntoARelist() throws Exception {
    var queue = new HandlerQueue(1);
    add(queue, new RelistBegin(version(1)), new Updated(A1, A2), new RelistEnd(version(2)));

    add(queue, new Updated(A2, A3));

    assertThat(takeAll(queue))
        .containsExactly(
            new RelistBegin(version(1)), new Updated(A1, A3), new RelistEnd(version(2)));
  }

  @Test
  void stopsMergingOnceItHasDrained() throws Exception {
    var queue = new HandlerQueue(4);
    for (int i = 1; i <= 10; i++) {
      add(queue, new Added(note("passing-" + i, i), false));
    }
    takeAll(queue);
    add(queue, new Added(A1, false), new Updated(A1, A2));

    assertThat(takeAll(queue)).containsExactly(new Added(A1, false), new Updated(A1, A2));
  }

  @Test
  void closeWakesTheConsumerAndDropsTheRest() throws Exception {
    var waiting = new HandlerQueue(1);
    var taken = CompletableFuture.supplyAsync(() -> takeFrom(waiting));
    waiting.close();
    assertThat(resultOf(taken)).isNull();

    var full = new HandlerQueue(1);
    add(full, new Added(A1, false));
    full.close();
    assertThat(full.take()).isNull();
    add(full, new Added(A1, false));
    assertThat(full.take()).isNull();
  }

  @Test
  void notificationIsDeliveredWhenTheConsumerComesForTheNext() throws Exception {
    var queue = new HandlerQueue(10);
    assertThat(queue.awaitDelivered(Duration.ZERO, timers)).isTrue();

    add(queue, new Added(A1, false));
    assertThat(queue.awaitDelivered(Duration.ZERO, timers)).isFalse();
    queue.take();
    assertThat(queue.awaitDelivered(Duration.ZERO, timers)).isFalse();
    var idle = CompletableFuture.supplyAsync(() -> takeFrom(queue));
    assertThat(queue.awaitDelivered(Duration.ofDays(1), timers)).isTrue();

    queue.close();
    resultOf(idle);
  }

  @Test
  void doesNotWaitForLaterNotifications() throws Exception {
    var queue = new HandlerQueue(10);
    add(queue, new Added(A1, false));
    var delivered = new CompletableFuture<Boolean>();
    var waiter = new Thread(() -> delivered.complete(awaitDelivered(queue)), "waiter");
    waiter.start();
    until(() -> waiter.getState() == Thread.State.WAITING);
    add(queue, new Added(B1, false));

    queue.take();
    queue.take();

    assertThat(resultOf(delivered)).isTrue();
    assertThat(queue.awaitDelivered(Duration.ZERO, timers)).isFalse();
  }

  @Test
  void doesNotWaitForDroppedNotifications() throws Exception {
    var queue = new HandlerQueue(1);
    add(queue, new Added(B1, false), new Added(A1, false), new Deleted(A2, false));
    queue.take();

    var idle = CompletableFuture.supplyAsync(() -> takeFrom(queue));

    until(() -> queue.awaitDelivered(Duration.ZERO, timers));
    queue.close();
    resultOf(idle);
  }

  /**
   * Once, the consumer did not record notifications that were merged away while it waited, and the
   * wait lasted forever.
   */
  @Test
  void doesNotWaitForNotificationsMergedAway() throws Exception {
    var queue = new HandlerQueue(1);
    var idle = CompletableFuture.supplyAsync(() -> takeFrom(queue));
    until(() -> queue.awaitDelivered(Duration.ZERO, timers));

    add(queue, new Added(A1, false), new Deleted(A2, false));

    until(() -> queue.awaitDelivered(Duration.ZERO, timers));
    queue.close();
    resultOf(idle);
  }

  @Test
  void waitForDeliveryEndsOnTimeoutOrClose() throws Exception {
    var queue = new HandlerQueue(1);
    add(queue, new Added(A1, false));

    var late = CompletableFuture.supplyAsync(() -> awaitDelivered(queue));
    timers.awaitPending(1);
    timers.advance(Duration.ofDays(1));
    assertThat(resultOf(late)).isFalse();

    var closed = CompletableFuture.supplyAsync(() -> awaitDelivered(queue));
    timers.awaitPending(1);
    queue.close();
    assertThat(resultOf(closed)).isTrue();
    assertThat(timers.pending()).isZero();
  }

  private boolean awaitDelivered(HandlerQueue queue) {
    try {
      return queue.awaitDelivered(Duration.ofDays(1), timers);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static @Nullable Notification takeFrom(HandlerQueue queue) {
    try {
      return queue.take();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static void add(HandlerQueue queue, Notification... notifications) {
    queue.add(List.of(notifications));
  }

  private static List<Notification> takeAll(HandlerQueue queue) throws InterruptedException {
    var all = new ArrayList<Notification>();
    while (queue.size() > 0) {
      all.add(queue.take());
    }
    return all;
  }
}
