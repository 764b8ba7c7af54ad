package io.listwatch.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.informer.HandlerRegistration;
import io.listwatch.model.ResourceKey;
import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import io.listwatch.workqueue.RateLimiter;
import io.listwatch.workqueue.WorkQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link Reconciler}: changes seen by its informers become requests, which workers take from
 * a work queue once the informers have synced.
 *
 * <pre>{@code
 * try (var controller =
 *     Controller.builder("labeller", key -> { label(key); return Reconciliation.done(); })
 *         .watching(pods, View::key)
 *         .workers(2)
 *         .build()) {
 *   controller.start();
 *   …
 * }
 * }</pre>
 *
 * <p>Thread-safe. Each worker is a thread of its own. A reconciler that throws is reported and
 * called again, and never ends a worker. The lock is a leaf.
 */
public final class Controller<R> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Controller.class);

  /** Time that a running reconciler has to finish after close before it is interrupted. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String name;
  private final WorkQueue<R> queue;
  private final ReconcileLoop<R> loop;
  private final List<WatchedInformer<?, R>> watched;
  private final int workerCount;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final List<HandlerRegistration> registrations = new ArrayList<>();

  @GuardedBy("lock")
  private final List<Worker> workers = new ArrayList<>();

  @GuardedBy("lock")
  private boolean started;

  @GuardedBy("lock")
  private boolean closed;

  Controller(ControllerBuilder<R> builder) {
    name = builder.name;
    workerCount = builder.workers;
    watched = List.copyOf(builder.watched);
    timers = builder.timers;
    RateLimiter<R> limiter = builder.limiter;
    queue =
        WorkQueue.<R>named(name)
            .limiter(
                limiter != null
                    ? limiter
                    : RateLimiter.exponential(builder.retry.first(), builder.retry.max(), timers))
            .timers(timers)
            .metrics(builder.metrics)
            .build();
    loop = new ReconcileLoop<>(builder, queue);
  }

  /** Returns a builder for a controller whose requests are object keys. */
  public static ControllerBuilder<ResourceKey> builder(
      String name, Reconciler<ResourceKey> reconciler) {
    return new ControllerBuilder<>(name, reconciler);
  }

  /**
   * Returns a builder for a controller whose requests are of the caller's own type, which needs
   * {@code equals} and {@code hashCode}.
   */
  public static <R> ControllerBuilder<R> builderOf(String name, Reconciler<R> reconciler) {
    return new ControllerBuilder<>(name, reconciler);
  }

  /**
   * Starts the informers, and the workers, which begin as soon as the initial objects of every
   * informer have been turned into requests. Does not wait for that. Later calls do nothing.
   *
   * @throws IllegalStateException if an informer is closed; the controller is then closed too
   */
  public void start() {
    if (!begin()) {
      return;
    }
    try {
      CompletableFuture<Void> synced = register();
      for (int i = 0; i < workerCount; i++) {
        startWorker(i, synced);
      }
    } catch (RuntimeException failure) {
      close();
      throw failure;
    }
  }

  private boolean begin() {
    lock.lock();
    try {
      boolean first = !started && !closed;
      started = true;
      return first;
    } finally {
      lock.unlock();
    }
  }

  private CompletableFuture<Void> register() {
    var synced = new ArrayList<CompletableFuture<Void>>();
    for (WatchedInformer<?, R> each : watched) {
      HandlerRegistration registration = each.register(name, queue::add);
      keep(registration);
      synced.add(registration.synced().toCompletableFuture());
      each.informer().start();
    }
    return CompletableFuture.allOf(synced.toArray(CompletableFuture[]::new));
  }

  private void keep(HandlerRegistration registration) {
    boolean late;
    lock.lock();
    try {
      registrations.add(registration);
      late = closed;
    } finally {
      lock.unlock();
    }
    if (late) {
      registration.close();
    }
  }

  private void startWorker(int number, CompletableFuture<Void> synced) {
    var ended = new CompletableFuture<Void>();
    var thread =
        new Thread(
            () -> {
              try {
                work(synced);
              } finally {
                ended.complete(null);
              }
            },
            "listwatch-controller-" + name + "-" + number);
    thread.setDaemon(true);
    lock.lock();
    try {
      if (!closed) {
        workers.add(new Worker(thread, ended));
        thread.start();
      }
    } finally {
      lock.unlock();
    }
  }

  private void work(CompletableFuture<Void> synced) {
    try {
      synced.join();
    } catch (CancellationException | CompletionException neverSynced) {
      // Either this controller was closed, or an informer that it does not own.
      log.info("{}: ended before its informers had synced", name);
      queue.close();
      return;
    }
    loop.run();
  }

  /** Adds a request to the work queue without a change at an informer. */
  public void request(R request) {
    queue.add(request);
  }

  /** Returns the number of requests that wait for a worker. */
  public int backlog() {
    return queue.size();
  }

  /**
   * Accepts no more requests, lets the workers finish the queued ones, for at most {@code atMost},
   * and closes. Delayed requests are dropped. Requests that were queued before the first sync stay
   * undone.
   *
   * @return true if every queued request is done
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    closeRegistrations();
    if (!hasStarted()) {
      queue.close();
    }
    boolean finished = queue.drain(atMost);
    close();
    return finished;
  }

  private boolean hasStarted() {
    lock.lock();
    try {
      return started;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets each worker finish its current request, and drops the queued ones. A reconciler that has
   * not finished after 30 seconds is interrupted and no longer waited for. The informers stay open.
   */
  @Override
  public void close() {
    List<Worker> running;
    lock.lock();
    try {
      closed = true;
      running = workers.stream().filter(worker -> !worker.isCaller()).toList();
    } finally {
      lock.unlock();
    }
    closeRegistrations();
    loop.close();
    queue.close();
    try {
      awaitEnd(running);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeRegistrations() {
    List<HandlerRegistration> open;
    lock.lock();
    try {
      open = List.copyOf(registrations);
    } finally {
      lock.unlock();
    }
    open.forEach(HandlerRegistration::close);
  }

  private void awaitEnd(List<Worker> running) throws InterruptedException {
    var pause = new Pause(timers);
    var unused =
        CompletableFuture.allOf(
                running.stream().map(Worker::ended).toArray(CompletableFuture[]::new))
            .whenComplete((nothing, failure) -> pause.close());
    if (pause.sleep(PATIENCE)) {
      log.warn("{}: a reconciler has not ended {} after close", name, PATIENCE);
    }
    for (Worker worker : running) {
      if (worker.ended.isDone()) {
        worker.thread.join();
      } else {
        worker.thread.interrupt();
      }
    }
  }

  /** A worker's thread, and a future that completes when it ends. */
  private record Worker(Thread thread, CompletableFuture<Void> ended) {
    boolean isCaller() {
      return thread == Thread.currentThread();
    }
  }
}
