package io.listwatch.controller;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ApiException;
import io.listwatch.model.ConflictException;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One candidate of a leader election, which makes one attempt at a time.
 *
 * <p>Another holder's lease has expired when this candidate has not seen it change for the lease's
 * duration, by its own monotonic clock. The times that other candidates wrote into the lease are
 * never compared.
 *
 * <p>Threads: one thread calls {@link #step}, {@link #stop} and {@link #release}, and the listener
 * is called on it. {@link #leading} and {@link #close} may be called from any thread.
 */
final class Candidate implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LeaderElector.class);

  private final LeaseLock lock;
  private final String identity;
  private final LeaderPolicy policy;
  private final Timers timers;
  private final RandomGenerator random;
  private final LeaderListener listener;
  private final LeaseCalls calls;
  private final Metrics.Counter slowPaths;

  /** The lease as last read or written. */
  private @Nullable Lease observed;

  /** The time at which {@link #observed} last changed; meaningless while that is null. */
  private long observedAt;

  /** True if a lease with our identity is from an earlier process. False from the first term on. */
  private boolean resumes;

  private boolean failing;
  private volatile @Nullable Leadership leading;

  Candidate(LeaderElectorBuilder builder, LeaderListener listener) {
    this.lock = builder.lock;
    this.identity = builder.identity;
    this.policy = builder.policy;
    this.timers = builder.timers;
    this.random = builder.random;
    this.listener = listener;
    this.resumes = builder.stableIdentity;
    calls = new LeaseCalls(lock, timers);
    slowPaths =
        builder.metrics.counter("leader_election_slowpath_total", Map.of("name", lock.name()));
  }

  /** Returns the current term, if this candidate leads. */
  Optional<Leadership> leading() {
    return Optional.ofNullable(leading).filter(Leadership::holds);
  }

  /**
   * Makes one attempt, to renew if this candidate leads and to acquire if not. Returns the time to
   * wait before the next attempt.
   */
  Duration step() throws InterruptedException {
    Leadership term = leading;
    try {
      if (term == null) {
        acquire();
      } else if (term.holds()) {
        renew(term);
      }
      failing = false;
    } catch (RuntimeException failure) {
      failed(failure);
    }
    if (term != null && !term.holds()) {
      var unused = stop();
    }
    return untilNext();
  }

  /**
   * Catches every exception, not only those of the API: a bug in a lock must not end the candidacy.
   */
  private void failed(RuntimeException failure) {
    if (failure instanceof ConflictException || failure instanceof AlreadyExistsException) {
      log.debug("{}: another candidate was faster than {}", lock.name(), identity);
      return;
    }
    if (failing) {
      log.debug("{}: {} failed again: {}", lock.name(), identity, failure.toString());
    } else if (failure instanceof ApiException) {
      log.warn("{}: {} failed, trying again: {}", lock.name(), identity, failure.toString());
    } else {
      log.warn("{}: {} failed unexpectedly, trying again", lock.name(), identity, failure);
    }
    failing = true;
  }

  private Duration untilNext() {
    Leadership term = leading;
    Duration retry = policy.retryPeriod();
    if (term == null) {
      double jitter = LeaderPolicy.JITTER * random.nextDouble();
      return retry.plusNanos((long) ((double) retry.toNanos() * jitter));
    }
    Duration left = term.left();
    return left.compareTo(retry) < 0 ? left : retry;
  }

  private void acquire() throws InterruptedException {
    Lease current = read(policy.renewDeadline());
    if (current != null && !free(current)) {
      return;
    }
    long begun = timers.nanoTime();
    Lease mine =
        current == null
            ? Lease.first(identity, policy.leaseDuration(), timers.now())
            : current.takeover(identity, policy.leaseDuration(), timers.now());
    observe(calls.write(mine, policy.renewDeadline()));
    start(new Leadership(mine.transitions(), timers, policy.renewDeadline(), begun));
  }

  /**
   * Reads the lease. If a lease that was seen before has been deleted, this returns the last known
   * one: it still has to expire, and the next fencing token still has to be greater.
   */
  private @Nullable Lease read(Duration atMost) throws InterruptedException {
    Lease known = observed;
    Lease current = calls.read(atMost).orElse(known == null ? null : known.deleted());
    if (current != null) {
      observe(current);
    }
    return current;
  }

  /**
   * True if the lease has no holder or has expired. A lease with our own identity that we do not
   * hold is from a lost term, so it has to expire like any other, unless an earlier process with
   * this identity left it.
   */
  private boolean free(Lease lease) {
    return lease.holder().isEmpty()
        || (resumes && lease.holder().equals(identity))
        || timers.nanoTime() - observedAt >= lease.duration().toNanos();
  }

  private void observe(Lease lease) {
    Lease before = observed;
    observed = lease;
    if (before == null || !before.sameRecord(lease)) {
      observedAt = timers.nanoTime();
    }
    if (before == null || !before.holder().equals(lease.holder())) {
      listener.onNewLeader(lease.holder());
    }
  }

  private void start(Leadership term) {
    if (term.holds()) {
      leading = term;
      resumes = false;
      log.info("{}: {} leads, {}", lock.name(), identity, term);
      listener.onStartedLeading(term);
    }
  }

  /**
   * Writes without reading first, because the lease has most likely not changed since our last
   * write. Reads it only if that write fails.
   */
  private void renew(Leadership term) throws InterruptedException {
    Lease known = observed;
    if (known == null || !writeRenewal(term, known)) {
      slowPaths.increment();
      Lease current = read(term.left());
      if (current == null || !isOurs(current, term)) {
        term.end();
      } else {
        write(term, current);
      }
    }
  }

  private boolean writeRenewal(Leadership term, Lease known) throws InterruptedException {
    try {
      write(term, known);
      return true;
    } catch (RuntimeException failure) {
      log.debug(
          "{}: {} could not renew without a read: {}", lock.name(), identity, failure.toString());
      return false;
    }
  }

  private void write(Leadership term, Lease current) throws InterruptedException {
    long begun = timers.nanoTime();
    observe(calls.write(current.renewal(timers.now()), term.left()));
    term.renewed(begun);
  }

  private boolean isOurs(Lease lease, Leadership term) {
    return lease.holder().equals(identity) && lease.transitions() == term.token();
  }

  /** Ends the current term, if there is one, and returns it. */
  Optional<Leadership> stop() {
    Leadership term = leading;
    if (term != null) {
      term.end();
      leading = null;
      log.info("{}: {} no longer leads, {}", lock.name(), identity, term);
      listener.onStoppedLeading();
    }
    return Optional.ofNullable(term);
  }

  /** Releases the lease if it still belongs to {@code term}. Works after close too. */
  void release(Leadership term) throws InterruptedException {
    var last = new LeaseCalls(lock, timers);
    try {
      Lease current = last.read(policy.renewDeadline()).orElse(null);
      if (current != null && isOurs(current, term)) {
        var unused = last.write(current.release(timers.now()), policy.renewDeadline());
      }
    } catch (RuntimeException failure) {
      log.warn(
          "{}: the lease was not released and will expire: {}", lock.name(), failure.toString());
    }
  }

  /** Interrupts an attempt in progress; every later one throws {@code InterruptedException}. */
  @Override
  public void close() {
    calls.close();
  }
}
