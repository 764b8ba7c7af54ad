package io.listwatch.testing.program;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what must come and cannot be heard of. */
final class Patience {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(180);

  private Patience() {}

  /**
   * Waits until something holds.
   *
   * @param otherwise what to say if it never does
   */
  static void until(BooleanSupplier holds, Supplier<String> otherwise) {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError(otherwise.get());
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
