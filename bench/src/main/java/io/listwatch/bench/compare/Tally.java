package io.listwatch.bench.compare;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts a handler's calls, and consumes the values that it reads so that the compiler cannot drop
 * the reads.
 */
final class Tally {
  private final LongAdder handled = new LongAdder();
  private final LongAdder seen = new LongAdder();

  void tell() {
    handled.increment();
  }

  void look(String field) {
    seen.add(field.length());
  }

  long handled() {
    return handled.sum();
  }
}
