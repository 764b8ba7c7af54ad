package io.listwatch.controller;

import io.listwatch.time.Timers;
import java.time.Duration;

/**
 * One term of leading, from acquiring the lease to losing it.
 *
 * <p>Thread-safe. {@link #holds} uses the local monotonic clock and errs on the safe side: it turns
 * false at the {@linkplain LeaderPolicy#renewDeadline renew deadline}, and other candidates take
 * over no earlier than the lease's duration after they saw the last renewal. So clocks may differ
 * in speed by the ratio of the two. No clock helps a program that is paused between the check and
 * the act, or a machine whose clock stops while it is suspended. The fencing {@link #token} is for
 * those cases.
 */
public final class Leadership {
  private final long token;
  private final Timers timers;
  private final long deadline;

  /**
   * The start of the last successful renewal. Other candidates measure from the time at which they
   * saw it, which is later.
   */
  private volatile long renewed;

  private volatile boolean over;

  Leadership(long token, Timers timers, Duration renewDeadline, long renewed) {
    this.token = token;
    this.timers = timers;
    this.deadline = renewDeadline.toNanos();
    this.renewed = renewed;
  }

  /**
   * Returns the fencing token, greater than that of every earlier term. A store that remembers the
   * greatest token it has seen can reject a leader that does not know yet that it has been
   * replaced.
   */
  public long token() {
    return token;
  }

  /**
   * True if this term still lasts. Check it before every action that two leaders must not take at
   * the same time.
   */
  public boolean holds() {
    return !over && left().toNanos() > 0;
  }

  /** Returns the time until this term ends unless it is renewed. */
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
