package io.listwatch.server.fairness;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One queue of a priority level: waiting requests in the order of their arrival, and those that it
 * has dispatched.
 *
 * <p>Guarded by the lock of its {@link QueueSet}.
 */
final class FairQueue {
  private final LinkedHashSet<FlowRequest> waiting = new LinkedHashSet<>();
  private final Set<FlowRequest> executing = new LinkedHashSet<>();

  /**
   * The level's progress at which the next request starts, in the model of seats shared equally.
   */
  private long nextDispatch;

  private int initialSeatsWaiting;
  private int seatsWaiting;
  private long workWaiting;
  private int seatsInUse;

  void add(FlowRequest request) {
    waiting.add(request);
    initialSeatsWaiting += request.work().initialSeats();
    seatsWaiting += request.work().maxSeats();
    workWaiting += request.totalWork();
  }

  /** Removes a request that waits. */
  void remove(FlowRequest request) {
    waiting.remove(request);
    initialSeatsWaiting -= request.work().initialSeats();
    seatsWaiting -= request.work().maxSeats();
    workWaiting -= request.totalWork();
  }

  @Nullable FlowRequest oldest() {
    return waiting.isEmpty() ? null : waiting.iterator().next();
  }

  void execute(FlowRequest request) {
    executing.add(request);
    seatsInUse += request.work().maxSeats();
    nextDispatch += request.totalWork();
  }

  /**
   * Ends the execution of a request, whose seats stay in use until {@link #release}. Replaces its
   * estimated duration by the real one.
   */
  void finish(FlowRequest request, long nanos) {
    executing.remove(request);
    nextDispatch -= SeatSeconds.of(request.work().initialSeats(), request.estimatedNanos() - nanos);
    bound();
  }

  void release(FlowRequest request) {
    seatsInUse -= request.work().maxSeats();
  }

  /** Starts over at the progress of the level, if the queue has no requests. */
  void restartIfIdle(long progress) {
    if (idle()) {
      nextDispatch = progress;
    }
  }

  /**
   * Prevents the oldest request from starting before its arrival. Otherwise a queue could save up
   * an unused share.
   */
  void bound() {
    FlowRequest oldest = oldest();
    if (oldest != null) {
      nextDispatch = Math.max(nextDispatch, oldest.arrivalProgress());
    }
  }

  boolean idle() {
    return waiting.isEmpty() && executing.isEmpty();
  }

  int length() {
    return waiting.size();
  }

  long workWaiting() {
    return workWaiting;
  }

  int seatsRequested() {
    return seatsInUse + seatsWaiting;
  }

  /** Returns the progress at which a request ends if it is dispatched next. */
  long finishOf(FlowRequest request) {
    return nextDispatch + request.totalWork();
  }

  LevelDump.Queue dump(int index) {
    return new LevelDump.Queue(
        index,
        waiting.stream().map(FlowRequest::dump).toList(),
        executing.stream().map(FlowRequest::dump).toList(),
        seatsInUse,
        SeatSeconds.text(nextDispatch),
        initialSeatsWaiting,
        seatsWaiting,
        SeatSeconds.text(workWaiting));
  }
}
