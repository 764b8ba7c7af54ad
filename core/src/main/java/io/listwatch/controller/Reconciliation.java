package io.listwatch.controller;

import java.time.Duration;

/** The result of a call of a {@link Reconciler} that did not throw. */
public sealed interface Reconciliation {
  /** Nothing more to do until an object changes. */
  static Reconciliation done() {
    return Done.INSTANCE;
  }

  /** Nothing more to do now, but reconcile again after {@code delay} even if nothing changes. */
  static Reconciliation again(Duration delay) {
    return new Again(delay);
  }

  /** Not done yet: retry with the growing delay of a failure. */
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
