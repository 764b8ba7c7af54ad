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
import io.listwatch.server.resource.ResourceCodec;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import io.listwatch.storage.Storage;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The objects of one resource, served from a watch cache. The first read starts to fill the cache.
 * Writes go to storage, and so do reads that the cache cannot serve.
 *
 * <p>Threads: see {@link ResourceStorage}. Reading from the cache takes no lock.
 */
public final class CachedResourceStorage implements ResourceStorage {
  private final DirectResourceStorage direct;
  private final ResourceCache cache;
  private final CachedLists lists;
  private final CachedWatches watches;

  /**
   * @param workers a bounded pool for calls of storage and for long scans
   */
  public CachedResourceStorage(
      Storage storage, ResourceCodec codec, Executor workers, CacheOptions options) {
    direct = new DirectResourceStorage(storage, codec, workers, options.metrics());
    cache = new ResourceCache(storage, codec, workers, options);
    lists = new CachedLists(cache, direct, workers);
    watches = new CachedWatches(cache, direct);
  }

  /**
   * Reads the most recent state from storage. Serves the other matches from the cache once it is
   * filled.
   */
  @Override
  public CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
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

  @Override
  public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
    cache.start();
    try {
      return lists.list(scope, options);
    } catch (ApiException refused) {
      return failedStage(refused);
    }
  }

  @Override
  public ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable) {
    cache.start();
    boolean wantsLatest =
        request.from() instanceof VersionMatch.MostRecent
            && request.initialEvents() != InitialEvents.NONE;
    return wantsLatest && !cache.reportsProgress()
        ? direct.watch(request, loop, onReadable)
        : watches.open(request, loop, onReadable);
  }

  @Override
  public CompletionStage<Resource> write(ResourceKey key, Transition transition) {
    return direct.write(key, transition);
  }

  @Override
  public void close() {
    watches.close();
    cache.close();
    direct.close();
  }
}
