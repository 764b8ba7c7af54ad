package io.listwatch.server.fairness;

import io.listwatch.server.auth.AccessRequest;
import java.time.Instant;
import java.util.List;

/**
 * The state of a priority level at one moment, for the debug pages.
 *
 * @param quiescing true if its object has been deleted and it still has requests
 * @param unqueued the executing requests of a level without queues
 * @param cancelled requests that were rejected because they had waited too long, or whose client
 *     went away
 */
public record LevelDump(
    String name,
    boolean quiescing,
    List<Queue> queues,
    List<Request> unqueued,
    int waiting,
    int executing,
    long dispatched,
    long rejected,
    long cancelled) {
  public LevelDump {
    queues = List.copyOf(queues);
    unqueued = List.copyOf(unqueued);
  }

  public boolean idle() {
    return waiting == 0 && executing == 0;
  }

  /**
   * One queue.
   *
   * @param nextDispatch in seat-seconds, as text
   * @param workWaiting in seat-seconds, as text
   */
  public record Queue(
      int index,
      List<Request> waiting,
      List<Request> executing,
      int seatsInUse,
      String nextDispatch,
      int initialSeatsWaiting,
      int seatsWaiting,
      String workWaiting) {
    public Queue {
      waiting = List.copyOf(waiting);
      executing = List.copyOf(executing);
    }
  }

  /**
   * One request.
   *
   * @param started {@link Instant#EPOCH} if it still waits
   */
  public record Request(
      String schema,
      String distinguisher,
      Instant arrived,
      WorkEstimate work,
      Instant started,
      AccessRequest access) {}
}
