package io.listwatch.controller;

import io.listwatch.time.Timers;
import java.time.Duration;

/**
 * One term of leading, from taking the lease to losing it.
 *
 * <p>Thread-safe. {@link #holds} is by the local monotonic clock and errs on the safe side: it
 * turns false at the {@linkplain LeaderPolicy#renewDeadline renew deadline}, and others take over
 * no earlier than the lease's duration after they saw the last renewal. So clocks may differ in
 * speed by the ratio of the two. A program that stops between asking and acting, or a machine whose
 * clock stops while it sleeps, is beyond any clock: that is what the {@link #token} is for.
 */
public final class Leadership {
  private final long token;
  private final Timers timers;
  private final long deadline;

  /** When the last renewal that succeeded was begun: others count from when they saw it, later. */
  private volatile long renewed;

  private volatile boolean over;

  Leadership(long token, Timers timers, Duration renewDeadline, long renewed) {
    this.token = token;
    this.timers = timers;
    this.deadline = renewDeadline.toNanos();
    this.renewed = renewed;
  }

  /**
   * The fencing token: greater than that of every term before. A store that remembers the greatest
   * it has seen can refuse a leader who does not know yet that it has been replaced.
   */
  public long token() {
    return token;
  }

  /** Whether this term lasts still. Ask before every act that two must not do at a time. */
  public boolean holds() {
    return !over && left().toNanos() > 0;
  }

  /** How long it lasts unless it is renewed. */
  Duration left() {
    return Duration.ofNanos(deadline - (timers.nanoTime() - renewed));
  }

  void renewed(long begun) {
    renewed = begun;
  }

  void end() {
    over = true;
  }

  @Override
  public String toString() {
    return "term " + token;
  }
}
