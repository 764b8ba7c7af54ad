package io.listwatch.controller;

import java.util.function.Function;

/**
 * Is notified when a candidate starts and stops leading. Called on one dedicated thread, strictly
 * in turn: each start is followed by exactly one stop, and there is no stop without a start.
 * Renewals do not wait for it. Exceptions are logged and change nothing.
 */
public interface LeaderListener {
  /**
   * Returns a listener that runs something, such as a {@link Controller}, while this candidate
   * leads.
   *
   * @param start creates and starts it at each start of a term; it is closed at each stop
   */
  static LeaderListener running(Function<Leadership, ? extends AutoCloseable> start) {
    return new LeaderWork(start);
  }

  /**
   * Called when this candidate has become the leader. Either return soon, or do the leader's work
   * in this call: if it is still running when the term ends, its thread is interrupted.
   */
  void onStartedLeading(Leadership leadership);

  /**
   * Called when the current term is over. Until this returns, the candidate neither competes nor
   * releases the lease.
   */
  void onStoppedLeading();

  /**
   * Called when the lease has a new holder, which may be this candidate; the identity is empty if
   * the lease was released.
   */
  default void onNewLeader(String identity) {}
}
