package io.listwatch.controller;

import java.util.function.Function;

/**
 * Is told when leading begins and ends. Called by one thread of its own, strictly in turns: after
 * each start comes exactly one stop, and no stop without a start. Renewals do not wait for it. What
 * it throws is logged and changes nothing.
 */
public interface LeaderListener {
  /**
   * Has something run while this candidate leads, such as a {@link Controller}.
   *
   * @param start makes and starts it, at each start; it is closed at each stop
   */
  static LeaderListener running(Function<Leadership, ? extends AutoCloseable> start) {
    return new LeaderWork(start);
  }

  /**
   * This candidate leads. Return soon, or do the leader's work right here: if the call still lasts
   * when the term is over, it is interrupted.
   */
  void onStartedLeading(Leadership leadership);

  /**
   * The term that began last is over. Until this returns, the candidate does not compete, and a
   * lease that is given up is not given back.
   */
  void onStoppedLeading();

  /** Another holder was seen, which may be this candidate; empty if the lease was given back. */
  default void onNewLeader(String identity) {}
}
