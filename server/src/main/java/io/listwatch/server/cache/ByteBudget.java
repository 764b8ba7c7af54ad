package io.listwatch.server.cache;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of bytes that all event windows of a server may keep together. The budget never
 * rejects: a window that finds it exceeded drops its own oldest changes.
 *
 * <p>Thread-safe.
 */
public final class ByteBudget {
  private final long max;
  private final AtomicLong used = new AtomicLong();

  public ByteBudget(long max) {
    this.max = max;
  }

  /** Returns a budget of an eighth of the maximum heap. */
  public static ByteBudget ofHeap() {
    return new ByteBudget(Runtime.getRuntime().maxMemory() / 8);
  }

  void take(long bytes) {
    used.addAndGet(bytes);
  }

  void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }

  boolean exceeded() {
    return used.get() > max;
  }

  /** Returns the number of bytes in use. */
  public long used() {
    return used.get();
  }
}
