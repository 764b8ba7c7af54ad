package io.listwatch.controller;

import io.listwatch.metrics.Metrics;
import io.listwatch.time.Pause;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes one of several candidates the leader, by a {@link Lease} that the leader keeps renewing.
 *
 * <pre>
 *   candidate ──lease free, or not renewed for its duration──▶ leader
 *       ▲                                                        │
 *       └──── not renewed within the deadline, or taken ◀────────┘
 * </pre>
 *
 * <p>A listener that runs a controller while it leads builds one at each start and closes it at
 * each stop:
 *
 * <pre>{@code
 * var elector = LeaderElector.builder(lock, podName + "-" + UUID.randomUUID(), listener).build();
 * var thread = new Thread(elector, "election");
 * thread.start();
 * …
 * elector.close();
 * thread.join(); // By now the listener has stopped and the lease is free.
 * }</pre>
 *
 * <p>Threads: one thread calls {@link #run}. {@link #close} and {@link #leadership} may be called
 * from any. The listener is called by a thread of its own and cannot hold up renewals.
 */
public final class LeaderElector implements Runnable, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LeaderElector.class);

  private final String name;
  private final LeaderPolicy policy;
  private final Metrics metrics;
  private final LeaderCalls calls;
  private final Candidate candidate;
  private final Pause pause;

  private volatile boolean closed;

  LeaderElector(LeaderElectorBuilder builder) {
    name = builder.lock.name();
    policy = builder.policy;
    metrics = builder.metrics;
    calls = new LeaderCalls(name, builder.listener, builder.timers);
    candidate = new Candidate(builder, calls);
    pause = new Pause(builder.timers);
  }

  /** A candidate for the lease that {@code lock} keeps; no two may have the same identity. */
  public static LeaderElectorBuilder builder(
      LeaseLock lock, String identity, LeaderListener listener) {
    return new LeaderElectorBuilder(lock, identity, listener);
  }

  /** The term that lasts now, if this candidate leads. */
  public Optional<Leadership> leadership() {
    return candidate.leading();
  }

  /**
   * Competes until closed or interrupted: leads, loses, and competes again. Returns when the
   * listener has stopped and the lease was given back, but does not wait for that longer than the
   * lease lasts. Call it once.
   */
  @Override
  public void run() {
    boolean interrupted = false;
    Metrics.Gauge gauge =
        metrics.gauge(
            "leader_election_master_status",
            Map.of("name", name),
            () -> leadership().isPresent() ? 1 : 0);
    try {
      compete();
    } catch (InterruptedException end) {
      interrupted = !closed;
    } catch (Throwable death) {
      log.error("{}: the candidacy ends for good", name, death);
      throw death;
    } finally {
      resign();
      gauge.close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void compete() throws InterruptedException {
    while (!closed) {
      // Who cannot stop must not start again.
      Duration wait = calls.stopping() ? policy.retryPeriod() : candidate.step();
      pause.sleep(wait);
    }
  }

  /** Gives back only what the listener has let go of: whoever takes over may begin at once. */
  private void resign() {
    Optional<Leadership> term = candidate.stop();
    try {
      if (term.isPresent()
          && policy.releaseOnClose()
          && calls.awaitStopped(policy.leaseDuration())) {
        candidate.release(term.get());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      calls.close();
    }
  }

  /** Ends the term, if one lasts, and the candidacy. Does not wait for {@link #run} to return. */
  @Override
  public void close() {
    closed = true;
    candidate.close();
    pause.close();
  }
}
