package io.listwatch.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.metrics.Metrics;
import io.listwatch.store.Index;
import io.listwatch.store.IndexedStore;
import io.listwatch.store.StoreSnapshot;
import io.listwatch.store.SyncRound;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part that all {@link Informer}s of one {@link Selection} share: {@link Feeds} that deliver
 * changes, a thread that applies them to a store, and a {@link HandlerGroup} to notify.
 *
 * <pre>
 *   reflector thread ──▶ InformerQueue ──▶ informer thread ──▶ IndexedStore ◀── OwnWrites ◀── readers
 *    (each namespace)       (each)                 └──▶ HandlerQueue ──▶ handler thread (each)
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
  private final Feeds feeds;
  private final Applier applier;
  private final HandlerGroup handlerGroup;
  private final Changes changes = new Changes();
  private final OwnWrites writes;
  private final WrittenObjects written;
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

  /** The start of the application of the current batch. Written by the informer's thread. */
  private volatile @Nullable Instant applyingSince;

  SharedInformer(
      String name, Selection selection, SourceProvider sources, InformerOptions options) {
    this.name = name;
    this.options = options;
    monitor = new InformerMonitor(name, options.listener);
    boolean several = selection.namespaces().size() > 1;
    store = new IndexedStore(monitor::indexFailed, several ? selection.namespaces() : Set.of());
    feeds = new Feeds(name, selection, sources, options, store);
    applier = new Applier(store);
    handlerGroup = new HandlerGroup(store.snapshot());
    Metrics.Counter dropped =
        options.metrics.counter("informer_own_writes_dropped_total", Map.of("name", name));
    writes = new OwnWrites(store, options, dropped, changes);
    written = new WrittenObjects(selection, sources, options.intake(), writes);
    meters =
        new InformerMeters(name, options.metrics, store, feeds, writes, () -> health().healthy());
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

  /** Returns the readable state: the store's content with the users' own writes applied. */
  StoreSnapshot snapshot() {
    return writes.snapshot();
  }

  WrittenObjects written() {
    return written;
  }

  /** Waits as {@link Changes#await} does; closing ends the wait. */
  boolean await(BooleanSupplier look, BooleanSupplier over, Duration atMost)
      throws InterruptedException {
    return changes.await(look, () -> closed() || over.getAsBoolean(), atMost, options.timers);
  }

  /** Makes waiting threads check the state again. */
  void recheckConditions() {
    changes.happened();
  }

  boolean closed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
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

  /**
   * Waits until this informer has synced or is closed, for at most {@code atMost}. Returns true if
   * it has synced.
   */
  boolean awaitSync(Duration atMost) throws InterruptedException {
    try (var alarm = new WaitTimeout(atMost, options.timers, lock, changed)) {
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

  /** Returns the exception for a caller whose wait for the first sync has ended without one. */
  RuntimeException notSynced(Duration atMost) {
    if (closed()) {
      return new IllegalStateException("informer " + name + ": closed");
    }
    String reason =
        hasStarted() ? String.join("; ", problems()) : "not started: call start() first";
    return new AwaitTimeoutException(
        "%s: not synced within %s; %s".formatted(name, atMost, reason));
  }

  private boolean hasStarted() {
    lock.lock();
    try {
      return started;
    } finally {
      lock.unlock();
    }
  }

  /** Starts the threads once; later calls do nothing. */
  void start() {
    lock.lock();
    try {
      if (started || closed) {
        return;
      }
      started = true;
      startThread("listwatch-informer-" + name, this::process);
      for (Feed feed : feeds.all()) {
        startThread("listwatch-reflector-" + feed.name(), feed.reflector());
      }
    } finally {
      lock.unlock();
    }
    handlerGroup.start();
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
   * Adds a handler, which is first notified of the existing objects, then of all changes. Returns
   * false, without an effect, if this or the handler is closed.
   */
  boolean add(HandlerThread<?> handler) {
    return handlerGroup.add(handler);
  }

  void remove(HandlerThread<?> handler) {
    handlerGroup.remove(handler);
  }

  /** Passes every object again to {@code round}'s handler only. */
  void resync(SyncRound round) {
    if (hasSynced()) {
      feeds.resync(round);
    }
  }

  /** Waits as {@link HandlerGroup#awaitDelivered} does. */
  boolean drain(Collection<? extends HandlerThread<?>> handlers, Duration atMost)
      throws InterruptedException {
    return handlerGroup.awaitDelivered(handlers, atMost, options.timers);
  }

  private void process() {
    while (true) {
      try {
        Feeds.Delivery delivery = feeds.take();
        if (delivery == null) {
          return;
        }
        process(delivery);
      } catch (InterruptedException ignored) {
        // An index function may have left the thread interrupted. Only closing the queue ends the
        // loop.
      }
    }
  }

  private void process(Feeds.Delivery delivery) {
    long start = options.timers.nanoTime();
    if (apply(delivery) && delivery.completesInitial()) {
      StoreSnapshot content = store.snapshot();
      log.debug("{}: synced {} objects at version {}", name, content.size(), content.version());
      synced.complete(null);
      wakeWaiters();
    }
    changes.happened();
    meters.processed(options.timers.nanoTime() - start);
  }

  private boolean apply(Feeds.Delivery delivery) {
    handlerGroup.begin();
    applyingSince = options.timers.now();
    try {
      Applier.Applied applied = applier.apply(delivery.namespace(), delivery.batch());
      monitor.applied(delivery.batch().deltas(), applied.snapshot());
      writes.moved(applied.snapshot());
      handlerGroup.notifyHandlers(delivery, applied);
      return true;
    } catch (Throwable failure) {
      monitor.processingFailed(failure);
      return false;
    } finally {
      applyingSince = null;
      handlerGroup.finish();
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
        feeds.worst(),
        feeds.byNamespace(),
        hasSynced(),
        store.snapshot().size(),
        feeds.queued(),
        monitor.processingFailure(),
        problems(),
        handlerGroup.handlers().stream().map(HandlerThread::health).toList());
  }

  private List<String> problems() {
    Instant now = options.timers.now();
    Instant since = applyingSince;
    var diagnosis = new Diagnosis(now);
    for (Feed feed : feeds.all()) {
      diagnosis.reflector(feed.name(), feed.reflector().status());
    }
    return diagnosis
        .synced(hasSynced())
        .step(since == null ? Duration.ZERO : Duration.between(since, now))
        .processing(monitor.processingFailure())
        .problems();
  }

  /** Stops from the source downwards. Undelivered notifications are dropped. */
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
    feeds.close();
    running.forEach(SharedInformer::join);
    feeds.keep();
    handlerGroup.close();
    synced.cancel(false);
    wakeWaiters();
    writes.close();
    changes.happened();
    meters.close();
  }

  /** Waits for a limited time: a source that ignores interrupts must not block the user. */
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
