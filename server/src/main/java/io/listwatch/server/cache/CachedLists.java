package io.listwatch.server.cache;

import static java.util.concurrent.CompletableFuture.failedStage;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.VersionTooLargeException;
import io.listwatch.server.resource.ContinueToken;
import io.listwatch.server.resource.ResourceFilter;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.Revisions;
import io.listwatch.server.resource.StorageFailures;
import io.listwatch.server.resource.VersionFailures;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serves lists: selects the version of each list, and its source, the cache or storage.
 *
 * <pre>
 *   requested          served
 *   most recent        the cache, once it has reached storage's revision; after 3 s storage
 *   any                the cache as it is, without a limit
 *   not older than N   the cache, once it is at N
 *   exactly N          the cache if it still has N and storage has not compacted N, else storage
 *   another page       exactly the first page's version, or most recent
 * </pre>
 *
 * <p>Thread-safe. Stages are completed by the thread that fills the cache, so dependent actions
 * must be quick.
 */
final class CachedLists {
  private final ResourceCache cache;
  private final ResourceStorage direct;
  private final Executor workers;

  CachedLists(ResourceCache cache, ResourceStorage direct, Executor workers) {
    this.cache = cache;
    this.direct = direct;
    this.workers = workers;
  }

  /** Throws an {@link ApiException} if the options are invalid. */
  CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
    var list = new Request(scope, options);
    if (!options.continueToken().isEmpty()) {
      return list.continued();
    }
    if (!cache.state().known() && list.isCheap()) {
      return list.fromStorage();
    }
    return options.match().match(list);
  }

  /** One list request. */
  private final class Request implements VersionMatch.Cases<CompletionStage<ResourcePage>> {
    private final ResourceScope scope;
    private final ListOptions options;
    private final ResourceFilter filter;

    private Request(ResourceScope scope, ListOptions options) {
      this.scope = scope;
      this.options = options;
      this.filter = ResourceFilter.of(scope, options);
    }

    /**
     * True if storage reads no more objects than the list returns: it has a limit and no selector.
     */
    private boolean isCheap() {
      return options.limit() > 0 && filter.isOpen();
    }

    /** Ignores the limit, as kube-apiserver does. */
    @Override
    public CompletionStage<ResourcePage> any() {
      return cache.ready().thenCompose(state -> page(state, null, 0));
    }

    @Override
    public CompletionStage<ResourcePage> mostRecent() {
      return mostRecent(null);
    }

    @Override
    public CompletionStage<ResourcePage> notOlderThan(ResourceVersion version) {
      return cache.notOlderThan(version).thenCompose(state -> page(state, null, options.limit()));
    }

    @Override
    public CompletionStage<ResourcePage> exactly(ResourceVersion version) {
      return exactly(version, null);
    }

    private CompletionStage<ResourcePage> fromStorage() {
      return direct.list(scope, options);
    }

    private CompletionStage<ResourcePage> page(
        CacheState state, @Nullable ResourceKey start, int limit) {
      return SnapshotPage.of(state, filter, start, limit, workers);
    }

    private CompletionStage<ResourcePage> continued() {
      var token = ContinueToken.parse(options.continueToken());
      VersionFailures.checkContinued(options.match());
      ResourceKey start = token.startKey(scope);
      if (start == null || !cache.state().known()) {
        return fromStorage();
      }
      return token.revision() == ContinueToken.LATEST
          ? mostRecent(start)
          : exactly(ResourceVersion.of(token.revision()), start);
    }

    private CompletionStage<ResourcePage> mostRecent(@Nullable ResourceKey start) {
      if (!cache.reportsProgress()) {
        return fromStorage();
      }
      return cache
          .mostRecent()
          .handle(
              (state, failure) -> {
                if (failure == null) {
                  cache.meters().consistentRead();
                  return page(state, start, options.limit());
                }
                ApiException reason = StorageFailures.of(failure);
                if (reason instanceof VersionTooLargeException) {
                  cache.meters().fallback();
                  return fromStorage();
                }
                return CachedLists.<ResourcePage>failed(reason);
              })
          .thenCompose(Function.identity());
    }

    private CompletionStage<ResourcePage> exactly(
        ResourceVersion version, @Nullable ResourceKey start) {
      long revision = Revisions.of(version);
      return cache
          .notOlderThan(version)
          .thenCompose(
              reached -> {
                CacheState then = cache.stateAt(revision);
                return then == null ? fromStorage() : ifKept(then, start);
              });
    }

    /**
     * Serves an old state only if storage has not compacted its version. Otherwise the time for
     * which a version can be read would depend on the number of changes to this resource since, and
     * on the server.
     */
    private CompletionStage<ResourcePage> ifKept(CacheState then, @Nullable ResourceKey start) {
      return cache
          .keeps(then.version())
          .thenCompose(kept -> kept ? page(then, start, options.limit()) : fromStorage());
    }
  }

  private static <T> CompletionStage<T> failed(ApiException reason) {
    return failedStage(reason);
  }
}
