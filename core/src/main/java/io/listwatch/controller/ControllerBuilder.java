package io.listwatch.controller;

import io.listwatch.informer.Informer;
import io.listwatch.informer.View;
import io.listwatch.metrics.Metrics;
import io.listwatch.time.Timers;
import io.listwatch.workqueue.RateLimiter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link Controller}. Every setting has a default.
 *
 * @param <R> type of the requests: usually an object's key
 */
public final class ControllerBuilder<R> {
  final String name;
  final Reconciler<R> reconciler;
  final List<WatchedInformer<?, R>> watched = new ArrayList<>();
  int workers = 1;
  RetryPolicy retry = RetryPolicy.DEFAULT;
  @Nullable RateLimiter<R> limiter;
  Timers timers = Timers.system();
  Metrics metrics = Metrics.none();
  ControllerListener<R> listener = (request, failure, failures) -> {};

  ControllerBuilder(String name, Reconciler<R> reconciler) {
    this.name = name;
    this.reconciler = reconciler;
  }

  /**
   * Watches an informer: for each object that is added, updated (both the previous and the current
   * state) or deleted, the request that {@code request} returns is reconciled. Use {@code
   * View::key} for the object itself.
   *
   * <p>The function is called on the informer's handler thread. If it throws, the exception is
   * reported to the informer's listener and that change adds no request.
   */
  public <T> ControllerBuilder<R> watching(
      Informer<T> informer, Function<? super View<T>, ? extends R> request) {
    return watching(informer, request, any -> true);
  }

  /**
   * Like {@link #watching(Informer, Function)}, for states that {@code wanted} accepts. A predicate
   * that reads only the object's header avoids decoding it.
   */
  public <T> ControllerBuilder<R> watching(
      Informer<T> informer,
      Function<? super View<T>, ? extends R> request,
      Predicate<? super View<T>> wanted) {
    return watchingMany(informer, object -> List.of(request.apply(object)), wanted);
  }

  /** Like {@link #watching}, for objects that map to any number of requests, or none. */
  public <T> ControllerBuilder<R> watchingMany(
      Informer<T> informer, Function<? super View<T>, ? extends Collection<? extends R>> requests) {
    return watchingMany(informer, requests, any -> true);
  }

  /**
   * Like {@link #watchingMany(Informer, Function)}, for states that {@code wanted} accepts. A
   * predicate that reads only the object's header avoids decoding it.
   */
  public <T> ControllerBuilder<R> watchingMany(
      Informer<T> informer,
      Function<? super View<T>, ? extends Collection<? extends R>> requests,
      Predicate<? super View<T>> wanted) {
    watched.add(new WatchedInformer<>(informer, requests, wanted, new EventFilter<>() {}));
    return this;
  }

  /** Like {@link #watching(Informer, Function)}, for changes that {@code filter} accepts. */
  public <T> ControllerBuilder<R> watching(
      Informer<T> informer, Function<? super View<T>, ? extends R> request, EventFilter<T> filter) {
    return watchingMany(informer, object -> List.of(request.apply(object)), filter);
  }

  /** Like {@link #watchingMany(Informer, Function)}, for changes that {@code filter} accepts. */
  public <T> ControllerBuilder<R> watchingMany(
      Informer<T> informer,
      Function<? super View<T>, ? extends Collection<? extends R>> requests,
      EventFilter<T> filter) {
    watched.add(new WatchedInformer<>(informer, requests, any -> true, filter));
    return this;
  }

  /** Sets the number of workers, each of which reconciles one request at a time; 1 unless set. */
  public ControllerBuilder<R> workers(int newWorkers) {
    if (newWorkers < 1) {
      throw new IllegalArgumentException("workers: " + newWorkers + " (expected: at least 1)");
    }
    workers = newWorkers;
    return this;
  }

  /** Sets how failed requests are retried; {@link RetryPolicy#DEFAULT} unless set. */
  public ControllerBuilder<R> retry(RetryPolicy newRetry) {
    retry = newRetry;
    return this;
  }

  /** Sets the delay of failed requests, in place of the {@link RetryPolicy}'s delays. */
  public ControllerBuilder<R> limiter(RateLimiter<R> newLimiter) {
    limiter = newLimiter;
    return this;
  }

  public ControllerBuilder<R> listener(ControllerListener<R> newListener) {
    listener = newListener;
    return this;
  }

  public ControllerBuilder<R> timers(Timers newTimers) {
    timers = newTimers;
    return this;
  }

  public ControllerBuilder<R> metrics(Metrics newMetrics) {
    metrics = newMetrics;
    return this;
  }

  public Controller<R> build() {
    return new Controller<>(this);
  }
}
