package io.listwatch.server.resource;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StoredEntry;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one resource, read and watched in storage directly, without a cache. Used for
 * writes, for resources without a watch cache, and for reads that a cache cannot serve.
 *
 * <p>Threads: workers make the calls that may block on storage. Has no thread and no lock of its
 * own.
 */
public final class DirectResourceStorage implements ResourceStorage {
  private final Storage storage;
  private final ResourceCodec codec;
  private final StoredObjects objects;
  private final Workers workers;
  private final DirectList lists;
  private final StoredStats stats;
  private final EventBudget events;
  private final Set<DirectWatch> watches = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param workers a bounded pool; calls that it rejects fail with 429 Too Many Requests
   */
  public DirectResourceStorage(
      Storage storage, ResourceCodec codec, Executor workers, Metrics metrics) {
    this(storage, codec, workers, metrics, EventBudget.ofHeap());
  }

  /**
   * @param events bounds the events of all watches of a server
   */
  public DirectResourceStorage(
      Storage storage, ResourceCodec codec, Executor workers, Metrics metrics, EventBudget events) {
    this.storage = storage;
    this.events = events;
    this.codec = codec;
    this.objects = new StoredObjects(codec, metrics);
    this.workers = new Workers(workers);
    this.lists = new DirectList(storage, objects, this.workers);
    this.stats = new StoredStats(storage, codec.keys().range((String) null), this.workers);
  }

  @Override
  public CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
    var get = new Get(codec.keys().key(key));
    return workers.supply(() -> match.match(get).map(objects::read));
  }

  private final class Get implements VersionMatch.Cases<Optional<StoredEntry>> {
    private final Key key;

    private Get(Key key) {
      this.key = key;
    }

    @Override
    public Optional<StoredEntry> any() {
      return storage.get(key);
    }

    @Override
    public Optional<StoredEntry> mostRecent() {
      return storage.get(key);
    }

    @Override
    public Optional<StoredEntry> notOlderThan(ResourceVersion bound) {
      // A range knows its revision, a single entry does not.
      RangePage page = storage.range(KeyRange.only(key), 1);
      if (Revisions.of(bound) > page.revision()) {
        throw VersionFailures.tooLarge(bound, page.revision(), 0);
      }
      return page.entries().stream().findFirst();
    }

    @Override
    public Optional<StoredEntry> exactly(ResourceVersion version) {
      try {
        return storage.get(key, Revisions.of(version));
      } catch (RuntimeException failure) {
        throw StorageFailures.of(failure, version);
      }
    }
  }

  @Override
  public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
    return workers.supply(() -> lists.list(scope, options));
  }

  @Override
  public ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable) {
    var watch =
        new DirectWatch(
            storage, objects, workers, request, loop, onReadable, events, watches::remove);
    watches.add(watch);
    // Checked after the watch was added: close() sets the flag before it looks for watches.
    if (closed) {
      watch.end();
    } else {
      watch.start();
    }
    return watch;
  }

  @Override
  public CompletionStage<Resource> write(ResourceKey key, Transition transition) {
    return write(key, transition, null);
  }

  /**
   * As {@link #write(ResourceKey, Transition)}, but reads the object only if that is necessary.
   *
   * @param known a state of the object, which need not be its last; null if none is known
   */
  public CompletionStage<Resource> write(
      ResourceKey key, Transition transition, @Nullable Resource known) {
    return new DirectWrite(storage, codec, objects, workers, key, transition, known).start();
  }

  @Override
  public ObjectStats stats() {
    return stats.get();
  }

  @Override
  public void close() {
    closed = true;
    watches.forEach(DirectWatch::end);
  }
}
