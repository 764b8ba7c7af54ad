package io.listwatch.server.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.resource.KeyLayout;
import io.listwatch.server.resource.ResourceCodec;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.Revisions;
import io.listwatch.storage.Key;
import io.listwatch.storage.RangeDigest;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredEntry;
import io.listwatch.store.TableCursor;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares a cache with storage about every five minutes, as kube-apiserver does. If they differ at
 * the same revision, a change was lost: the cache is filled again and its watches end, so that
 * clients learn the true state.
 *
 * <p>Keys and revisions are compared, not values: a value never changes without its revision. The
 * cache does not know the revisions of unreadable objects, so only their existence is compared.
 * With more than {@value #MAX_UNREADABLE} of them nothing is compared.
 *
 * <p>Threads: the timers' thread starts a comparison and a worker makes it.
 */
final class ConsistencyCheck implements AutoCloseable {
  static final Duration INTERVAL = Duration.ofMinutes(5);

  /** The number of unreadable objects that are looked up in storage, one by one. */
  static final int MAX_UNREADABLE = 1_000;

  private static final Logger log = LoggerFactory.getLogger(ConsistencyCheck.class);

  /** Random part of the interval, so that the checks of many caches do not coincide. */
  private static final Duration JITTER = Duration.ofSeconds(30);

  private final Storage storage;
  private final ResourceCodec codec;
  private final Supplier<CacheState> state;
  private final Runnable refill;
  private final CacheMeters meters;
  private final Timers timers;
  private final Executor workers;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private boolean closed;

  @GuardedBy("lock")
  private Timers.@Nullable Timer next;

  /** True if the log says already why nothing is compared. Used by one comparison at a time. */
  private volatile boolean toldWhy;

  /**
   * @param state returns the current state of the cache
   * @param refill makes the cache list again
   */
  ConsistencyCheck(
      Storage storage,
      ResourceCodec codec,
      Supplier<CacheState> state,
      Runnable refill,
      CacheMeters meters,
      Timers timers,
      Executor workers) {
    this.storage = storage;
    this.codec = codec;
    this.state = state;
    this.refill = refill;
    this.meters = meters;
    this.timers = timers;
    this.workers = workers;
  }

  void schedule() {
    long jitter = ThreadLocalRandom.current().nextLong(JITTER.toMillis());
    lock.lock();
    try {
      if (!closed) {
        next = timers.schedule(INTERVAL.plusMillis(jitter), this::start);
      }
    } finally {
      lock.unlock();
    }
  }

  private void start() {
    try {
      workers.execute(this::run);
    } catch (RejectedExecutionException busy) {
      schedule();
    }
  }

  private void run() {
    try {
      compare(state.get());
    } catch (StorageException unreadable) {
      // For example, the cache's revision has been compacted. The next check compares again.
      meters.notCompared();
      log.debug("{} could not be compared with storage", codec.type(), unreadable);
    } finally {
      schedule();
    }
  }

  private void compare(CacheState cached) {
    if (!cached.known()) {
      return;
    }
    if (cached.unreadable().size() > MAX_UNREADABLE) {
      meters.notCompared();
      tellWhy(cached.unreadable().size());
      return;
    }
    toldWhy = false;
    var range = codec.keys().range(ResourceScope.ALL);
    RangeDigest stored = storage.digest(range, cached.version());
    boolean equal = stored.equals(digest(cached));
    meters.compared(equal);
    if (!equal) {
      log.error(
          "the watch cache of {} differs from storage at revision {}: it has {} objects and storage"
              + " has {}; the cache is filled again and its watches end",
          codec.type(),
          cached.version(),
          cached.objects().size(),
          stored.keys());
      refill.run();
    }
  }

  private void tellWhy(int unreadable) {
    if (!toldWhy) {
      toldWhy = true;
      log.warn(
          "the watch cache of {} is not compared with storage while {} objects cannot be read"
              + " (at most {}); delete them",
          codec.type(),
          unreadable,
          MAX_UNREADABLE);
    }
  }

  private RangeDigest digest(CacheState cached) {
    KeyLayout keys = codec.keys();
    RangeDigest digest = RangeDigest.EMPTY;
    TableCursor<ResourceKey, Resource> objects = cached.objects().cursor();
    while (objects.next()) {
      if (!cached.unreadable().contains(objects.key())) {
        digest = digest.with(keys.key(objects.key()), Revisions.of(objects.value().version()));
      }
    }
    for (ResourceKey each : cached.unreadable()) {
      Key key = keys.key(each);
      digest = digest.with(key, storedRevision(key, cached.version()));
    }
    return digest;
  }

  /** Returns 0 if storage does not have the key, so that the digests differ. */
  private long storedRevision(Key key, long version) {
    return storage.get(key, version).map(StoredEntry::revision).orElse(0L);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (next != null) {
        next.cancel();
      }
    } finally {
      lock.unlock();
    }
  }
}
