package io.listwatch.bench.compare;

import java.util.concurrent.atomic.LongAdder;

/** Counts what a handler is told of, and takes what it looks at, so that it is looked at. */
final class Tally {
  private final LongAdder told = new LongAdder();
  private final LongAdder seen = new LongAdder();

  void tell() {
    told.increment();
  }

  void look(String field) {
    seen.add(field.length());
  }

  long told() {
    return told.sum();
  }
}
