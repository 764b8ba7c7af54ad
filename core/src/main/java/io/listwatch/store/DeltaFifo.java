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
 * Collects what happens to each object and hands it out together, the object that has waited
 * longest first. Further deltas do not change an object's place in line.
 *
 * <p>A list becomes a {@link Delta.Replaced} for each of its objects, then a {@link Delta.Missing}
 * for each that it lacks and that the consumer holds or is yet to be told of. A resync becomes a
 * {@link Delta.Synced} for each object that the consumer holds and will not hear of anyway.
 *
 * <p>What comes out is not in the order of the collection's history, so the deltas' own versions
 * say nothing of how far the consumer has got. Every batch ends with a {@link Delta.Bookmark} that
 * does: the version before the first delta that still waits.
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

  /** By the object; who came first is first. */
  @GuardedBy("lock")
  private final LinkedHashMap<ResourceKey, Waiting> line = new LinkedHashMap<>();

  /** How many deltas are in line. */
  @GuardedBy("lock")
  private int count;

  /** How far the collection has got. */
  @GuardedBy("lock")
  private ResourceVersion reached = ResourceVersion.UNSET;

  /** How far the consumer was told that it has got. */
  @GuardedBy("lock")
  private ResourceVersion told = ResourceVersion.UNSET;

  @GuardedBy("lock")
  private final InitialList initialList = new InitialList();

  /** What the consumer held when it came for the batch that it has now. */
  @GuardedBy("lock")
  private KnownObjects known;

  /** The end of that batch, which the consumer may or may not have applied yet. */
  @GuardedBy("lock")
  private Delta.@Nullable OfObject applying;

  /** What the consumer held when it came last. Consumer's thread only. */
  private KnownObjects applied;

  /**
   * @param store what the consumer holds; only the consumer changes it, and only by what it takes
   */
  public DeltaFifo(Supplier<? extends KnownObjects> store) {
    this(store, DEFAULT_CAPACITY);
  }

  /**
   * @param store what the consumer holds; only the consumer changes it, and only by what it takes
   * @param capacity at how many waiting deltas producers wait
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

  /** The object as the consumer holds it, or will once it has applied what it has taken. */
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
    // What waits has to be looked at too: the consumer does not hold it yet, but will.
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
    // There is a bookmark to hand out even if there is no object.
    initialList.begin(Math.max(1, line.size()));
  }

  @GuardedBy("lock")
  private void syncLocked(SyncRound round) {
    for (Resource object : allHeldLocked()) {
      Waiting waiting = line.get(object.key());
      // Of a change that waits everybody is told, and after it this would be an old state.
      if (waiting == null || waiting.tellsNothingOf(round)) {
        appendLocked(new Delta.Synced(object, round));
      }
    }
  }

  /** All objects that the consumer holds, or will once it has applied what it has taken. */
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
  void consumerComes() {
    applied = store.get();
  }

  @Override
  @GuardedBy("lock")
  Batch takeLocked() {
    Waiting first = pollLocked();
    known = applied;
    applying = first == null ? null : first.last();
    told = line.isEmpty() ? reached : line.values().iterator().next().before;
    var batch = new ArrayList<Delta>();
    if (first != null) {
      batch.addAll(first.deltas);
    }
    batch.add(new Delta.Bookmark(told));
    return initialList.batch(batch);
  }

  /** Takes who is first in line out of it, if anybody is. */
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
    boolean bookmarkAlone = line.isEmpty() && (initialList.incomplete() || !told.equals(reached));
    return bookmarkAlone ? 1 : count;
  }

  /** What has happened to one object since it was last taken; never nothing. */
  private static final class Waiting {
    private final List<Delta.OfObject> deltas = new ArrayList<>(2);

    /** How far the collection had got before the first of them. */
    private final ResourceVersion before;

    private Waiting(ResourceVersion before) {
      this.before = before;
    }

    private Delta.OfObject last() {
      return deltas.get(deltas.size() - 1);
    }

    /** Answers how many more deltas there are. Of two deletions one is enough: the observed one. */
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

    /** Whether those who ask for {@code round} will not hear of the object from these. */
    private boolean tellsNothingOf(SyncRound round) {
      return deltas.stream()
          .allMatch(delta -> delta instanceof Delta.Synced synced && !synced.round().equals(round));
    }
  }
}
