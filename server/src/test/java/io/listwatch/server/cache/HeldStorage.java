package io.listwatch.server.cache;

import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.ForwardingStorage;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.StorageWatch;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A storage whose watches can be paused and broken, and which can reject large ranges. */
final class HeldStorage extends ForwardingStorage {
  /** The page size that only a cache reads with. */
  private static final int CACHE_PAGE = 10_000;

  private final Set<HeldWatch> open = ConcurrentHashMap.newKeySet();
  private volatile boolean held;
  private volatile boolean refusing;
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

  int openWatches() {
    return open.size();
  }

  @Override
  public boolean reportsProgress() {
    return reporting;
  }

  @Override
  public RangePage range(KeyRange range, int limit) {
    if (refusing && limit == CACHE_PAGE) {
      throw new StorageUnavailableException("refused");
    }
    return super.range(range, limit);
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

    private HeldWatch(StorageWatch watch, Runnable onReadable) {
      this.watch = watch;
      this.onReadable = onReadable;
    }

    @Override
    public @Nullable ChangeSet poll() {
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
