package io.listwatch.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the deltas of each object and returns them together, as client-go's DeltaFIFO does. The
 * object that has been queued longest comes first; further deltas do not change its position.
 *
 * <p>A list becomes a {@link Delta.Replaced} for each of its objects, and a {@link Delta.Missing}
 * for each object that it lacks and that is in the consumer's store or still queued. A resync
 * becomes a {@link Delta.Synced} for each object in the consumer's store that has no other queued
 * delta.
 *
 * <p>Deltas do not come out in the order of the collection's history, so their own versions do not
 * show how far the consumer has got. Therefore every batch ends with a {@link Delta.Bookmark}: the
 * version before the first delta that is still queued.
 *
 * <pre>
 *   in    a@1  b@2  a@3
 *   out   a@1 a@3 bookmark 1      nothing up to 1 is missing, but b@2 is
 *         b@2 bookmark 3
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class DeltaFifo extends BoundedQueue {
  private final Supplier<? extends KnownObjects> store;

  /** Queued deltas by object, in the order in which the objects were first queued. */
  @GuardedBy("lock")
  private final LinkedHashMap<ResourceKey, Waiting> line = new LinkedHashMap<>();

  /** Number of queued deltas. */
  @GuardedBy("lock")
  private int count;

  /** The version that the collection has reached. */
  @GuardedBy("lock")
  private ResourceVersion reached = ResourceVersion.UNSET;

  /** The version of the last bookmark that the consumer took. */
  @GuardedBy("lock")
  private ResourceVersion lastBookmark = ResourceVersion.UNSET;

  @GuardedBy("lock")
  private final InitialList initialList = new InitialList();

  /** The consumer's store when it took its current batch. */
  @GuardedBy("lock")
  private KnownObjects known;

  /** The last delta of that batch, which the consumer may or may not have applied yet. */
  @GuardedBy("lock")
  private Delta.@Nullable OfObject applying;

  /** The consumer's store when it last took a batch. Confined to the consumer's thread. */
  private KnownObjects applied;

  /**
   * Creates a queue of the default capacity.
   *
   * @param store the consumer's store; only the consumer changes it, and only by the deltas that it
   *     takes
   */
  public DeltaFifo(Supplier<? extends KnownObjects> store) {
    this(store, DEFAULT_CAPACITY);
  }

  /**
   * Creates a queue.
   *
   * @param store the consumer's store; only the consumer changes it, and only by the deltas that it
   *     takes
   * @param capacity number of queued deltas at which producers wait
   */
  public DeltaFifo(Supplier<? extends KnownObjects> store, int capacity) {
    super(capacity);
    this.store = store;
    applied = store.get();
    known = applied;
  }

  DeltaFifo(
      Supplier<? extends KnownObjects> store,
      int capacity,
      ReentrantLock lock,
      Condition readable) {
    super(capacity, lock, readable);
    this.store = store;
    applied = store.get();
    known = applied;
  }

  @Override
  @GuardedBy("lock")
  void putLocked(Delta delta) {
    if (delta instanceof Delta.ReplacedAll list) {
      replaceLocked(list);
    } else if (delta instanceof Delta.SyncedAll all) {
      syncLocked(all.round());
    } else if (delta instanceof Delta.OfObject one) {
      initialList.begin(0);
      if (!one.gone() || line.containsKey(one.key()) || heldLocked(one.key()) != null) {
        appendLocked(one);
      }
    }
    if (!delta.version().isUnset()) {
      reached = delta.version();
    }
  }

  @Override
  public boolean knowsLatest() {
    return true;
  }

  @Override
  @GuardedBy("lock")
  @Nullable Resource latestLocked(ResourceKey key) {
    Waiting waiting = line.get(key);
    if (waiting == null) {
      return heldLocked(key);
    }
    return waiting.last().gone() ? null : waiting.last().object();
  }

  /** Returns the object in the consumer's store after it has applied its current batch. */
  @GuardedBy("lock")
  private @Nullable Resource heldLocked(ResourceKey key) {
    if (applying != null && applying.key().equals(key)) {
      return applying.gone() ? null : applying.object();
    }
    return known.get(key);
  }

  @GuardedBy("lock")
  private void appendLocked(Delta.OfObject delta) {
    Waiting waiting = line.get(delta.key());
    if (waiting == null) {
      waiting = new Waiting(reached);
      line.put(delta.key(), waiting);
    }
    count += waiting.add(delta);
  }

  @GuardedBy("lock")
  private void replaceLocked(Delta.ReplacedAll list) {
    Set<ResourceKey> existing = new HashSet<>(list.unreadable());
    for (Resource item : list.items()) {
      existing.add(item.key());
      appendLocked(new Delta.Replaced(item));
    }
    // Include the queued objects: the consumer does not have them yet, but will.
    for (Waiting waiting : line.values()) {
      ResourceKey key = waiting.last().key();
      if (existing.add(key)) {
        count += waiting.add(new Delta.Missing(key, waiting.last().object()));
      }
    }
    for (Resource object : allHeldLocked()) {
      if (existing.add(object.key())) {
        appendLocked(new Delta.Missing(object.key(), object));
      }
    }
    // There is a bookmark to take even if there is no object.
    initialList.begin(Math.max(1, line.size()));
  }

  @GuardedBy("lock")
  private void syncLocked(SyncRound round) {
    for (Resource object : allHeldLocked()) {
      Waiting waiting = line.get(object.key());
      // A queued change reaches all handlers anyway, and after it this object would be an old
      // state.
      if (waiting == null || waiting.misses(round)) {
        appendLocked(new Delta.Synced(object, round));
      }
    }
  }

  /** Returns all objects in the consumer's store after it has applied its current batch. */
  @GuardedBy("lock")
  private List<Resource> allHeldLocked() {
    var held = new ArrayList<Resource>();
    for (Resource object : known.all()) {
      if (applying == null || !applying.key().equals(object.key())) {
        held.add(object);
      }
    }
    Resource changing = applying == null ? null : heldLocked(applying.key());
    if (changing != null) {
      held.add(changing);
    }
    return held;
  }

  @Override
  void beforeTake() {
    applied = store.get();
  }

  @Override
  @GuardedBy("lock")
  Batch takeLocked() {
    Waiting first = pollLocked();
    known = applied;
    applying = first == null ? null : first.last();
    lastBookmark = line.isEmpty() ? reached : line.values().iterator().next().before;
    var batch = new ArrayList<Delta>();
    if (first != null) {
      batch.addAll(first.deltas);
    }
    batch.add(new Delta.Bookmark(lastBookmark));
    return initialList.batch(batch);
  }

  /** Removes and returns the deltas of the first object in the queue, or null if it is empty. */
  @GuardedBy("lock")
  private @Nullable Waiting pollLocked() {
    var entries = line.values().iterator();
    if (!entries.hasNext()) {
      return null;
    }
    Waiting first = entries.next();
    entries.remove();
    count -= first.deltas.size();
    return first;
  }

  @Override
  @GuardedBy("lock")
  int sizeLocked() {
    boolean bookmarkAlone =
        line.isEmpty() && (initialList.incomplete() || !lastBookmark.equals(reached));
    return bookmarkAlone ? 1 : count;
  }

  /** The deltas of one object since it was last taken; never empty. */
  private static final class Waiting {
    private final List<Delta.OfObject> deltas = new ArrayList<>(2);

    /** The collection's version before the first of these deltas. */
    private final ResourceVersion before;

    private Waiting(ResourceVersion before) {
      this.before = before;
    }

    private Delta.OfObject last() {
      return deltas.get(deltas.size() - 1);
    }

    /** Returns the number of deltas added. Of two deletions only one is kept: the observed one. */
    private int add(Delta.OfObject delta) {
      if (deltas.isEmpty() || !delta.gone() || !last().gone()) {
        deltas.add(delta);
        return 1;
      }
      if (last() instanceof Delta.Missing) {
        deltas.set(deltas.size() - 1, delta);
      }
      return 0;
    }

    /**
     * True if the handlers that requested {@code round} will not get the object from these deltas.
     */
    private boolean misses(SyncRound round) {
      return deltas.stream()
          .allMatch(delta -> delta instanceof Delta.Synced synced && !synced.round().equals(round));
    }
  }
}
