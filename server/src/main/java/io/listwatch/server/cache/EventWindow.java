package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.resource.ResourceChange;
import io.listwatch.store.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The recent changes of a collection, oldest first, so that a watch can resume from an older
 * version without a new list.
 *
 * <pre>
 *   oldest ──▶ change ──▶ change ──▶ … ──▶ head
 * </pre>
 *
 * <p>The entries are a linked chain, and every reader holds its own place in it. Dropped entries
 * are unlinked at the old end, so that a stuck reader keeps a single entry in memory and not all
 * that follow.
 *
 * <p>Threads: one thread writes. Any thread reads, without a lock, and never delays the writer.
 */
final class EventWindow {
  /**
   * Number of changes between two checkpoints. A checkpoint holds a place to search from and the
   * objects at that place.
   */
  private static final int CHECKPOINT_INTERVAL = 256;

  /**
   * Number of changes that are kept even if the budget is exceeded, so that watches that keep up
   * need not catch up from storage.
   */
  private static final int MIN_CHANGES = 10;

  private final WindowLimits limits;
  private final ByteBudget budget;

  /** Everything after this entry is kept. */
  private volatile WindowEntry oldest;

  private volatile WindowEntry head;

  /**
   * Sequence number at which the current history began, after the last list. Earlier places are
   * invalid.
   */
  private volatile long beginning;

  private final AtomicLong bytes = new AtomicLong();

  /** Checkpoints by version. */
  private final ConcurrentSkipListMap<Long, Checkpoint> checkpoints = new ConcurrentSkipListMap<>();

  /** A place in the window, and the objects at that place. */
  private record Checkpoint(WindowEntry entry, SortedTable<ResourceKey, Resource> objects) {}

  EventWindow(WindowLimits limits, ByteBudget budget) {
    this.limits = limits;
    this.budget = budget;
    this.head = WindowEntry.beginning(0, 0, 0);
    this.oldest = head;
  }

  WindowEntry head() {
    return head;
  }

  /** Returns the oldest version after which all changes are kept. */
  long floor() {
    return oldest.version();
  }

  /** Returns the number of changes that are kept. */
  long size() {
    return head.sequence() - oldest.sequence();
  }

  long bytes() {
    return bytes.get();
  }

  /** Returns the last changes, oldest first: at most two checkpoints' worth. */
  List<CacheDescription.Change> recent(long now) {
    var changes = new ArrayList<CacheDescription.Change>();
    WindowEntry at = beforeLastCheckpoint();
    for (WindowEntry next = at.next();
        next != null && changes.size() < 2 * CHECKPOINT_INTERVAL;
        next = at.next()) {
      changes.add(
          new CacheDescription.Change(
              next.version(), next.change().eventType(), now - next.time()));
      at = next;
    }
    return changes;
  }

  private WindowEntry beforeLastCheckpoint() {
    var last = checkpoints.lastEntry();
    var before = last == null ? null : checkpoints.lowerEntry(last.getKey());
    return before == null ? oldest : before.getValue().entry();
  }

  /** Drops all changes and starts a new history. All places become invalid. */
  void restart(long version, SortedTable<ResourceKey, Resource> objects, long now) {
    close();
    checkpoints.clear();
    // A gap in the sequence: without it, the old head would look like the predecessor of this
    // entry.
    var start = WindowEntry.beginning(head.sequence() + 2, version, now);
    beginning = start.sequence();
    head = start;
    oldest = start;
    checkpoints.put(version, new Checkpoint(start, objects));
  }

  /**
   * Appends the changes of one version. Readers see all of them at once.
   *
   * @param objects the collection after these changes
   */
  void append(List<ResourceChange> changes, SortedTable<ResourceKey, Resource> objects, long now) {
    WindowEntry end = head;
    WindowEntry first = null;
    WindowEntry last = end;
    long added = 0;
    for (ResourceChange change : changes) {
      WindowEntry entry = last.followedBy(change, now);
      if (first == null) {
        first = entry;
      } else {
        last.link(entry);
      }
      last = entry;
      added += entry.bytes();
    }
    budget.take(added);
    bytes.addAndGet(added);
    end.link(first);
    head = last;
    if (last.sequence() - lastCheckpoint() >= CHECKPOINT_INTERVAL) {
      checkpoints.put(last.version(), new Checkpoint(last, objects));
    }
    trim(now);
  }

  private long lastCheckpoint() {
    var last = checkpoints.lastEntry();
    return last == null ? 0 : last.getValue().entry().sequence();
  }

  private void trim(long now) {
    WindowEntry end = oldest;
    while (end != head && isTooMuch(end, now)) {
      WindowEntry next = end.next();
      if (next == null) {
        break;
      }
      budget.giveBack(next.bytes());
      bytes.addAndGet(-next.bytes());
      // In this order: a reader that finds no successor compares its place with the oldest entry.
      oldest = next;
      end.link(null);
      end = next;
    }
    dropCheckpoints(end);
  }

  private boolean isTooMuch(WindowEntry end, long now) {
    long count = head.sequence() - end.sequence();
    WindowEntry next = end.next();
    boolean old = next != null && now - next.time() > limits.age().toNanos();
    return count > limits.maxChanges()
        || (old && count > limits.minChanges())
        || (count > MIN_CHANGES && budget.exceeded());
  }

  private void dropCheckpoints(WindowEntry end) {
    var first = checkpoints.firstEntry();
    while (first != null && first.getValue().entry().sequence() < end.sequence()) {
      checkpoints.remove(first.getKey());
      first = checkpoints.firstEntry();
    }
  }

  /** Returns the bytes of this window to the budget. */
  void close() {
    budget.giveBack(bytes.getAndSet(0));
  }

  /** True if the window has dropped the entries after a place that has no successor. */
  boolean isLost(WindowEntry place) {
    return place.sequence() < oldest.sequence();
  }

  /** True if a place was lost because the window was restarted, not because it was too old. */
  boolean isBeforeRestart(WindowEntry place) {
    return place.sequence() < beginning;
  }

  /**
   * Returns the place after all changes up to {@code version}; null if later changes were dropped.
   */
  @Nullable WindowEntry placeAt(long version) {
    WindowEntry start = oldest;
    if (version < start.version()) {
      return null;
    }
    var checkpoint = checkpoints.floorEntry(version);
    if (checkpoint != null && checkpoint.getValue().entry().sequence() > start.sequence()) {
      start = checkpoint.getValue().entry();
    }
    WindowEntry place = start;
    for (WindowEntry next = place.next(); next != null; next = place.next()) {
      if (next.version() > version) {
        return place;
      }
      place = next;
    }
    return isLost(place) ? null : place;
  }

  /** Returns the objects at {@code version}, which the cache has reached; null if unknown. */
  @Nullable SortedTable<ResourceKey, Resource> objectsAt(long version) {
    var checkpoint = checkpoints.floorEntry(version);
    if (checkpoint == null) {
      return null;
    }
    var objects = checkpoint.getValue().objects().edit();
    WindowEntry place = checkpoint.getValue().entry();
    for (WindowEntry next = place.next(); next != null; next = place.next()) {
      if (next.version() > version) {
        return objects.commit();
      }
      Resource current = next.change().current();
      if (current == null) {
        objects.remove(next.change().key());
      } else {
        objects.put(current.key(), current);
      }
      place = next;
    }
    return isLost(place) ? null : objects.commit();
  }
}
