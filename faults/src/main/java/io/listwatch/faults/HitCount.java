package io.listwatch.faults;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts hits, and completes stages that wait for a number of hits.
 *
 * <p>Thread-safe. The counting thread completes the stages.
 */
final class HitCount {
  private final AtomicLong count = new AtomicLong();
  private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();

  private record Waiter(long count, CompletableFuture<Void> stage) {}

  long count() {
    return count.get();
  }

  void hit() {
    count.incrementAndGet();
    completeReached();
  }

  /**
   * Returns a stage that completes when the count reaches {@code wanted}. A caller that stops
   * waiting completes it itself.
   */
  CompletableFuture<Void> reached(long wanted) {
    var waiter = new Waiter(wanted, new CompletableFuture<>());
    waiters.add(waiter);
    // After the waiter was added: hit() counts first and then looks for waiters.
    completeReached();
    return waiter.stage;
  }

  private void completeReached() {
    long now = count.get();
    waiters.removeIf(
        each -> each.stage.isDone() || (each.count <= now && each.stage.complete(null)));
  }
}
