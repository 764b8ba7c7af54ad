package io.listwatch.server.cache;

import static java.util.concurrent.CompletableFuture.completedStage;
import static java.util.concurrent.CompletableFuture.failedStage;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
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
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A {@link WatchCache} with the thread that fills it, and those who wait for it to be filled.
 *
 * <p>Threads: its own, {@code listwatch-cache-…}, runs the reflector from the first use until it is
 * closed. Any thread may call anything, and no call but {@link #close} waits.
 */
final class ResourceCache implements AutoCloseable {
  /** A cache that has heard nothing for longer asks before it says how far it is. */
  private static final Duration RECENT = Duration.ofSeconds(2);

  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);
  private static final ResourceVersion FIRST = ResourceVersion.of(1);

  private final Storage storage;
  private final Timers timers;
  private final EventWindow window;
  private final WatchDispatcher dispatcher;
  private final WatchCache cache;
  private final Freshness freshness;
  private final RevisionProbe probe;
  private final CacheMeters meters;
  private final Reflector reflector;
  private final Thread thread;
  private final AtomicBoolean started = new AtomicBoolean();

  /** When it was started, by the monotonic clock. */
  private volatile long startedAt;

  ResourceCache(Storage storage, ResourceCodec codec, CacheOptions options) {
    this.storage = storage;
    this.timers = options.timers();
    var source = new StorageListerWatcher(storage, codec, options.metrics(), timers);
    window = new EventWindow(options.window(), options.budget());
    dispatcher = new WatchDispatcher(window);
    cache = new WatchCache(window, timers, source::midRevision, new Told());
    freshness = new Freshness(() -> cache.state().version(), source::requestProgress, timers);
    probe = new RevisionProbe(storage);
    meters = new CacheMeters(codec.type(), options.metrics(), cache);
    reflector =
        Reflector.builder(source, cache)
            .policy(ReflectorPolicy.SERVER)
            .name("cache/" + codec.type())
            .timers(timers)
            .metrics(options.metrics())
            .listener(new Overheard())
            .build();
    thread = new Thread(reflector, "listwatch-cache-" + codec.type());
    thread.setDaemon(true);
  }

  /** Begins to fill the cache, unless somebody else has. */
  void start() {
    if (!started.get() && started.compareAndSet(false, true)) {
      startedAt = timers.nanoTime();
      thread.start();
    }
  }

  CacheState state() {
    return cache.state();
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

  boolean reportsProgress() {
    return storage.reportsProgress();
  }

  /** The state, once there is one; fails as too many requests if that takes too long. */
  CompletionStage<CacheState> ready() {
    CacheState now = cache.state();
    if (now.known()) {
      return completedStage(now);
    }
    return freshness
        .await(FIRST)
        .handle(
            (reached, tooLate) -> {
              if (tooLate != null) {
                throw initializing().toException();
              }
              return cache.state();
            });
  }

  private Status initializing() {
    long seconds = Duration.ofNanos(timers.nanoTime() - startedAt).toSeconds();
    // As the reference does: patience grows with how long it has taken so far.
    int retryAfter = (int) Math.min(30, Math.max(1, Math.exp(0.06 * seconds)));
    Throwable error = reflector.status().lastError();
    String message =
        "storage is (re)initializing" + (error == null ? "" : ": " + error.getMessage());
    var details = new Status.Details("", "", "", "", List.of(), retryAfter);
    return new Status(429, StatusReason.TOO_MANY_REQUESTS.word(), message, details);
  }

  /** A state not older than {@code version}; fails as too large if that takes too long. */
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

  /** Where storage is: not before anything that was acknowledged before the call. */
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

  /** A state with everything that was acknowledged before the call. */
  CompletionStage<CacheState> mostRecent() {
    return current().thenCompose(this::notOlderThan);
  }

  /** Complete once something has been heard of storage lately. */
  CompletionStage<?> recent() {
    return cache.silence() < RECENT.toNanos() || !storage.reportsProgress()
        ? completedStage(null)
        : mostRecent();
  }

  /** Whether storage still has a version that has been reached. */
  CompletionStage<Boolean> keeps(long version) {
    return storage
        .keeps(version)
        .exceptionallyCompose(failure -> failedStage(StorageFailures.of(failure)));
  }

  /** What there was at a version that has been reached; null if that is not known here. */
  @Nullable CacheState stateAt(long version) {
    CacheState now = cache.state();
    if (version > now.version() || !now.unreadable().isEmpty()) {
      return null;
    }
    SortedTable<ResourceKey, Resource> objects =
        version >= now.place().version() ? now.objects() : window.objectsAt(version);
    return objects == null ? null : CacheState.of(objects, Set.of(), version, now.place());
  }

  @Override
  public void close() {
    // Nobody can start it any more; a thread that was not started has nothing to join.
    boolean running = !started.compareAndSet(false, true);
    reflector.close();
    if (running && Thread.currentThread() != thread) {
      join();
    }
    window.close();
    meters.close();
  }

  private void join() {
    try {
      thread.join(CLOSE_PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What the cache tells while it is written. */
  private final class Told implements CacheListener {
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
    }
  }

  /** What the reflector tells only its listener. */
  private final class Overheard implements ReflectorListener {
    @Override
    public void onUnreadable(UnreadableObject object) {
      object.key().ifPresent(cache::unreadable);
    }
  }
}
