package io.listwatch.server.auth;

import io.listwatch.objects.x509.Identity;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A serving identity that is loaded again periodically, so that its certificate can be renewed
 * while the server runs. If loading fails, the last identity stays in use.
 *
 * <p>Threads: any thread may call {@link #get}; an executor loads.
 */
public final class RenewingIdentity implements Supplier<Identity>, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RenewingIdentity.class);

  private final Source source;
  private final Duration period;
  private final Timers timers;
  private final Executor executor;
  private volatile Identity identity;
  private volatile Timers.Timer timer = () -> {};
  private volatile boolean closed;

  /** The reason for which the last load failed; empty if it succeeded. One load runs at a time. */
  private volatile String lastProblem = "";

  /** Loads the identity, for example from files. */
  @FunctionalInterface
  public interface Source {
    Identity load() throws IOException;
  }

  /**
   * Loads the identity and reloads it periodically.
   *
   * @param period time between two loads
   * @param executor runs the loads, which may wait for a disk
   */
  public RenewingIdentity(Source source, Duration period, Timers timers, Executor executor)
      throws IOException {
    this.source = source;
    this.period = period;
    this.timers = timers;
    this.executor = executor;
    this.identity = source.load();
    scheduleNext();
  }

  @Override
  public Identity get() {
    return identity;
  }

  private void scheduleNext() {
    timer = timers.schedule(period, this::reloadOnExecutor);
    if (closed) {
      timer.cancel();
    }
  }

  private void reloadOnExecutor() {
    try {
      executor.execute(this::reload);
    } catch (RejectedExecutionException busy) {
      scheduleNext();
    }
  }

  private void reload() {
    try {
      Identity found = source.load();
      if (!found.equals(identity)) {
        identity = found;
        log.info("the server's certificate was renewed: {}", found);
      }
      lastProblem = "";
    } catch (IOException | RuntimeException problem) {
      warnOnce(String.valueOf(problem.getMessage()));
    }
    scheduleNext();
  }

  private void warnOnce(String problem) {
    if (!problem.equals(lastProblem)) {
      lastProblem = problem;
      log.warn(
          "the server's certificate could not be renewed, the last one stays in use: {}", problem);
    }
  }

  @Override
  public void close() {
    closed = true;
    timer.cancel();
  }
}
