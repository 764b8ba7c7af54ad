package io.listwatch.server.webhook;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of bytes that the responses of all webhooks may take together while they are received
 * and read. A response that would exceed it fails.
 *
 * <p>Thread-safe.
 */
public final class ResponseBudget {
  private final long max;
  private final AtomicLong used = new AtomicLong();

  public ResponseBudget(long max) {
    this.max = max;
  }

  /** Returns a budget of an eighth of the maximum heap, enough for one response at least. */
  public static ResponseBudget ofHeap() {
    return new ResponseBudget(
        Math.max(WebhookClient.MAX_RESPONSE, Runtime.getRuntime().maxMemory() / 8));
  }

  /** Returns false if there are not that many bytes left. */
  boolean take(long bytes) {
    if (used.addAndGet(bytes) <= max) {
      return true;
    }
    used.addAndGet(-bytes);
    return false;
  }

  void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }

  long max() {
    return max;
  }

  /** Returns the number of bytes in use. */
  public long used() {
    return used.get();
  }
}
