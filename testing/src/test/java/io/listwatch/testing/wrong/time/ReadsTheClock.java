package io.listwatch.testing.wrong.time;

/** Right: this is the one place that may. */
final class ReadsTheClock {
  long nanos() {
    return System.nanoTime();
  }
}
