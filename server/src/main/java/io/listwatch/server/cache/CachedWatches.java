package io.listwatch.server.cache;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceVersion;
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
 * The watches that a cache serves: finds the start of each watch, and holds their shared state.
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
    // Checked after the subscription was added: close() sets the flag before it looks for
    // subscriptions.
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
    return request.initialEvents() == InitialEvents.NONE
        ? request.from().match(new StartVersion())
        : request.from().match(new StartState()).thenApply(WatchStart::with);
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

  /** Ends all watches. */
  void close() {
    closed = true;
    open.forEach(WatchSubscription::end);
  }

  /** Finds the state that the initial events show. */
  private final class StartState implements VersionMatch.Cases<CompletionStage<CacheState>> {
    @Override
    public CompletionStage<CacheState> any() {
      return cache.ready();
    }

    @Override
    public CompletionStage<CacheState> mostRecent() {
      return cache.mostRecent();
    }

    @Override
    public CompletionStage<CacheState> notOlderThan(ResourceVersion version) {
      return cache.notOlderThan(version);
    }

    @Override
    public CompletionStage<CacheState> exactly(ResourceVersion version) {
      return cache.notOlderThan(version);
    }
  }

  /** Finds the version after which a watch without initial events begins. */
  private final class StartVersion implements VersionMatch.Cases<CompletionStage<WatchStart>> {
    @Override
    public CompletionStage<WatchStart> any() {
      return cache.ready().thenApply(state -> WatchStart.after(state.version()));
    }

    @Override
    public CompletionStage<WatchStart> mostRecent() {
      return cache
          .ready()
          .thenCompose(ready -> cache.current())
          .thenApply(current -> WatchStart.after(Revisions.of(current)));
    }

    @Override
    public CompletionStage<WatchStart> notOlderThan(ResourceVersion version) {
      return cache.notOlderThan(version).thenApply(state -> WatchStart.after(state.version()));
    }

    @Override
    public CompletionStage<WatchStart> exactly(ResourceVersion version) {
      long after = Revisions.of(version);
      return cache.ready().thenApply(ready -> WatchStart.after(after));
    }
  }
}
