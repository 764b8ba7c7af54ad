package io.listwatch.server.fairness;

/**
 * The queues of a priority level.
 *
 * @param queues 0 to reject a request that gets no seats at once; -1 to execute all requests at
 *     once
 * @param handSize the number of queues of each flow
 * @param queueLength the maximum number of requests in a queue
 */
public record QueueSettings(int queues, int handSize, int queueLength) {
  public static final QueueSettings EXEMPT = new QueueSettings(-1, 0, 0);
  public static final QueueSettings REJECT = new QueueSettings(0, 0, 0);

  boolean exempt() {
    return queues < 0;
  }

  boolean queueing() {
    return queues > 0;
  }
}
