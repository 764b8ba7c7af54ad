package io.listwatch.server.cache;

import static java.util.concurrent.CompletableFuture.completedStage;
import static java.util.concurrent.CompletableFuture.failedStage;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.resource.DirectResourceStorage;
import io.listwatch.server.resource.ObjectStats;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A cache of a resource, and the reads and watches that it serves, from when it is created until
 * the resource loses it or is no longer served. The first read starts to fill the cache.
 *
 * <p>Threads: any. Reading from the cache takes no lock.
 */
final class CacheGeneration implements AutoCloseable {
  private final DirectResourceStorage direct;
  private final ResourceCache cache;
  private final CachedLists lists;
  private final CachedWatches watches;
  private final SizeSample sample = new SizeSample();

  CacheGeneration(ResourceCache cache, DirectResourceStorage direct, Executor workers) {
    this.direct = direct;
    this.cache = cache;
    this.lists = new CachedLists(cache, direct, workers);
    this.watches = new CachedWatches(cache, direct);
  }

  void start() {
    cache.start();
  }

  CacheDescription describe(boolean recent) {
    return cache.describe(recent);
  }

  ObjectStats stats() {
    CacheState state = cache.state();
    return state.known() ? sample.stats(state.objects()) : direct.stats();
  }

  /**
   * Reads the most recent state from storage. Serves the other matches from the cache once it is
   * filled.
   */
  CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
    cache.start();
    if (!cache.state().known()) {
      return direct.get(key, match);
    }
    try {
      return match.match(new Get(key));
    } catch (ApiException refused) {
      return failedStage(refused);
    }
  }

  private final class Get implements VersionMatch.Cases<CompletionStage<Optional<Resource>>> {
    private final ResourceKey key;

    private Get(ResourceKey key) {
      this.key = key;
    }

    @Override
    public CompletionStage<Optional<Resource>> any() {
      return get(cache.state(), key);
    }

    @Override
    public CompletionStage<Optional<Resource>> mostRecent() {
      return direct.get(key, VersionMatch.mostRecent());
    }

    @Override
    public CompletionStage<Optional<Resource>> notOlderThan(ResourceVersion version) {
      return cache.notOlderThan(version).thenCompose(state -> get(state, key));
    }

    @Override
    public CompletionStage<Optional<Resource>> exactly(ResourceVersion version) {
      return direct.get(key, VersionMatch.exactly(version));
    }
  }

  private CompletionStage<Optional<Resource>> get(CacheState state, ResourceKey key) {
    return state.unreadable().contains(key)
        ? direct.get(key, VersionMatch.mostRecent())
        : completedStage(Optional.ofNullable(state.objects().get(key)));
  }

  /**
   * Returns the state from which a write of the object starts; null if the cache has none. Starts
   * to fill the cache if storage is remote: each later write then saves a network call.
   */
  @Nullable Resource beforeWrite(ResourceKey key) {
    CacheState state = cache.state();
    if (!state.known()) {
      if (cache.isOfRemoteStorage()) {
        cache.start();
      }
      return null;
    }
    return state.unreadable().contains(key) ? null : state.objects().get(key);
  }

  CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
    cache.start();
    try {
      return lists.list(scope, options);
    } catch (ApiException refused) {
      return failedStage(refused);
    }
  }

  ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable) {
    cache.start();
    boolean wantsLatest =
        request.from() instanceof VersionMatch.MostRecent
            && request.initialEvents() != InitialEvents.NONE;
    return wantsLatest && !cache.reportsProgress()
        ? direct.watch(request, loop, onReadable)
        : watches.open(request, loop, onReadable);
  }

  /** Ends all watches and fails the reads that wait, without waiting for the cache's thread. */
  void drop() {
    watches.close();
    cache.stop();
  }

  @Override
  public void close() {
    watches.close();
    cache.close();
  }
}
