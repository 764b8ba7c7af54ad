package io.listwatch.server.fairness;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The seats of one priority level, and the requests that occupy them or wait for them.
 *
 * <p>Thread-safe; no method blocks. Decisions are completed after the lock is released.
 */
final class QueueSet {
  /** One in this many seats of a level is reserved for requests other than lists. */
  private static final int RESERVED_PART = 8;

  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final FairQueues queues;

  @GuardedBy("lock")
  private final SeatDemand demand;

  @GuardedBy("lock")
  private final ServiceTimes times = new ServiceTimes();

  /** The executing requests that went through no queue. */
  @GuardedBy("lock")
  private final Set<FlowRequest> unqueued = new LinkedHashSet<>();

  @GuardedBy("lock")
  private QueueSettings settings;

  @GuardedBy("lock")
  private int limit;

  @GuardedBy("lock")
  private int waiting;

  @GuardedBy("lock")
  private int seatsWaiting;

  @GuardedBy("lock")
  private int executing;

  @GuardedBy("lock")
  private int seatsInUse;

  /** The seats in use by requests of one seat. */
  @GuardedBy("lock")
  private int narrowSeats;

  @GuardedBy("lock")
  private long dispatched;

  @GuardedBy("lock")
  private long rejected;

  @GuardedBy("lock")
  private long cancelled;

  QueueSet(QueueSettings settings, int limit, Timers timers) {
    this.timers = timers;
    this.settings = settings;
    this.limit = limit;
    this.queues = new FairQueues(timers.nanoTime());
    this.demand = new SeatDemand(timers.nanoTime());
    queues.configure(settings);
  }

  /**
   * Changes the queues and the number of seats.
   *
   * @return the requests that this dispatched, whose decisions the caller completes without a lock
   */
  List<FlowRequest> configure(QueueSettings newSettings, int newLimit) {
    List<FlowRequest> decided = new ArrayList<>();
    lock.lock();
    try {
      advanceLocked();
      settings = newSettings;
      limit = newLimit;
      queues.configure(newSettings);
      dispatchLocked(decided);
    } finally {
      lock.unlock();
    }
    return decided;
  }

  /**
   * Admits a request, queues it or rejects it. The decision is already complete unless the request
   * has to wait.
   */
  SeatRequest start(Flow flow, AccessRequest access, WorkEstimate work, FlowMeters.Series meters) {
    meters.estimated(work);
    List<FlowRequest> decided = new ArrayList<>(1);
    FlowRequest request;
    lock.lock();
    try {
      long now = advanceLocked();
      FairQueue queue = queues.pick(flow);
      var arrival =
          new FlowRequest.Arrival(timers.now(), now, queues.progress(), times.estimate(work));
      request = new FlowRequest(this, flow, access, work, meters, queue, arrival);
      if (refusesLocked(request)) {
        rejectLocked(request, queue == null ? "concurrency-limit" : "queue-full", now);
        decided.add(request);
      } else if (queue == null) {
        executeLocked(request, now);
        unqueued.add(request);
        decided.add(request);
      } else {
        enqueueLocked(request, queue);
        dispatchLocked(decided);
      }
    } finally {
      lock.unlock();
    }
    decided.forEach(FlowRequest::decide);
    return request;
  }

  @GuardedBy("lock")
  private boolean refusesLocked(FlowRequest request) {
    FairQueue queue = request.queue();
    return queue == null
        ? !fitsLocked(request.work().maxSeats())
        : seatsInUse >= limit - reserveLocked() && queue.length() >= settings.queueLength();
  }

  /** A request that needs more seats than the level has is executed alone. */
  @GuardedBy("lock")
  private boolean fitsLocked(int seats) {
    if (settings.exempt()) {
      return true;
    }
    return seats > limit ? executing == 0 : seatsInUse + seats <= limit;
  }

  @GuardedBy("lock")
  private void enqueueLocked(FlowRequest request, FairQueue queue) {
    queue.restartIfIdle(queues.progress());
    queue.add(request);
    queue.bound();
    waiting++;
    seatsWaiting += request.work().maxSeats();
    request.meters().queued(request.work().maxSeats(), queue.length());
    noteDemandLocked();
  }

  /** Dispatches as many requests as there are seats for. */
  @GuardedBy("lock")
  private void dispatchLocked(List<FlowRequest> decided) {
    while (waiting > 0 && seatsInUse < limit) {
      FlowRequest request = nextLocked();
      FairQueue queue = request == null ? null : request.queue();
      if (request == null || queue == null) {
        return;
      }
      queues.dispatched(queue);
      dequeueLocked(request, queue);
      request.reshape(limit);
      executeLocked(request, timers.nanoTime());
      queue.execute(request);
      queue.bound();
      decided.add(request);
    }
  }

  /**
   * Returns the request to dispatch; null if the next one has to wait for seats. Lists leave some
   * seats free for requests of one seat, which overtake a list that waits. Otherwise such a request
   * would wait until one of the lists ends, and lists that began together end together.
   */
  @GuardedBy("lock")
  private @Nullable FlowRequest nextLocked() {
    FlowRequest next = queues.next(false);
    if (next == null || (next.work().narrow() ? seatsInUse < limit : fitsWideLocked(next))) {
      return next;
    }
    next.meters().notAccommodated();
    return narrowSeats < reserveLocked() ? queues.next(true) : null;
  }

