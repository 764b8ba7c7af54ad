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
 * One candidate's part in an election, an attempt at a time.
 *
 * <p>Whether another's lease is still good is judged by how long ago this candidate saw it change,
 * by its own monotonic clock; the times that others wrote into it are never looked at.
 *
 * <p>Threads: one thread steps, stops and releases, and calls the listener. {@link #leading} and
 * {@link #close} may be called from any.
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

  /** What was last read or written. */
  private @Nullable Lease observed;

  /** When it was seen to change; meaningless while nothing was seen. */
  private long observedAt;

  private boolean failing;
  private volatile @Nullable Leadership leading;

  Candidate(LeaderElectorBuilder builder, LeaderListener listener) {
    this.lock = builder.lock;
    this.identity = builder.identity;
    this.policy = builder.policy;
    this.timers = builder.timers;
    this.random = builder.random;
    this.listener = listener;
    calls = new LeaseCalls(lock, timers);
    slowPaths =
        builder.metrics.counter("leader_election_slowpath_total", Map.of("name", lock.name()));
  }

  /** The term that lasts now, if it does. */
  Optional<Leadership> leading() {
    return Optional.ofNullable(leading).filter(Leadership::holds);
  }

  /** Tries once, to renew if this leads and else to acquire; answers how long to wait then. */
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

  /** Not only the API fails: a bug in a lock must not end the candidacy either. */
  private void failed(RuntimeException failure) {
    if (failure instanceof ConflictException || failure instanceof AlreadyExistsException) {
      log.debug("{}: another was quicker than {}", lock.name(), identity);
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
   * The lease as it is. One that was there and is not any more has been deleted by somebody: it has
   * to run out all the same, and the next token to be greater.
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
   * A lease of our own that we do not hold is from before we lost it: it has to run out like any.
   */
  private boolean free(Lease lease) {
    return lease.holder().isEmpty() || timers.nanoTime() - observedAt >= lease.duration().toNanos();
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
      log.info("{}: {} leads, {}", lock.name(), identity, term);
      listener.onStartedLeading(term);
    }
  }

  /** What we wrote last is what is there, most likely: write without reading, and read if not. */
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
      log.debug("{}: {} could not renew at once: {}", lock.name(), identity, failure.toString());
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

  /** Ends the term, if there is one, and answers it. */
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

  /** Gives the lease back if it is still that of {@code term}; also after close. */
  void release(Leadership term) throws InterruptedException {
    var last = new LeaseCalls(lock, timers);
    try {
      Lease current = last.read(policy.renewDeadline()).orElse(null);
      if (current != null && isOurs(current, term)) {
        var unused = last.write(current.release(timers.now()), policy.renewDeadline());
      }
    } catch (RuntimeException failure) {
      log.warn("{}: not released, it will run out: {}", lock.name(), failure.toString());
    }
  }

  /** Ends an attempt that is under way; every further one ends with an interrupt. */
  @Override
  public void close() {
    calls.close();
  }
}
