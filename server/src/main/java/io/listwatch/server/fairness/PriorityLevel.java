package io.listwatch.server.fairness;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.time.Timers;
import java.util.List;

/**
 * A priority level while it is in use: its queues, its limits and its demand.
 *
 * <p>Requests may start in any thread. {@link FlowControl} guards everything else with its lock,
 * and reads the volatile fields for metrics without it.
 */
final class PriorityLevel {
  /**
   * kube-apiserver's coefficient for smoothing the demand: of an earlier demand, half is left after
   * 5 minutes (30 periods of 10 s).
   */
  private static final double SMOOTHING = 0.977;

  private final QueueSet queues;
  private volatile PriorityLevelSpec spec;
  private volatile PriorityLevelSpec.Limits limits;
  private volatile int current;
  private volatile SeatDemand.Period demand = new SeatDemand.Period(0, 0, 0, 0);
  private volatile double smoothed;
  private volatile boolean quiescing;

  PriorityLevel(PriorityLevelSpec spec, PriorityLevelSpec.Limits limits, Timers timers) {
    this.spec = spec;
    this.limits = limits;
    this.current = limits.initial();
    this.queues = new QueueSet(spec.queues(), current, timers);
  }

  SeatRequest start(Flow flow, AccessRequest access, WorkEstimate work, FlowMeters.Series meters) {
    return queues.start(flow, access, work, meters);
  }

  PriorityLevelSpec spec() {
    return spec;
  }

  PriorityLevelSpec.Limits limits() {
    return limits;
  }

  int current() {
    return current;
  }

  SeatDemand.Period demand() {
    return demand;
  }

  double smoothed() {
    return smoothed;
  }

  double target() {
    return claim().target();
  }

  /** Returns the maximum number of seats of one request; 0 for no limit. */
  int maxSeats() {
    return limits.maxSeats(spec.queues());
  }

  void update(PriorityLevelSpec newSpec, PriorityLevelSpec.Limits newLimits, boolean isQuiescing) {
    spec = newSpec;
    limits = newLimits;
    quiescing = isQuiescing;
  }

  /** Ends a period of demand. */
  void observe() {
    SeatDemand.Period period = queues.takeDemand();
    demand = period;
    if (period.seconds() > 0) {
      double envelope = period.average() + period.deviation();
      smoothed = Math.max(envelope, SMOOTHING * smoothed + (1 - SMOOTHING) * envelope);
    }
  }

  Borrowing.Claim claim() {
    int highest = (int) Math.round(demand.max());
    return new Borrowing.Claim(spec.exempt(), limits, current, highest, smoothed);
  }

  /**
   * Sets the number of seats for the next period. Returns the requests that are dispatched because
   * of it.
   */
  List<FlowRequest> limit(int seats) {
    current = seats;
    return queues.configure(spec.queues(), seats);
  }

  /** True if its object has been deleted and no request is left. */
  boolean isDone() {
    return quiescing && queues.isIdle();
  }

  /** True if its object has been deleted. */
  boolean isQuiescing() {
    return quiescing;
  }

  boolean isIdle() {
    return queues.isIdle();
  }

  LevelDump dump() {
    return queues.dump(spec.name(), quiescing);
  }
}
