package io.listwatch.server.cache;

import static java.util.concurrent.CompletableFuture.completedStage;
import static java.util.concurrent.CompletableFuture.failedStage;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.UnreadableObject;
import io.listwatch.reflector.Reflector;
import io.listwatch.reflector.ReflectorListener;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.server.resource.ResourceCodec;
import io.listwatch.server.resource.StorageFailures;
import io.listwatch.server.resource.StorageListerWatcher;
import io.listwatch.storage.Storage;
import io.listwatch.store.SortedTable;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A {@link WatchCache} with the reflector thread that fills it and the reads that wait for it. If
 * an error ends that thread, the resource loses the cache.
 *
 * <p>Threads: its own thread, {@code listwatch-cache-…}, runs the reflector from the first use
 * until it is closed. Any thread may call any method, and no method except {@link #close} blocks.
 */
final class ResourceCache implements AutoCloseable {
  /**
   * Time without news from storage after which the cache reads the revision of storage before it
   * sends a bookmark.
   */
  private static final Duration RECENT = Duration.ofSeconds(2);

  /** The longest wait for a fill that has not failed: reading a million objects takes that long. */
  private static final Duration FILL_TIMEOUT = Duration.ofSeconds(30);

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
  private static final ResourceVersion FIRST = ResourceVersion.of(1);

  private final ResourceType type;
  private final Storage storage;
  private final Timers timers;
  private final CacheAccount account;
  private final Runnable onFilled;
  private final EventWindow window;
  private final WatchDispatcher dispatcher;
  private final WatchCache cache;
  private final Freshness freshness;
  private final RevisionProbe probe;
  private final CacheMeters meters;
  private final Reflector reflector;
  private final ConsistencyCheck check;
  private final Thread thread;
  private final AtomicBoolean started = new AtomicBoolean();

  /** Time of the start, by the monotonic clock. */
  private volatile long startedAt;

  private volatile boolean stopped;

  /**
   * @param account counts the bytes of the objects
   * @param onFilled called after each list that fills the cache; must not block
   */
  ResourceCache(
      Storage storage,
      ResourceCodec codec,
      Executor workers,
      CacheOptions options,
      CacheAccount account,
      Runnable onFilled) {
    this.type = codec.type();
    this.storage = storage;
    this.account = account;
    this.onFilled = onFilled;
    this.timers = options.timers();
    var source = new StorageListerWatcher(storage, codec, options.metrics(), timers, account);
    window = new EventWindow(options.window(), options.budget());
    var fields = new FieldDemand(codec.selectable());
    dispatcher = new WatchDispatcher(window);
    cache = new WatchCache(window, fields, account, timers, source::midRevision, new CacheEvents());
    freshness = new Freshness(() -> cache.state().version(), source::requestProgress, timers);
    probe = new RevisionProbe(storage);
    meters = new CacheMeters(codec.type(), options.metrics(), cache);
    reflector =
        Reflector.builder(source, cache)
            .policy(ReflectorPolicy.SERVER)
            .name("cache/" + codec.type())
            .timers(timers)
            .metrics(options.metrics())
            .listener(new UnreadableObjects())
            .build();
    check =
        new ConsistencyCheck(
            storage, codec, cache::state, source::expireWatch, meters, timers, workers);
    thread = new Thread(this::follow, "listwatch-cache-" + codec.type());
    thread.setDaemon(true);
  }

  private void follow() {
    try {
      reflector.run();
    } catch (Throwable death) {
      // This thread was the only writer of the cache. Reads must not get its last state for ever.
      if (!stopped) {
        account.abandon(death);
      }
    } finally {
      // Closed by the only thread that adds to the window.
      window.close();
    }
  }

  /** Starts to fill the cache if that has not begun yet. */
  void start() {
    if (!started.get() && started.compareAndSet(false, true)) {
      startedAt = timers.nanoTime();
      thread.start();
      check.schedule();
    }
  }

  CacheState state() {
    return cache.state();
  }

  CacheDescription describe(boolean recent) {
    CacheState now = cache.state();
    return new CacheDescription(
        type,
        reflector.status(),
        now.objects().size(),
        now.version(),
        window.floor(),
        window.size(),
        window.bytes(),
        now.known() ? cache.silence() : 0,
        recent ? window.recent(timers.nanoTime()) : List.of());
  }

  EventWindow window() {
    return window;
  }

  WatchDispatcher dispatcher() {
    return dispatcher;
  }

  CacheMeters meters() {
    return meters;
  }

  boolean isOfRemoteStorage() {
    return storage.remote();
  }

  boolean reportsProgress() {
    return storage.reportsProgress();
  }

  /**
   * Returns the state once the cache is filled. Fails with 429 Too Many Requests if that takes too
   * long: {@link Freshness#TIMEOUT} after storage has failed, else {@link #FILL_TIMEOUT}.
   */
  CompletionStage<CacheState> ready() {
    CacheState now = cache.state();
    if (now.known()) {
      return completedStage(now);
    }
    return filled(timers.nanoTime());
  }

  private CompletionStage<CacheState> filled(long since) {
    return freshness
        .await(FIRST)
        .thenApply(reached -> cache.state())
        .exceptionallyCompose(
            tooLate ->
                isFilling() && timers.nanoTime() - since < FILL_TIMEOUT.toNanos()
                    ? filled(since)
                    : failedStage(initializing().toException()));
  }

  private boolean isFilling() {
    return !stopped && !reflector.status().failing();
  }

  private Status initializing() {
    long seconds = Duration.ofNanos(timers.nanoTime() - startedAt).toSeconds();
    // kube-apiserver's formula: the delay grows with the time that the initialization has taken so
    // far.
    int retryAfter = (int) Math.min(30, Math.max(1, Math.exp(0.06 * seconds)));
    Throwable error = reflector.status().lastError();
    String message =
        "storage is (re)initializing" + (error == null ? "" : ": " + error.getMessage());
    return Status.of(StatusReason.TOO_MANY_REQUESTS, message).withRetryAfter(retryAfter);
  }

  /**
   * Returns a state that is not older than {@code version}. Fails with "Too large resource version"
   * if that takes too long.
   */
  CompletionStage<CacheState> notOlderThan(ResourceVersion version) {
    return ready()
        .thenCompose(
            known -> {
              long start = timers.nanoTime();
              CompletionStage<Void> wait = freshness.await(version);
              return wait.thenApply(
                  reached -> {
                    meters.waited(timers.nanoTime() - start);
                    return cache.state();
                  });
            });
  }

  /**
   * Returns storage's current revision, which includes every write that was acknowledged before the
   * call.
   */
  CompletionStage<ResourceVersion> current() {
    return probe
        .ask()
        .handle(
            (revision, failure) -> {
              if (failure != null) {
                throw new CompletionException(StorageFailures.of(failure));
              }
              return ResourceVersion.of(revision);
            });
  }

  /** Returns a state that includes every write that was acknowledged before the call. */
  CompletionStage<CacheState> mostRecent() {
    return current().thenCompose(this::notOlderThan);
  }

  /** Completes once the state is known to be recent. */
  CompletionStage<?> recent() {
    return cache.silence() < RECENT.toNanos() || !storage.reportsProgress()
        ? completedStage(null)
        : mostRecent();
  }

  /** Returns whether storage still keeps a version that has been reached. */
  CompletionStage<Boolean> keeps(long version) {
    return storage
        .keeps(version)
        .exceptionallyCompose(failure -> failedStage(StorageFailures.of(failure)));
  }

  /**
   * Returns the state at a version; null if the cache has not reached the version or no longer has
   * its state.
   */
  @Nullable CacheState stateAt(long version) {
    CacheState now = cache.state();
    if (version > now.version() || !now.unreadable().isEmpty()) {
      return null;
    }
    SortedTable<ResourceKey, Resource> objects =
        version >= now.place().version() ? now.objects() : window.objectsAt(version);
    if (objects == null) {
      return null;
    }
    FieldIndexes indexes = objects == now.objects() ? now.indexes() : now.indexes().none();
    return CacheState.of(objects, Set.of(), indexes, version, now.place());
  }

  /** Closes the cache and waits for its thread. */
  @Override
  public void close() {
    stop();
    // A thread that was never started need not be joined.
    if (thread.isAlive() && Thread.currentThread() != thread) {
      join();
    }
  }

  /** Closes the cache without waiting for its thread. Waiting reads fail. */
  void stop() {
    stopped = true;
    // The thread cannot be started after this.
    started.set(true);
    check.close();
    reflector.close();
    freshness.close();
    meters.close();
  }

  private void join() {
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Passes the changes of the cache on to waiting reads, metrics and watches. */
  private final class CacheEvents implements CacheListener {
    @Override
    public void onReached(long version, boolean progress) {
      freshness.reached(version, progress);
    }

    @Override
    public void onChanged(int changes) {
      meters.received(changes);
      dispatcher.changed();
    }

    @Override
    public void onReplaced() {
      meters.initialized();
      dispatcher.changed();
      onFilled.run();
    }
  }

  /** Hides unreadable objects from readers. A reflector reports them only to its listener. */
  private final class UnreadableObjects implements ReflectorListener {
    @Override
    public void onUnreadable(UnreadableObject object) {
      object.key().ifPresent(cache::unreadable);
    }
  }
}
