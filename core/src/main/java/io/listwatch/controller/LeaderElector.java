package io.listwatch.controller;

import io.listwatch.metrics.Metrics;
import io.listwatch.time.Pause;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Elects one of several candidates as the leader, through a {@link Lease} that the leader keeps
 * renewing.
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
 * from any thread. The listener is called on a separate thread and cannot delay renewals.
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

  /** Returns a builder for a candidate for the lease in {@code lock}. Identities must be unique. */
  public static LeaderElectorBuilder builder(
      LeaseLock lock, String identity, LeaderListener listener) {
    return new LeaderElectorBuilder(lock, identity, listener);
  }

  /** Returns the current term, if this candidate leads. */
  public Optional<Leadership> leadership() {
    return candidate.leading();
  }

  /**
   * Competes until closed or interrupted: leads, loses, and competes again. Returns when the
   * listener has stopped and the lease is released, but waits for that no longer than the lease
   * lasts. Call it once.
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
      // Do not compete while the listener is still stopping.
      Duration wait = calls.stopping() ? policy.retryPeriod() : candidate.step();
      pause.sleep(wait);
    }
  }

  /**
   * Releases the lease only after the listener has stopped, because the next leader may begin at
   * once.
   */
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

  /** Ends the current term, if any, and the candidacy. Does not wait for {@link #run} to return. */
  @Override
  public void close() {
    closed = true;
    candidate.close();
    pause.close();
  }
}
