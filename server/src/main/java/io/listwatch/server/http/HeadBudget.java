package io.listwatch.server.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the bytes of all unfinished heads of HTTP/1.1 requests together. A head is the request
 * line and the headers. Until it is complete, the server does not know the user, so limits for each
 * user cannot apply.
 *
 * <p>Thread-safe.
 */
final class HeadBudget {
  /** The bytes of a header as an object, in addition to its text. */
  private static final int FIELD = 128;

  /** A head up to this size is never rejected. */
  private static final int SMALL = 16 * 1024;

  private static final int PART_OF_HEAP = 16;

  private final long max;
  private final AtomicLong used = new AtomicLong();

  HeadBudget(long max) {
    this.max = max;
  }

  static HeadBudget ofHeap() {
    return new HeadBudget(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
  }

  Share open() {
    return new Share();
  }

  /** The unfinished head of one connection. Threads: its event loop. */
  final class Share implements AutoCloseable {
    private long taken;
    private int fields;

    /** Adds bytes of the head. */
    void add(int bytes, int lines) {
      fields += lines;
      long more = bytes + (long) FIELD * lines;
      taken += more;
      used.addAndGet(more);
    }

    /** True if the head has too many fields, or all heads together are too large. */
    boolean isExceeded() {
      return fields > Http1Requests.MAX_FIELDS || (taken > SMALL && used.get() > max);
    }

    /** Gives the bytes back, because the head is complete. */
    @Override
    public void close() {
      used.addAndGet(-taken);
      taken = 0;
      fields = 0;
    }
  }
}
