package io.listwatch.server.http.exchange;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.server.http.request.RequestErrors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of bytes that the request bodies in flight may take together. A body that would exceed
 * it is rejected with 429, so that many long bodies cannot exhaust the heap.
 *
 * <p>Thread-safe.
 */
public final class BodyBudget {
  private final long max;
  private final AtomicLong used = new AtomicLong();

  public BodyBudget(long max) {
    this.max = max;
  }

  /** Returns a budget of an eighth of the maximum heap, enough for two bodies at least. */
  public static BodyBudget ofHeap() {
    return new BodyBudget(Math.max(2L * BodySizes.MAX_BODY, Runtime.getRuntime().maxMemory() / 8));
  }

  /**
   * Returns the share of a new request.
   *
   * @param maxBody the maximum size of its body
   */
  Share open(int maxBody) {
    return new Share(maxBody);
  }

  /** Returns the number of bytes in use. */
  long used() {
    return used.get();
  }

  /** The bytes that one request has received. */
  final class Share implements AutoCloseable {
    private final int maxBody;
    private final AtomicLong taken = new AtomicLong();

    private Share(int maxBody) {
      this.maxBody = maxBody;
    }

    /**
     * Adds a part of the body.
     *
     * @throws ApiException if the body is too long, or the budget exhausted
     */
    void add(int bytes) {
      if (taken.addAndGet(bytes) > maxBody) {
        taken.addAndGet(-bytes);
        throw RequestErrors.tooLarge(maxBody);
      }
      if (used.addAndGet(bytes) > max) {
        throw exhausted();
      }
    }

    /** Gives the bytes back. May be called again. */
    @Override
    public void close() {
      used.addAndGet(-taken.getAndSet(0));
    }
  }

  private static ApiException exhausted() {
    String message = "Too many request bodies in progress, please try again later.";
    return Status.of(StatusReason.TOO_MANY_REQUESTS, message).withRetryAfter(1).toException();
  }
}
