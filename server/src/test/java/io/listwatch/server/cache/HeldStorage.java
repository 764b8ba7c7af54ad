package io.listwatch.server.cache;

import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.ForwardingStorage;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.StorageWatch;
import io.listwatch.storage.StoredEntry;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A storage whose watches can be paused and broken, which can reject or hold large ranges, and
 * counts the reads of single keys.
 */
final class HeldStorage extends ForwardingStorage {
  /** The page size that only a cache reads with. */
  private static final int CACHE_PAGE = 10_000;

  private final Set<HeldWatch> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger gets = new AtomicInteger();
  private volatile boolean remote;
  private volatile boolean held;
  private volatile boolean refusing;
  private volatile CountDownLatch lists = new CountDownLatch(0);
  private volatile boolean refusingThePast;
  private volatile boolean reporting = true;
  private volatile boolean losing;

  HeldStorage(Storage storage) {
    super(storage);
  }

  void hold() {
    held = true;
  }

  void release() {
    held = false;
    open.forEach(watch -> watch.onReadable.run());
  }

  void refuseCaches(boolean refuse) {
    refusing = refuse;
  }

  /** Lets the reads that fill a cache wait until {@link #releaseLists}. */
  void holdLists() {
    lists = new CountDownLatch(1);
  }

  void releaseLists() {
    lists.countDown();
  }

  void refuseThePast() {
    refusingThePast = true;
  }

  void reportNoProgress() {
    reporting = false;
  }

  /** Drops changes from all watches, which then get only progress notifications. */
  void loseChanges(boolean lose) {
    losing = lose;
  }

  /** Fails the open watches as if their changes had been compacted. */
  void breakWatches() {
    open.forEach(
        watch -> {
          watch.broken = true;
          watch.onReadable.run();
        });
  }

  /** Fails the open watches with an error, as a bug does. */
  void killWatches() {
    open.forEach(
        watch -> {
          watch.killed = true;
          watch.onReadable.run();
        });
  }

  int openWatches() {
    return open.size();
  }

  void beRemote() {
    remote = true;
  }

  /** Returns the number of reads of single keys so far. */
  int gets() {
    return gets.get();
  }

  @Override
  public boolean remote() {
    return remote;
  }

  @Override
  public Optional<StoredEntry> get(Key key) {
    gets.incrementAndGet();
    return super.get(key);
  }

  @Override
  public Optional<StoredEntry> get(Key key, long revision) {
    gets.incrementAndGet();
    return super.get(key, revision);
  }

  @Override
  public boolean reportsProgress() {
    return reporting;
  }

  @Override
  public RangePage range(KeyRange range, int limit) {
    if (limit == CACHE_PAGE) {
      awaitRelease();
      if (refusing) {
        throw new StorageUnavailableException("refused");
      }
    }
    return super.range(range, limit);
  }

  private void awaitRelease() {
    try {
      lists.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public RangePage range(KeyRange range, int limit, long revision) {
    if (refusingThePast) {
      throw new StorageUnavailableException("refused");
    }
    return super.range(range, limit, revision);
  }

  @Override
  public StorageWatch watch(KeyRange range, long after, Runnable onReadable) {
    var watch = new HeldWatch(super.watch(range, after, onReadable), onReadable);
    open.add(watch);
    return watch;
  }

  private final class HeldWatch implements StorageWatch {
    private final StorageWatch watch;
    private final Runnable onReadable;
    private volatile boolean broken;
    private volatile boolean killed;

    private HeldWatch(StorageWatch watch, Runnable onReadable) {
      this.watch = watch;
      this.onReadable = onReadable;
    }

    @Override
    public @Nullable ChangeSet poll() {
      if (killed) {
        throw new StackOverflowError("too deep");
      }
      if (broken) {
        throw new CompactedException(1, 2);
      }
      ChangeSet set = held ? null : watch.poll();
      return losing && set != null ? new ChangeSet(set.revision(), List.of()) : set;
    }

    @Override
    public void requestProgress() {
      watch.requestProgress();
    }

    @Override
    public void close() {
      open.remove(this);
      watch.close();
    }
  }
}
