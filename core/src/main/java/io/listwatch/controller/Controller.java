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
 * Runs a {@link Reconciler}: what changes at its informers becomes requests, which workers take
 * from a queue once everything that existed at first is known.
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
 * <p>Thread-safe. Each worker is a thread of its own; a reconciler that throws is reported and
 * tried again, and never ends a worker. The lock is a leaf.
 */
public final class Controller<R> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Controller.class);

  /** How long a reconciler that is at work may take to finish before it is interrupted. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String name;
  private final WorkQueue<R> queue;
  private final ReconcileLoop<R> loop;
  private final List<Watched<?, R>> watched;
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
            .limiter(limiter != null ? limiter : RateLimiter.perItem(timers))
            .timers(timers)
            .metrics(builder.metrics)
            .build();
    loop = new ReconcileLoop<>(builder, queue);
  }

  /** A controller whose requests are the keys of objects. */
  public static ControllerBuilder<ResourceKey> builder(
      String name, Reconciler<ResourceKey> reconciler) {
    return new ControllerBuilder<>(name, reconciler);
  }

  /** A controller whose requests are of the user's making; they need {@code equals}. */
  public static <R> ControllerBuilder<R> builderOf(String name, Reconciler<R> reconciler) {
    return new ControllerBuilder<>(name, reconciler);
  }

  /**
   * Starts the informers, and the workers, who begin as soon as every informer's first objects have
   * been turned into requests. Does not wait for that. Later calls do nothing.
   *
   * @throws IllegalStateException if an informer is closed; so is the controller then
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
    for (Watched<?, R> each : watched) {
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
      // By our own close, or because an informer was closed that was none of ours to close.
      log.info("{}: ended before its informers had synced", name);
      queue.close();
      return;
    }
    loop.run();
  }

  /** Asks for a request to be reconciled, though nothing has changed at an informer. */
  public void request(R request) {
    queue.add(request);
  }

  /** How many requests wait for a worker. */
  public int backlog() {
    return queue.size();
  }

  /**
   * Takes no more requests, lets the workers finish what is queued, for at most {@code atMost}, and
   * closes. What is delayed is dropped; what is queued before the first sync stays undone.
   *
   * @return whether everything that was queued is done
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
   * Lets each worker finish what it is at, and drops what is queued. A reconciler that has not
   * finished after half a minute is interrupted, and no longer waited for. The informers stay open.
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

  /** A thread that works, and its end. */
  private record Worker(Thread thread, CompletableFuture<Void> ended) {
    boolean isCaller() {
      return thread == Thread.currentThread();
    }
  }
}
