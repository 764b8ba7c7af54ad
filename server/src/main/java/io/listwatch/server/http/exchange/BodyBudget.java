package io.listwatch.server.http.exchange;

import io.listwatch.model.ApiException;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.http.request.RequestErrors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of bytes that the request bodies in flight, and the values parsed from them, may take
 * together. A body that would exceed it is rejected with 429, so that many long bodies, or short
 * ones of many values, cannot exhaust the heap.
 *
 * <p>Thread-safe.
 */
public final class BodyBudget {
  /**
   * Estimated bytes of a parsed value. Measured on Java 17 with compressed references: {@code {}}
   * in an array takes 53 bytes, a string 38, a number or {@code []} 78, an object with one member
   * 112 besides its member, and a member of a large object up to 181.
   */
  static final int VALUE_BYTES = 128;

  private static final long CLOSED = Long.MIN_VALUE;

  private final long max;
  private final AtomicLong used = new AtomicLong();

  public BodyBudget(long max) {
    this.max = max;
  }

  /** Returns a budget of an eighth of the maximum heap, enough for the largest body at least. */
  public static BodyBudget ofHeap() {
    long largest = BodySizes.MAX_BODY + (long) JsonTrees.MAX_VALUES * VALUE_BYTES;
    return new BodyBudget(Math.max(largest, Runtime.getRuntime().maxMemory() / 8));
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

  /** The bytes that one request has received, and those of the values parsed from them. */
  final class Share implements AutoCloseable {
    private final int maxBody;

    /** The bytes received. Written by the request's event loop. */
    private int received;

    /** The bytes charged; {@link #CLOSED} once the request is over. */
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
      if (bytes > maxBody - received) {
        throw RequestErrors.tooLarge(maxBody);
      }
      received += bytes;
      take(bytes);
    }

    /**
     * Adds the values that were parsed from the body. Called by any thread.
     *
     * @throws ApiException if the budget is exhausted
     */
    void addValues(int values) {
      take((long) values * VALUE_BYTES);
    }

    /** A request that is over takes nothing: its parts or values may still be on their way. */
    private void take(long bytes) {
      boolean open = taken.getAndUpdate(now -> now == CLOSED ? CLOSED : now + bytes) != CLOSED;
      if (open && used.addAndGet(bytes) > max) {
        throw exhausted();
      }
    }

    /** Gives the bytes back. May be called again. */
    @Override
    public void close() {
      long all = taken.getAndSet(CLOSED);
      if (all != CLOSED) {
        used.addAndGet(-all);
      }
    }
  }

  private static ApiException exhausted() {
    String message = "Too many request bodies in progress, please try again later.";
    return Status.of(StatusReason.TOO_MANY_REQUESTS, message).withRetryAfter(1).toException();
  }
}
