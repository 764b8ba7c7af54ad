package io.listwatch.server.cache;

import io.listwatch.model.ApiException;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Revisions;
import io.listwatch.server.resource.StorageFailures;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * The watches that are served from a cache: where each begins, and what all of them share.
 *
 * <p>Thread-safe.
 */
final class CachedWatches implements WatchedCache {
  private final ResourceCache cache;
  private final ResourceStorage direct;
  private final Set<WatchSubscription> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  CachedWatches(ResourceCache cache, ResourceStorage direct) {
    this.cache = cache;
    this.direct = direct;
  }

  ResourceWatch open(WatchRequest request, Executor loop, Runnable onReadable) {
    var subscription = new WatchSubscription(request, this, loop, onReadable);
    open.add(subscription);
    cache.meters().opened();
    // After it was added: close() marks this closed before it looks for subscriptions.
    if (closed) {
      subscription.end();
      return subscription;
    }
    startOf(request)
        .whenComplete(
            (start, failure) -> {
              if (failure == null) {
                subscription.begin(start);
              } else {
                subscription.fail(StorageFailures.of(failure));
              }
            });
    return subscription;
  }

  private CompletionStage<WatchStart> startOf(WatchRequest request) {
    try {
      return start(request);
    } catch (ApiException refused) {
      return CompletableFuture.failedStage(refused);
    }
  }

  private CompletionStage<WatchStart> start(WatchRequest request) {
    boolean silent = request.initialEvents() == InitialEvents.NONE;
    if (silent && request.from() instanceof VersionMatch.Exactly exactly) {
      long after = Revisions.of(exactly.version());
      return cache.ready().thenApply(ready -> WatchStart.after(after));
    }
    if (silent && request.from() instanceof VersionMatch.MostRecent) {
      return cache
          .ready()
          .thenCompose(ready -> cache.current())
          .thenApply(current -> WatchStart.after(Revisions.of(current)));
    }
    return state(request.from())
        .thenApply(state -> silent ? WatchStart.after(state.version()) : WatchStart.with(state));
  }

  private CompletionStage<CacheState> state(VersionMatch match) {
    if (match instanceof VersionMatch.MostRecent) {
      return cache.mostRecent();
    }
    if (match instanceof VersionMatch.NotOlderThan bound) {
      return cache.notOlderThan(bound.version());
    }
    return match instanceof VersionMatch.Exactly exactly
        ? cache.notOlderThan(exactly.version())
        : cache.ready();
  }

  @Override
  public CacheState state() {
    return cache.state();
  }

  @Override
  public EventWindow window() {
    return cache.window();
  }

  @Override
  public WatchDispatcher dispatcher() {
    return cache.dispatcher();
  }

  @Override
  public CacheMeters meters() {
    return cache.meters();
  }

  @Override
  public CompletionStage<?> recent() {
    return cache.recent();
  }

  @Override
  public ResourceStorage direct() {
    return direct;
  }

  @Override
  public void closed(WatchSubscription subscription) {
    if (open.remove(subscription)) {
      cache.meters().closed();
    }
  }

  /** Ends all of them. */
  void close() {
    closed = true;
    open.forEach(WatchSubscription::end);
  }
}
