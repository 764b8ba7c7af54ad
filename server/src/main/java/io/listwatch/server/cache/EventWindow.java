package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.resource.ResourceChange;
import io.listwatch.store.SortedTable;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The recent changes of a collection, oldest first, so that whoever fell behind can go on without
 * listing again.
 *
 * <pre>
 *   oldest ──▶ change ──▶ change ──▶ … ──▶ head
 * </pre>
 *
 * <p>A chain in which every reader holds its own place. What is dropped at the old end is cut off,
 * so that a reader who is stuck there keeps one entry in memory and not all that follow.
 *
 * <p>Threads: one thread writes. Any thread reads, without a lock, and is never in the writer's
 * way.
 */
final class EventWindow {
  /** Every so many changes, a place is noted from which to search, and the objects of then. */
  private static final int CHECKPOINT_INTERVAL = 256;

  /** Kept even when the budget is exceeded, so that those who keep up need not catch up. */
  private static final int MIN_CHANGES = 10;

  private final WindowLimits limits;
  private final ByteBudget budget;

  /** Everything after it is kept. */
  private volatile WindowEntry oldest;

  private volatile WindowEntry head;

  /** Where the history that is being written began; what was before is of no use. */
  private volatile long beginning;

  private final AtomicLong bytes = new AtomicLong();

  /** By version. */
  private final ConcurrentSkipListMap<Long, Checkpoint> checkpoints = new ConcurrentSkipListMap<>();

  /** A place, and the objects there were. */
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

  /** The oldest version after which everything is kept. */
  long floor() {
    return oldest.version();
  }

  /** How many changes are kept. */
  long size() {
    return head.sequence() - oldest.sequence();
  }

  long bytes() {
    return bytes.get();
  }

  /** Forgets everything. Whoever has a place is lost. */
  void restart(long version, SortedTable<ResourceKey, Resource> objects, long now) {
    close();
    checkpoints.clear();
    // A gap in the sequence, so that the place before is not mistaken for this one.
    var start = WindowEntry.beginning(head.sequence() + 2, version, now);
    beginning = start.sequence();
    head = start;
    oldest = start;
    checkpoints.put(version, new Checkpoint(start, objects));
  }

  /**
   * Appends what one version did; readers see all of it at once.
   *
   * @param objects what there is after it
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
      // In this order: who finds a place cut off looks at what the oldest is.
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

  /** Gives up its share of the budget. */
  void close() {
    budget.giveBack(bytes.getAndSet(0));
  }

  /** Whether what follows a place that nothing follows has been dropped. */
  boolean isLost(WindowEntry place) {
    return place.sequence() < oldest.sequence();
  }

  /** Whether a place was lost because all was, and not because it was too old. */
  boolean isOfThePast(WindowEntry place) {
    return place.sequence() < beginning;
  }

  /** The place after everything up to {@code version}; null if what follows is not all kept. */
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

  /** What there was at {@code version}, which has been reached; null if that is not known. */
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
