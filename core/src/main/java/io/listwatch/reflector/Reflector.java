package io.listwatch.reflector;

import io.listwatch.model.ExpiredException;
import io.listwatch.model.VersionTooLargeException;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a {@link ReflectorStore} in sync with a {@link ListerWatcher}.
 *
 * <pre>
 *   FETCH ──▶ FOLLOW ──stream ended or broke──▶ FOLLOW another, after the last version seen
 *     ▲          │
 *     └─ wait ◀──┘ expired, or another failure that a new stream cannot fix
 * </pre>
 *
 * <p>Threads: one thread calls {@link #run} and is the only one to touch the store. {@link #close},
 * {@link #resync} and {@link #status} may be called from any thread. After close, {@code run}
 * returns after at most one more write, whatever it was waiting for.
 */
public final class Reflector implements Runnable, AutoCloseable {
  private final Timers timers;
  private final Duration resyncPeriod;
  private final ReflectorMonitor monitor;
  private final SourceAccess source;
  private final SyncPoint point;
  private final Resumption resumption;
  private final InitialFetch fetch;
  private final Follower follower;

  private final AtomicBoolean started = new AtomicBoolean();

  private volatile Timers.@Nullable Timer resyncTimer;

  Reflector(ReflectorBuilder builder) {
    ReflectorPolicy policy = builder.policy;
    timers = builder.timers;
    resyncPeriod = policy.resyncPeriod();
    monitor = new ReflectorMonitor(builder.name(), timers, builder.listener, builder.metrics);
    point = new SyncPoint(monitor);
    var deltas = new DeltaUse(builder.store, builder.deltas, point, timers, monitor);
    source =
        new SourceAccess(
            builder.name(), builder.source, policy, timers, builder.random, monitor, deltas);
    var intake = new Intake(builder.type, builder.transform, deltas, monitor);
    resumption = new Resumption(builder.warmStart, source, monitor);
    fetch =
        new InitialFetch(
            source, builder.store, policy, point, intake, resumption, deltas, timers, monitor);
    var internalErrors = new InternalErrors(timers, policy.internalErrorPatience());
    follower =
        new Follower(
            source,
            builder.store,
            point,
            intake,
            internalErrors,
            monitor,
            builder.shouldResync,
            this::scheduleResync);
  }

  public static ReflectorBuilder builder(ListerWatcher source, ReflectorStore store) {
    return new ReflectorBuilder(source, store);
  }

  /**
   * Fetches and follows until it is closed or its thread is interrupted.
   *
   * @throws IllegalStateException if it was called before: two threads would write to the store
   */
  @Override
  public void run() {
    if (!started.compareAndSet(false, true)) {
      throw new IllegalStateException("reflector: run twice (expected: once)");
    }
    monitor.started(resyncPeriod);
    scheduleResync();
    try {
      while (!source.closed()) {
        fetchAndFollow();
      }
    } catch (InterruptedException interrupted) {
      if (!source.closed()) {
        Thread.currentThread().interrupt();
      }
    } catch (Throwable death) {
      monitor.died(death);
      throw death;
    } finally {
      close();
      monitor.stopped();
    }
  }

  private void fetchAndFollow() throws InterruptedException {
    try {
      follower.follow(fetch.fetch());
    } catch (RuntimeException failure) {
      // Catches every exception, not only those of the API: after a bug in the store or the source,
      // the store's content may be wrong.
      source.stopIfClosed();
      if (failure instanceof VersionTooLargeException) {
        point.unavailable();
      }
      monitor.failed(failure, failure instanceof ExpiredException);
      if (!resumption.isRejectedBy(failure, point.version())) {
        source.backOff(failure);
      }
    }
  }

  private void scheduleResync() {
    if (!resyncPeriod.isZero()) {
      cancelResync();
      resyncTimer = timers.schedule(resyncPeriod, follower::resyncIsDue);
    }
  }

  private void cancelResync() {
    Timers.Timer timer = resyncTimer;
    if (timer != null) {
      timer.cancel();
    }
  }

  /**
   * Requests a resync of the store: at once if it is being kept up to date, else as soon as it is.
   */
  public void resync() {
    follower.resync();
  }

  public ReflectorStatus status() {
    return monitor.status();
  }

  @Override
  public void close() {
    source.close();
    cancelResync();
    monitor.close();
  }
}
