package io.listwatch.controller;

import java.time.Duration;

/** How a call of a {@link Reconciler} ended well. */
public sealed interface Reconciliation {
  /** Nothing more to do until something changes. */
  static Reconciliation done() {
    return Done.INSTANCE;
  }

  /** Nothing more to do now, but look again after {@code delay} even if nothing changes. */
  static Reconciliation again(Duration delay) {
    return new Again(delay);
  }

  /** Not there yet: try again with the delay of a failure, which grows. */
  static Reconciliation retry() {
    return Retry.INSTANCE;
  }

  /** See {@link #done}. */
  enum Done implements Reconciliation {
    INSTANCE
  }

  /** See {@link #again}. */
  record Again(Duration delay) implements Reconciliation {
    public Again {
      if (delay.isNegative() || delay.isZero()) {
        throw new IllegalArgumentException("delay: " + delay + " (expected: more than 0)");
      }
    }
  }

  /** See {@link #retry}. */
  enum Retry implements Reconciliation {
    INSTANCE
  }
}
