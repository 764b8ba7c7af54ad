package io.listwatch.server.cache;

import static java.util.concurrent.CompletableFuture.failedStage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.resource.DirectResourceStorage;
import io.listwatch.server.resource.ObjectStats;
import io.listwatch.server.resource.ResourceCodec;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.storage.Storage;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one resource, served from a watch cache. Writes go to storage, and so do reads
 * that the cache cannot serve.
 *
 * <p>When the objects of all resources take more memory than the {@link CacheMemory} allows, the
 * largest loses its cache: its watches end, and storage serves it until it gets a new cache. A new
 * cache serves nothing before it is filled.
 *
 * <p>Threads: see {@link ResourceStorage}. Reading takes no lock.
 */
public final class CachedResourceStorage implements ResourceStorage {
  private final Storage storage;
  private final ResourceCodec codec;
  private final Executor workers;
  private final CacheOptions options;
  private final DirectResourceStorage direct;
  private final CacheResidency residency;
  private final ReentrantLock lock = new ReentrantLock();

  /** Null while storage serves the resource. Written under the lock. */
  private volatile @Nullable CacheGeneration serving;

  /** The cache that is being filled, to serve next. */
  @GuardedBy("lock")
  private @Nullable CacheGeneration returning;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param workers a bounded pool for calls of storage and for long scans
   */
  public CachedResourceStorage(
      Storage storage, ResourceCodec codec, Executor workers, CacheOptions options) {
    this.storage = storage;
    this.codec = codec;
    this.workers = workers;
    this.options = options;
    direct =
        new DirectResourceStorage(storage, codec, workers, options.metrics(), options.events());
    residency = options.memory().add(new Owner());
    serving = newGeneration();
  }

  private CacheGeneration newGeneration() {
    CacheAccount account = options.memory().open(residency);
    var cache = new ResourceCache(storage, codec, workers, options, account, this::onFilled);
    return new CacheGeneration(cache, direct, workers);
  }

  /** Called after the first list of a returning cache, which serves from then on. */
  private void onFilled() {
    lock.lock();
    try {
      if (returning != null) {
        serving = returning;
        returning = null;
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
    return read(cache -> cache.get(key, match), () -> direct.get(key, match));
  }

  @Override
  public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions list) {
    return read(cache -> cache.list(scope, list), () -> direct.list(scope, list));
  }

  /** Reads from the cache, or from storage if there is no cache or it is lost during the read. */
  private <T> CompletionStage<T> read(
      Function<CacheGeneration, CompletionStage<T>> cached, Supplier<CompletionStage<T>> stored) {
    CacheGeneration asked = serving;
    if (asked == null) {
      return stored.get();
    }
    return cached
        .apply(asked)
        .exceptionallyCompose(failure -> serving == asked ? failedStage(failure) : stored.get());
  }

  @Override
  public ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable) {
    CacheGeneration asked = serving;
    return asked == null
        ? direct.watch(request, loop, onReadable)
        : asked.watch(request, loop, onReadable);
  }

  @Override
  public CompletionStage<Resource> write(ResourceKey key, Transition transition) {
    CacheGeneration current = serving;
    return direct.write(key, transition, current == null ? null : current.beforeWrite(key));
  }

  @Override
  public ObjectStats stats() {
    CacheGeneration current = serving;
    return current == null ? direct.stats() : current.stats();
  }

  @Override
  public void close() {
    CacheGeneration last;
    lock.lock();
    try {
      closed = true;
      last = serving == null ? returning : serving;
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.close();
    }
    options.memory().remove(residency);
    direct.close();
  }

  /** Drops and restores the cache when the memory decides so. */
  private final class Owner implements CacheOwner {
    @Override
    public String name() {
      return codec.type().toString();
    }

    @Override
    public CacheDescription describe(boolean recent) {
      CacheGeneration current = serving;
      return current == null ? CacheDescription.uncached(codec.type()) : current.describe(recent);
    }

    @Override
    public void dropCache() {
      CacheGeneration lost;
      lock.lock();
      try {
        lost = serving == null ? returning : serving;
        serving = null;
        returning = null;
      } finally {
        lock.unlock();
      }
      if (lost != null) {
        lost.drop();
      }
    }

    @Override
    public void restoreCache() {
      lock.lock();
      try {
        if (closed || serving != null || returning != null) {
          return;
        }
        returning = newGeneration();
        returning.start();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public long storedObjects() {
      return storage.count(codec.keys().range(ResourceScope.ALL));
    }
  }
}
