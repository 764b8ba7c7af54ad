package io.listwatch.controller;

import static java.util.Objects.requireNonNull;

import io.listwatch.metrics.Metrics;
import io.listwatch.time.Timers;
import io.listwatch.workqueue.WorkQueue;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes requests from a queue and reconciles each, even if others fail.
 *
 * <p>Threads: any number of workers run it; any thread closes it. A worker ends only when the queue
 * ends or on close.
 */
final class ReconcileLoop<R> implements Runnable, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Controller.class);

  private final String name;
  private final WorkQueue<R> queue;
  private final Reconciler<R> reconciler;
  private final ControllerListener<R> listener;
  private final Timers timers;
  private final Metrics.Counter succeeded;
  private final Metrics.Counter failed;
  private final Metrics.Counter givenUp;
  private final RetryPolicy retry;
  private final Metrics.Distribution seconds;

  private volatile boolean closed;

  ReconcileLoop(ControllerBuilder<R> builder, WorkQueue<R> queue) {
    this.name = builder.name;
    this.queue = queue;
    this.reconciler = builder.reconciler;
    this.listener = builder.listener;
    this.timers = builder.timers;
    var tags = Map.of("controller", name);
    succeeded = builder.metrics.counter("controller_reconcile_successes_total", tags);
    failed = builder.metrics.counter("controller_reconcile_errors_total", tags);
    givenUp = builder.metrics.counter("controller_reconcile_given_up_total", tags);
    retry = builder.retry;
    seconds = builder.metrics.distribution("controller_reconcile_duration_seconds", tags);
  }

  @Override
  public void run() {
    for (R request = next(); request != null; request = next()) {
      try {
        reconcile(request);
      } finally {
        queue.done(request);
      }
    }
  }

  /**
   * Returns the next request, or null when the worker is to end. An interrupt never ends a worker:
   * it was meant for a reconciler, or a reconciler left it behind.
   */
  private @Nullable R next() {
    while (!closed) {
      try {
        return queue.take();
      } catch (InterruptedException stray) {
        log.debug("{}: ignored an interrupt outside of a reconcile", name);
      }
    }
    return null;
  }

  private void reconcile(R request) {
    int before = failuresBefore(request);
    try {
      follow(request, measured(request, before));
      succeeded.increment();
    } catch (Throwable failure) {
      failed.increment();
      guarded(() -> failed(request, failure, before + 1));
    }
  }

  private void failed(R request, Throwable failure, int failures) {
    if (retry.retries(failure, failures)) {
      log.warn("{}: {} failed, trying again", name, request, failure);
      guarded(() -> queue.addRateLimited(request));
      listener.onFailure(request, failure, failures);
    } else {
      log.error(
          "{}: {} failed {} times, not tried again until an object changes",
          name,
          request,
          failures,
          failure);
      givenUp.increment();
      guarded(() -> queue.forget(request));
      guarded(() -> listener.onFailure(request, failure, failures));
      listener.onGivenUp(request, failure);
    }
  }

  /** Returns 0 if the rate limiter, which is user code, throws. */
  private int failuresBefore(R request) {
    try {
      return queue.failures(request);
    } catch (Throwable failure) {
      log.error("{}: the rate limiter failed", name, failure);
      return 0;
    }
  }

  private Reconciliation measured(R request, int failures) throws Exception {
    long start = timers.nanoTime();
    try {
      return requireNonNull(reconciler.reconcile(request, failures), "reconciliation");
    } finally {
      seconds.recordNanos(timers.nanoTime() - start);
    }
  }

  private void follow(R request, Reconciliation result) {
    if (result instanceof Reconciliation.Retry) {
      queue.addRateLimited(request);
      return;
    }
    queue.forget(request);
    if (result instanceof Reconciliation.Again again) {
      queue.addAfter(request, again.delay());
    }
  }

  /**
   * Logs exceptions of the call: the limiter and the listener are user code, like the reconciler.
   */
  private void guarded(Runnable call) {
    try {
      call.run();
    } catch (Throwable failure) {
      log.error("{}: the rate limiter or the listener failed", name, failure);
    }
  }

  /** Makes each worker end after its current request. */
  @Override
  public void close() {
    closed = true;
  }
}
