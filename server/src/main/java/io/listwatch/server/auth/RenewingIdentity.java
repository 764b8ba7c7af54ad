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
 * An identity that is looked for again from time to time, so that it can be renewed while it is in
 * use. While nothing better is found the last one stays.
 *
 * <p>Threads: any thread may ask; an executor looks.
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

  /** Where the identity comes from. */
  @FunctionalInterface
  public interface Source {
    Identity load() throws IOException;
  }

  /**
   * Loads the identity and keeps looking for a newer one.
   *
   * @param period how often to look
   * @param executor where to look, since that may wait for a disk
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
    timer = timers.schedule(period, this::lookElsewhere);
    if (closed) {
      timer.cancel();
    }
  }

  private void lookElsewhere() {
    try {
      executor.execute(this::look);
    } catch (RejectedExecutionException busy) {
      scheduleNext();
    }
  }

  private void look() {
    try {
      Identity found = source.load();
      if (!found.equals(identity)) {
        identity = found;
        log.info("the server's certificate was renewed: {}", found);
      }
    } catch (IOException | RuntimeException problem) {
      log.warn("the server's certificate could not be renewed: {}", problem.getMessage());
    }
    scheduleNext();
  }

  @Override
  public void close() {
    closed = true;
    timer.cancel();
  }
}
