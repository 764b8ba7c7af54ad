package io.listwatch.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Reflector;
import io.listwatch.store.DeltaFifo;
import io.listwatch.store.InOrderQueue;
import io.listwatch.store.Index;
import io.listwatch.store.IndexedStore;
import io.listwatch.store.InformerQueue;
import io.listwatch.store.StoreSnapshot;
import io.listwatch.store.SyncRound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The machine that every {@link Informer} of one {@link Selection} shares: a reflector that fills a
 * queue, a thread that applies the queue to a store, and an {@link Audience} that is told.
 *
 * <pre>
 *   reflector thread ──▶ InformerQueue ──▶ informer thread ──▶ IndexedStore
 *                                                  └──▶ HandlerQueue ──▶ handler thread (each)
 * </pre>
 *
 * <p>Threads: the store is written by the informer thread only. Everything else may be called from
 * any thread. The lock guards starting and closing, and is a leaf.
 */
final class SharedInformer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Informer.class);
  private static final Duration JOIN = Duration.ofSeconds(5);

  private final String name;
  private final InformerOptions options;
  private final InformerMonitor monitor;
  private final IndexedStore store;
  private final InformerQueue queue;
  private final Applier applier;
  private final Audience audience;
  private final StoreKeeper.KeptStore kept;
  private final Reflector reflector;
  private final InformerMeters meters;
  private final AtomicInteger handlerCount = new AtomicInteger();
  private final CompletableFuture<Void> synced = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock")
  private final List<Thread> threads = new ArrayList<>();

  @GuardedBy("lock")
  private boolean started;

  @GuardedBy("lock")
  private boolean closed;

  SharedInformer(String name, Selection selection, ListerWatcher source, InformerOptions options) {
    this.name = name;
    this.options = options;
    monitor = new InformerMonitor(name, options.listener);
    store = new IndexedStore(monitor::indexFailed);
    queue =
        options.queue == QueueKind.IN_ORDER
            ? new InOrderQueue(options.queueCapacity)
            : new DeltaFifo(store::snapshot, options.queueCapacity);
    applier = new Applier(store);
    audience = new Audience(store.snapshot());
    meters = new InformerMeters(name, options.metrics, store, queue);
    kept = Keeping.of(selection, options, store);
    reflector =
        Reflector.builder(source, queue)
            .type(selection.type())
            .warmStart(kept)
            .name(name)
            .policy(options.policy)
            .transform(options.intake())
            .listener(options.listener)
            .metrics(options.metrics)
            .timers(options.timers)
            .build();
  }

  String name() {
    return name;
  }

  InformerOptions options() {
    return options;
  }

  InformerMonitor monitor() {
    return monitor;
  }

  StoreSnapshot snapshot() {
    return store.snapshot();
  }

  void addIndex(Index index) {
    store.addIndex(index);
  }

  boolean hasSynced() {
    return synced.isDone() && !synced.isCancelled();
  }

  CompletionStage<Void> synced() {
    return synced.minimalCompletionStage();
  }

  /** Waits until it has synced, is closed or the time is over; answers whether it has synced. */
  boolean awaitSync(Duration atMost) throws InterruptedException {
    try (var alarm = new Alarm(atMost, options.timers, lock, changed)) {
      lock.lockInterruptibly();
      try {
        while (!synced.isDone() && !alarm.rang()) {
          changed.await();
        }
        return hasSynced();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Starts once; later calls do nothing. */
  void start() {
    lock.lock();
    try {
      if (started || closed) {
        return;
      }
      started = true;
      startThread("listwatch-informer-" + name, this::process);
      startThread("listwatch-reflector-" + name, reflector);
    } finally {
      lock.unlock();
    }
    audience.start();
  }

  @GuardedBy("lock")
  private void startThread(String threadName, Runnable body) {
    var thread = new Thread(body, threadName);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  String nextHandlerName() {
    return "handler-" + handlerCount.incrementAndGet();
  }

  /**
   * Adds a handler, which is first told of what there is, then of everything that follows. Answers
   * false, having done nothing, if this or the handler is closed.
   */
  boolean add(HandlerThread<?> handler) {
    return audience.add(handler);
  }

  void remove(HandlerThread<?> handler) {
    audience.remove(handler);
  }

  /** Has {@code round}'s handler, and nobody else, shown every object again. */
  void resync(SyncRound round) {
    if (hasSynced()) {
      queue.resync(round);
    }
  }

  /** See {@link Audience#awaitTold}. */
  boolean drain(Collection<? extends HandlerThread<?>> handlers, Duration atMost)
      throws InterruptedException {
    return audience.awaitTold(handlers, atMost, options.timers);
  }

  private void process() {
    while (true) {
      try {
        InformerQueue.Batch batch = queue.take();
        if (batch == null) {
          return;
        }
        process(batch);
      } catch (InterruptedException ignored) {
        // An index function may have left its mark on the thread. Only closing the queue ends it.
      }
    }
  }

  private void process(InformerQueue.Batch batch) {
    long start = options.timers.nanoTime();
    if (apply(batch) && batch.completesInitial()) {
      log.debug("{}: synced at version {}", name, store.snapshot().version());
      synced.complete(null);
      wakeWaiters();
    }
    meters.processed(options.timers.nanoTime() - start);
  }

  private boolean apply(InformerQueue.Batch batch) {
    audience.begin();
    try {
      Applier.Applied applied = applier.apply(batch);
      monitor.applied(batch.deltas(), applied.snapshot());
      audience.tell(batch, applied);
      return true;
    } catch (Throwable failure) {
      monitor.processingFailed(failure);
      return false;
    } finally {
      audience.finish();
    }
  }

  private void wakeWaiters() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  InformerHealth health() {
    return new InformerHealth(
        reflector.status(),
        hasSynced(),
        store.snapshot().size(),
        queue.size(),
        monitor.processingFailure(),
        audience.handlers().stream().map(HandlerThread::health).toList());
  }

  /** Stops from the source downwards; what has not been told yet is dropped. */
  @Override
  public void close() {
    List<Thread> running;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      running = List.copyOf(threads);
    } finally {
      lock.unlock();
    }
    reflector.close();
    queue.close();
    running.forEach(SharedInformer::join);
    kept.close();
    audience.close();
    synced.cancel(false);
    wakeWaiters();
    meters.close();
  }

  /** With a bound: a source that does not mind interrupts must not hold up the user. */
  private static void join(Thread thread) {
    if (thread == Thread.currentThread()) {
      return;
    }
    try {
      thread.join(JOIN.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
