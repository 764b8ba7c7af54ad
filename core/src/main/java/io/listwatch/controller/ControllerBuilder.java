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
 * What a {@link Controller} needs to know, with the usual answers.
 *
 * @param <R> what is reconciled: usually the key of an object
 */
public final class ControllerBuilder<R> {
  final String name;
  final Reconciler<R> reconciler;
  final List<Watched<?, R>> watched = new ArrayList<>();
  int workers = 1;
  @Nullable RateLimiter<R> limiter;
  Timers timers = Timers.system();
  Metrics metrics = Metrics.none();
  ControllerListener<R> listener = (request, failure, failures) -> {};

  ControllerBuilder(String name, Reconciler<R> reconciler) {
    this.name = name;
    this.reconciler = reconciler;
  }

  /**
   * Reconciles the request that {@code request} makes of each object that appears, changes (in its
   * state before and after) or goes: {@code View::key} for the object itself.
   *
   * <p>The function is called by the informer's handler thread. What it throws is reported to the
   * informer's listener, and that change asks for nothing.
   */
  public <T> ControllerBuilder<R> watching(
      Informer<T> informer, Function<? super View<T>, ? extends R> request) {
    return watching(informer, request, any -> true);
  }

  /** The same for states that {@code wanted} accepts; it can decide by the header, at no cost. */
  public <T> ControllerBuilder<R> watching(
      Informer<T> informer,
      Function<? super View<T>, ? extends R> request,
      Predicate<? super View<T>> wanted) {
    return watchingMany(informer, object -> List.of(request.apply(object)), wanted);
  }

  /** As {@link #watching}, for objects that ask for any number of requests, or none. */
  public <T> ControllerBuilder<R> watchingMany(
      Informer<T> informer, Function<? super View<T>, ? extends Collection<? extends R>> requests) {
    return watchingMany(informer, requests, any -> true);
  }

  /** The same for states that {@code wanted} accepts; it can decide by the header, at no cost. */
  public <T> ControllerBuilder<R> watchingMany(
      Informer<T> informer,
      Function<? super View<T>, ? extends Collection<? extends R>> requests,
      Predicate<? super View<T>> wanted) {
    watched.add(new Watched<>(informer, requests, wanted));
    return this;
  }

  /** How many requests are reconciled at a time; one unless set. */
  public ControllerBuilder<R> workers(int newWorkers) {
    if (newWorkers < 1) {
      throw new IllegalArgumentException("workers: " + newWorkers + " (expected: at least 1)");
    }
    workers = newWorkers;
    return this;
  }

  /** How long a request that failed waits; {@link RateLimiter#perItem} unless set. */
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