  @GuardedBy("lock")
  private boolean fitsWideLocked(FlowRequest request) {
    int seats = request.work().maxSeats();
    return seats > limit - reserveLocked()
        ? fitsLocked(seats)
        : seatsInUse + seats <= limit - Math.max(0, reserveLocked() - narrowSeats);
  }

  @GuardedBy("lock")
  private int reserveLocked() {
    return limit / RESERVED_PART;
  }

  @GuardedBy("lock")
  private void dequeueLocked(FlowRequest request, FairQueue queue) {
    queue.remove(request);
    waiting--;
    seatsWaiting -= request.work().maxSeats();
    request.meters().dequeued(request.work().maxSeats());
  }

  @GuardedBy("lock")
  private void executeLocked(FlowRequest request, long now) {
    request.start(timers.now(), now);
    executing++;
    dispatched++;
    seatsInUse += request.work().maxSeats();
    narrowSeats += request.work().narrow() ? 1 : 0;
    if (!settings.exempt()) {
      request.meters().waited(true, request.waitedUntil(now));
    }
    request.meters().started(request.work().maxSeats());
    noteDemandLocked();
  }

  @GuardedBy("lock")
  private void rejectLocked(FlowRequest request, String reason, long now) {
    request.end();
    rejected++;
    request.meters().rejected(reason);
    request.meters().waited(false, request.waitedUntil(now));
  }

  /** Frees the seats of a request, or removes it from its queue. */
  void leave(FlowRequest request) {
    List<FlowRequest> decided = new ArrayList<>();
    lock.lock();
    try {
      if (request.is(FlowRequest.State.WAITING)) {
        cancelLocked(request, decided);
      } else if (request.is(FlowRequest.State.EXECUTING)) {
        finishLocked(request, advanceLocked());
        dispatchLocked(decided);
      }
    } finally {
      lock.unlock();
    }
    decided.forEach(FlowRequest::decide);
  }

  /** Rejects a request if it still waits. */
  void timeOut(FlowRequest request) {
    List<FlowRequest> decided = new ArrayList<>(1);
    lock.lock();
    try {
      if (request.is(FlowRequest.State.WAITING)) {
        cancelLocked(request, decided);
      }
    } finally {
      lock.unlock();
    }
    decided.forEach(FlowRequest::decide);
  }

  @GuardedBy("lock")
  private void cancelLocked(FlowRequest request, List<FlowRequest> decided) {
    FairQueue queue = request.queue();
    if (queue != null) {
      long now = advanceLocked();
      dequeueLocked(request, queue);
      queue.bound();
      queues.removeSurplus();
      cancelled++;
      rejectLocked(request, "time-out", now);
      noteDemandLocked();
      decided.add(request);
      // The request may have blocked others, if it needed more seats than were free.
      dispatchLocked(decided);
    }
  }

  @GuardedBy("lock")
  private void finishLocked(FlowRequest request, long now) {
    request.end();
    executing--;
    long nanos = request.executedUntil(now);
    request.meters().finished(nanos);
    times.add(request.work(), nanos);
    FairQueue queue = request.queue();
    if (queue == null) {
      unqueued.remove(request);
    } else {
      queue.finish(request, nanos);
    }
    long additional = request.work().additionalNanos();
    if (additional > 0) {
      var unused = timers.schedule(Duration.ofNanos(additional), () -> release(request));
    } else {
      releaseLocked(request);
    }
  }

  private void release(FlowRequest request) {
    List<FlowRequest> decided = new ArrayList<>();
    lock.lock();
    try {
      advanceLocked();
      releaseLocked(request);
      dispatchLocked(decided);
    } finally {
      lock.unlock();
    }
    decided.forEach(FlowRequest::decide);
  }

  @GuardedBy("lock")
  private void releaseLocked(FlowRequest request) {
    int seats = request.work().maxSeats();
    seatsInUse -= seats;
    narrowSeats -= request.work().narrow() ? 1 : 0;
    request.meters().released(seats);
    noteDemandLocked();
    FairQueue queue = request.queue();
    if (queue != null) {
      queue.release(request);
      queues.removeSurplus();
    }
  }

  @CanIgnoreReturnValue
  @GuardedBy("lock")
  private long advanceLocked() {
    long now = timers.nanoTime();
    queues.advance(now, limit);
    return now;
  }

  @GuardedBy("lock")
  private void noteDemandLocked() {
    demand.set(seatsInUse + seatsWaiting, timers.nanoTime());
  }

  /** Returns the demand since the last call. */
  SeatDemand.Period takeDemand() {
    lock.lock();
    try {
      return demand.end(timers.nanoTime());
    } finally {
      lock.unlock();
    }
  }

  boolean isIdle() {
    lock.lock();
    try {
      return waiting == 0 && executing == 0;
    } finally {
      lock.unlock();
    }
  }

  LevelDump dump(String name, boolean quiescing) {
    lock.lock();
    try {
      return new LevelDump(
          name,
          quiescing,
          queues.dump(),
          unqueued.stream().map(FlowRequest::dump).toList(),
          waiting,
          executing,
          dispatched,
          rejected,
          cancelled);
    } finally {
      lock.unlock();
    }
  }
}
