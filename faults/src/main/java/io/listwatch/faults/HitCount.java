package io.listwatch.faults;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How often something has happened, and who waits for it to have happened often enough.
 *
 * <p>Thread-safe. Stages are completed by whoever counts.
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

  /** Complete once the count is at {@code wanted} or past it. Who gives up completes it too. */
  CompletableFuture<Void> reached(long wanted) {
    var waiter = new Waiter(wanted, new CompletableFuture<>());
    waiters.add(waiter);
    // After it was added: whoever counts, counts first and then looks for waiters.
    completeReached();
    return waiter.stage;
  }

  private void completeReached() {
    long now = count.get();
    waiters.removeIf(
        each -> each.stage.isDone() || (each.count <= now && each.stage.complete(null)));
  }
}
