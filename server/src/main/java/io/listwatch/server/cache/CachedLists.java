package io.listwatch.server.cache;

import static java.util.concurrent.CompletableFuture.completedStage;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which state a list is of, and who has it: the cache, or storage.
 *
 * <pre>
 *   asked for          served
 *   most recent        the cache, once it is where storage was; after 3 s storage
 *   any                the cache as it is, all of it whatever the limit
 *   not older than N   the cache, once it is at N
 *   exactly N          the cache as it was at N if storage keeps N and it remembers, else storage
 *   another page       as exactly at the first page's version, or as most recent
 * </pre>
 *
 * <p>Thread-safe. Stages are completed by whoever fills the cache; what follows is quick.
 */
final class CachedLists {
  private final ResourceCache cache;
  private final ResourceStorage direct;

  CachedLists(ResourceCache cache, ResourceStorage direct) {
    this.cache = cache;
    this.direct = direct;
  }

  /** Throws what is wrong with the options themselves. */
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

  /** One list that is asked for. */
  private final class Request implements VersionMatch.Cases<CompletionStage<ResourcePage>> {
    private final ResourceScope scope;
    private final ListOptions options;
    private final ResourceFilter filter;

    private Request(ResourceScope scope, ListOptions options) {
      this.scope = scope;
      this.options = options;
      this.filter = ResourceFilter.of(scope, options);
    }

    /** Whether storage has little work with it. */
    private boolean isCheap() {
      return options.limit() > 0 && filter.isOpen();
    }

    /** Ignores the limit, as kube-apiserver does. */
    @Override
    public CompletionStage<ResourcePage> any() {
      return cache.ready().thenApply(state -> page(state, null, 0));
    }

    @Override
    public CompletionStage<ResourcePage> mostRecent() {
      return mostRecent(null);
    }

    @Override
    public CompletionStage<ResourcePage> notOlderThan(ResourceVersion version) {
      return cache.notOlderThan(version).thenApply(state -> page(state, null, options.limit()));
    }

    @Override
    public CompletionStage<ResourcePage> exactly(ResourceVersion version) {
      return exactly(version, null);
    }

    private CompletionStage<ResourcePage> fromStorage() {
      return direct.list(scope, options);
    }

    private ResourcePage page(CacheState state, @Nullable ResourceKey start, int limit) {
      return SnapshotPage.of(state, filter, start, limit);
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
                  return completedStage(page(state, start, options.limit()));
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
     * What storage has forgotten is not told from memory: else it would depend on how much happened
     * to this resource since, and on which server is asked, how long a version can be read.
     */
    private CompletionStage<ResourcePage> ifKept(CacheState then, @Nullable ResourceKey start) {
      return cache
          .keeps(then.version())
          .thenCompose(
              kept -> kept ? completedStage(page(then, start, options.limit())) : fromStorage());
    }
  }

  private static <T> CompletionStage<T> failed(ApiException reason) {
    return failedStage(reason);
  }
}
