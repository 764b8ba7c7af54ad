package io.listwatch.server.fairness;

import io.listwatch.server.auth.AccessRequest;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One request in a priority level, from its arrival until it gives its seats back.
 *
 * <pre>
 *   waiting ──▶ executing ──▶ over
 *      └──────── rejected ─────┘
 * </pre>
 *
 * <p>Thread-safe. The lock of its {@link QueueSet} guards its state.
 */
final class FlowRequest implements SeatRequest {
  private final QueueSet level;
  private final Flow flow;
  private final AccessRequest access;
  private final FlowMeters.Series meters;
  private final CompletableFuture<Boolean> decision = new CompletableFuture<>();

  /** Null if the level has no queues. */
  private final @Nullable FairQueue queue;

  private final Arrival arrival;
  private final long totalWork;

  private WorkEstimate work;
  private State state = State.WAITING;
  private Instant started = Instant.EPOCH;
  private long startedNanos;

  FlowRequest(
      QueueSet level,
      Flow flow,
      AccessRequest access,
      WorkEstimate work,
      FlowMeters.Series meters,
      @Nullable FairQueue queue,
      Arrival arrival) {
    this.level = level;
    this.flow = flow;
    this.access = access;
    this.work = work;
    this.meters = meters;
    this.queue = queue;
    this.arrival = arrival;
    this.totalWork =
        SeatSeconds.of(work.initialSeats(), arrival.estimatedNanos())
            + SeatSeconds.of(work.finalSeats(), work.additionalNanos());
  }

  @Override
  public CompletionStage<Boolean> decision() {
    return decision;
  }

  @Override
  public void timeOut() {
    level.timeOut(this);
  }

  @Override
  public void leave() {
    level.leave(this);
  }

  /** Completes the decision. Called without a lock, after the decision is known. */
  void decide() {
    decision.complete(!started.equals(Instant.EPOCH));
  }

  void start(Instant now, long nanos) {
    state = State.EXECUTING;
    started = now;
    startedNanos = nanos;
  }

  void end() {
    state = State.OVER;
  }

  boolean is(State asked) {
    return state == asked;
  }

  /**
   * Reduces the final seats to the level's limit, which may have become lower since the arrival.
   */
  void reshape(int limit) {
    work = work.withFinalSeats(limit);
  }

  WorkEstimate work() {
    return work;
  }

  long totalWork() {
    return totalWork;
  }

  /** Returns its assumed duration until the real one is known. */
  long estimatedNanos() {
    return arrival.estimatedNanos();
  }

  /** Returns the progress of the level at its arrival. */
  long arrivalProgress() {
    return arrival.progress();
  }

  long waitedUntil(long nanos) {
    return nanos - arrival.nanos();
  }

  long executedUntil(long nanos) {
    return nanos - startedNanos;
  }

  FlowMeters.Series meters() {
    return meters;
  }

  @Nullable FairQueue queue() {
    return queue;
  }

  LevelDump.Request dump() {
    return new LevelDump.Request(
        flow.schema().name(), flow.distinguisher(), arrival.time(), work, started, access);
  }

  enum State {
    WAITING,
    EXECUTING,
    OVER
  }

  /**
   * The state of a level when a request arrives.
   *
   * @param time by the wall clock
   * @param nanos by the monotonic clock
   * @param estimatedNanos the assumed duration of the request
   */
  record Arrival(Instant time, long nanos, long progress, long estimatedNanos) {}
}
