package io.listwatch.testing.wrong.time;

/** Right: only this package may read the clock. */
final class ReadsTheClock {
  long nanos() {
    return System.nanoTime();
  }
}
