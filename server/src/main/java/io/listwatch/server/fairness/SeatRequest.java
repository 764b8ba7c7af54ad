package io.listwatch.server.fairness;

import java.util.concurrent.CompletionStage;

/**
 * A request for the seats of one HTTP request: waits in a queue if no seats are free, then occupies
 * its seats until the request is over.
 *
 * <p>Thread-safe. No method blocks.
 */
public interface SeatRequest {
  /**
   * Completes with true once the request may be executed, or with false if it is rejected. Any
   * thread may complete it, without a lock; a dependent action must name its executor.
   */
  CompletionStage<Boolean> decision();

  /** Rejects the request if it still waits. */
  void timeOut();

  /**
   * Gives the seats back, or leaves the queue. Call it when the request is over, however it ends;
   * later calls do nothing.
   */
  void leave();
}
