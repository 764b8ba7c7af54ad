package io.listwatch.server.audit;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The events that wait for a backend, bounded by their number and their bytes.
 *
 * <p>Threads: any thread adds, one takes.
 */
final class AuditQueue {
  private final int maxBytes;
  private final BlockingQueue<Waiting> waiting;
  private final AtomicLong bytes = new AtomicLong();

  /**
   * An event in the queue.
   *
   * @param event null for the mark that ends the queue
   * @param outcome completed with true if the event was stored
   */
  record Waiting(@Nullable AuditEvent event, CompletableFuture<Boolean> outcome) {
    boolean isEnd() {
      return event == null;
    }
  }

  AuditQueue(int maxEvents, int maxBytes) {
    this.maxBytes = maxBytes;
    this.waiting = new LinkedBlockingQueue<>(maxEvents);
  }

  /** Returns null if the queue is full. */
  @Nullable Waiting offer(AuditEvent event) {
    long weight = event.weight();
    var added = new Waiting(event, new CompletableFuture<>());
    if (bytes.addAndGet(weight) > maxBytes || !waiting.offer(added)) {
      bytes.addAndGet(-weight);
      return null;
    }
    return added;
  }

  Waiting take() throws InterruptedException {
    return waiting.take();
  }

  /** Returns null if no event comes in that time. */
  @Nullable Waiting poll(long nanos) throws InterruptedException {
    return waiting.poll(nanos, TimeUnit.NANOSECONDS);
  }

  /** Frees the bytes of an event that was taken. */
  void release(Waiting taken) {
    AuditEvent event = taken.event();
    if (event != null) {
      bytes.addAndGet(-event.weight());
    }
  }

  /** Appends the mark that ends the queue. Returns false if the queue stays full for that time. */
  boolean end(long millis) throws InterruptedException {
    return waiting.offer(
        new Waiting(null, new CompletableFuture<>()), millis, TimeUnit.MILLISECONDS);
  }

  /** Returns the number of waiting events. */
  long size() {
    return waiting.stream().filter(each -> !each.isEnd()).count();
  }
}
