package io.listwatch.server.cache;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes all event windows may keep together. It does not refuse: a window that finds it
 * exceeded forgets its own oldest changes.
 *
 * <p>Thread-safe.
 */
public final class ByteBudget {
  private final long max;
  private final AtomicLong used = new AtomicLong();

  public ByteBudget(long max) {
    this.max = max;
  }

  /** An eighth of what the heap may become. */
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

  /** How many bytes are in use. */
  public long used() {
    return used.get();
  }
}
