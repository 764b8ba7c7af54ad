package io.listwatch.informer;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.store.StoreSnapshot;
import io.listwatch.store.SyncRound;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One handler of an informer with its queue, its thread and its resync timer.
 *
 * <p>Threads: the handler is called on its own thread only. As a {@link SyncRound} it identifies
 * the resyncs that it has requested.
 */
final class HandlerThread<T> implements HandlerRegistration, SyncRound {
  private final HandlerOptions options;
  private final ResourceHandler<T> handler;
  private final DecodedObjects<T> decoded;
  private final SharedInformer informer;
  private final Consumer<? super HandlerThread<T>> leave;
  private final Timers timers;
  private final HandlerQueue queue;
  private final Metrics.Counter failureCount;
  private final Metrics.Gauge backlogGauge;
  private final AtomicLong failures = new AtomicLong();
  private final AtomicBoolean started = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CompletableFuture<Void> synced = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private volatile Timers.@Nullable Timer resyncTimer;

  /**
   * Creates the thread without starting it.
   *
   * @param leave called once, when this is closed
   */
  HandlerThread(
      HandlerOptions options,
      ResourceHandler<T> handler,
      DecodedObjects<T> decoded,
      SharedInformer informer,
      Consumer<? super HandlerThread<T>> leave) {
    this.options = options;
    this.handler = handler;
    this.decoded = decoded;
    this.informer = informer;
    this.leave = leave;
    this.timers = informer.options().timers;
    this.queue = new HandlerQueue(options.capacity());
    Metrics metrics = informer.options().metrics;
    Map<String, String> tags = Map.of("name", informer.name(), "handler", options.name());
    this.failureCount = metrics.counter("informer_handler_failures_total", tags);
    this.backlogGauge = metrics.gauge("informer_handler_queued_items", tags, queue::size);
  }

  void start() {
    if (started.compareAndSet(false, true)) {
      var thread = new Thread(this::run, "listwatch-handler-" + informer.name() + "-" + name());
      thread.setDaemon(true);
      thread.start();
      scheduleResync();
    }
  }

  /** Queues notifications. Called in the order of events; never blocks. */
  void enqueue(List<? extends Notification> notifications) {
    queue.add(notifications);
  }

  private void run() {
    try {
      while (!closed()) {
        deliverNext();
      }
    } finally {
      close();
      ended.complete(null);
    }
  }

  private void deliverNext() {
    try {
      Notification next = queue.take();
      if (next != null) {
        deliver(next);
      }
    } catch (InterruptedException ignored) {
      // A handler may have left the thread interrupted. Only closing ends the loop.
    }
  }

  private void deliver(Notification notification) {
    if (notification instanceof Notification.Added added) {
      call(() -> handler.onAdd(view(added.object()), added.initial()));
    } else if (notification instanceof Notification.Updated updated) {
      call(() -> handler.onUpdate(view(updated.previous()), view(updated.current())));
    } else if (notification instanceof Notification.Deleted deleted) {
      call(() -> handler.onDelete(view(deleted.last()), deleted.finalStateUnknown()));
    } else if (notification instanceof Notification.Replayed replayed) {
      deliverAll(replayed.snapshot(), true);
    } else if (notification instanceof Notification.Resynced resynced) {
      deliverAll(resynced.snapshot(), false);
    } else if (notification instanceof Notification.RelistBegin begin) {
      call(() -> handler.onRelistBegin(begin.last()));
    } else if (notification instanceof Notification.RelistEnd end) {
      call(() -> handler.onRelistEnd(end.version()));
    } else {
      synced.complete(null);
    }
  }

  private void deliverAll(StoreSnapshot snapshot, boolean asAdded) {
    for (Resource object : snapshot.all()) {
      if (closed()) {
        return;
      }
      View<T> view = view(object);
      call(asAdded ? () -> handler.onAdd(view, true) : () -> handler.onUpdate(view, view));
    }
  }

  private View<T> view(Resource object) {
    return new View<>(object, decoded);
  }

  /** Reports an exception of the handler and continues with the next call. */
  private void call(Runnable call) {
    try {
      call.run();
    } catch (Throwable failure) {
      failures.incrementAndGet();
      failureCount.increment();
      informer.monitor().handlerFailed(options.name(), failure);
    }
  }

  private void scheduleResync() {
    Duration period = options.resyncPeriod();
    if (period.isZero()) {
      return;
    }
    Timers.Timer timer = timers.schedule(period, this::resync);
    resyncTimer = timer;
    // close() sets closed before it reads the timer, so at least one of the two cancels it.
    if (closed()) {
      timer.cancel();
    }
  }

  private void resync() {
    try {
      informer.resync(this);
    } finally {
      scheduleResync();
    }
  }

  /** Waits until the handler has been notified of everything that is queued for it now. */
  boolean awaitDelivered(Duration atMost) throws InterruptedException {
    return queue.awaitDelivered(atMost, timers);
  }

  boolean closed() {
    return closed.get();
  }

  InformerHealth.Handler health() {
    return new InformerHealth.Handler(name(), hasSynced(), backlog(), merged(), failures());
  }

  @Override
  public String name() {
    return options.name();
  }

  @Override
  public boolean hasSynced() {
    return synced.isDone() && !synced.isCancelled();
  }

  @Override
  public CompletionStage<Void> synced() {
    return synced.minimalCompletionStage();
  }

  @Override
  public int backlog() {
    return queue.size();
  }

  @Override
  public long merged() {
    return queue.merged();
  }

  @Override
  public long failures() {
    return failures.get();
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    informer.remove(this);
    leave.accept(this);
    queue.close();
    backlogGauge.close();
    synced.cancel(false);
    Timers.Timer timer = resyncTimer;
    if (timer != null) {
      timer.cancel();
    }
    if (!started.getAndSet(true)) {
      ended.complete(null);
    }
  }

  @Override
  public CompletionStage<Void> ended() {
    return ended.minimalCompletionStage();
  }
}
