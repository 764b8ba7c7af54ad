package io.listwatch.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Returns all deltas in the order in which they were added, without merging any: a list is one
 * {@link Delta.ReplacedAll}, a resync one {@link Delta.SyncedAll}.
 *
 * <p>A batch holds up to {@value #MAX_BATCH} queued deltas, each of a different object. A delta
 * that is not about a single object is a batch of its own.
 *
 * <p>Thread-safe.
 */
public final class InOrderQueue extends BoundedQueue {
  private static final int MAX_BATCH = 1000;

  @GuardedBy("lock")
  private final ArrayDeque<Delta> deltas = new ArrayDeque<>();

  @GuardedBy("lock")
  private final InitialList initialList = new InitialList();

  private final boolean knowsLatest;

  /** Null if the consumer's store is not known. */
  @GuardedBy("lock")
  private final @Nullable UnappliedObjects unapplied;

  public InOrderQueue() {
    this(DEFAULT_CAPACITY);
  }

  /**
   * Creates a queue.
   *
   * @param capacity number of queued deltas at which producers wait
   */
  public InOrderQueue(int capacity) {
    super(capacity);
    knowsLatest = false;
    unapplied = null;
  }

  /**
   * Creates a queue that knows the latest objects.
   *
   * @param store the consumer's store; only the consumer changes it, and only by the deltas that it
   *     takes
   */
  InOrderQueue(
      Supplier<? extends KnownObjects> store,
      int capacity,
      ReentrantLock lock,
      Condition readable) {
    super(capacity, lock, readable);
    knowsLatest = true;
    unapplied = new UnappliedObjects(store);
  }

  @Override
  @GuardedBy("lock")
  void putLocked(Delta delta) {
    if (delta instanceof Delta.SyncedAll && deltas.contains(delta)) {
      return;
    }
    deltas.add(delta);
    if (unapplied != null) {
      unapplied.put(delta);
    }
    if (delta instanceof Delta.ReplacedAll) {
      // Only bookmarks and resyncs can come before the first list, each a batch of its own.
      initialList.begin(deltas.size());
    } else if (delta instanceof Delta.OfObject) {
      initialList.begin(0);
    }
  }

  @Override
  @GuardedBy("lock")
  Batch takeLocked() {
    var batch = new ArrayList<Delta>();
    batch.add(deltas.remove());
    if (batch.get(0) instanceof Delta.OfObject first) {
      fillLocked(batch, first.key());
    }
    if (unapplied != null) {
      unapplied.take(batch);
    }
    return initialList.batch(batch);
  }

  /** Adds the following deltas as long as they are about objects that are not in the batch yet. */
  @GuardedBy("lock")
  private void fillLocked(List<Delta> batch, ResourceKey first) {
    Set<ResourceKey> keys = new HashSet<>();
    keys.add(first);
    while (batch.size() < MAX_BATCH
        && deltas.peek() instanceof Delta.OfObject next
        && keys.add(next.key())) {
      batch.add(deltas.remove());
    }
  }

  @Override
  public boolean knowsLatest() {
    return knowsLatest;
  }

  @Override
  @GuardedBy("lock")
  @Nullable Resource latestLocked(ResourceKey key) {
    return unapplied == null ? null : unapplied.latest(key);
  }

  @Override
  @GuardedBy("lock")
  int sizeLocked() {
    return deltas.size();
  }
}
