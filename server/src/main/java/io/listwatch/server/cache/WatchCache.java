package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStore;
import io.listwatch.server.resource.ResourceChange;
import io.listwatch.server.resource.Revisions;
import io.listwatch.store.DiffVisitor;
import io.listwatch.store.SortedTable;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The current objects of a resource and their recent history, as a reflector reads them from
 * storage.
 *
 * <p>An object that has become unreadable keeps its last readable state, which is what it was when
 * it becomes readable or is deleted; meanwhile readers are kept from it.
 *
 * <p>Threads: the reflector's thread writes. Any thread reads, without a lock: one volatile state
 * holds all that belongs together.
 */
final class WatchCache implements ReflectorStore {
  private final EventWindow window;
  private final Timers timers;
  private final BooleanSupplier midRevision;
  private final CacheListener listener;

  private volatile CacheState state;

  /** When the state was last known to be current, by the monotonic clock. */
  private volatile long currentAt;

  /** What the next state will hold. The reflector's, as are the next two. */
  private SortedTable<ResourceKey, Resource> objects = SortedTable.empty();

  private Set<ResourceKey> unreadable = Set.of();
  private final List<ResourceChange> changes = new ArrayList<>();

  /**
   * @param midRevision whether more changes of the same version follow the one being told
   */
  WatchCache(
      EventWindow window, Timers timers, BooleanSupplier midRevision, CacheListener listener) {
    this.window = window;
    this.timers = timers;
    this.midRevision = midRevision;
    this.listener = listener;
    this.state = CacheState.unknown(window.head());
  }

  CacheState state() {
    return state;
  }

  EventWindow window() {
    return window;
  }

  /** How long nothing has been heard, in nanoseconds. */
  long silence() {
    return timers.nanoTime() - currentAt;
  }

  /**
   * Starts over. Watches go on only if the list is of the version that is known already: an object
   * that came and went in between is in neither list, but watches must tell of it.
   */
  @Override
  public void replace(
      List<Resource> items, Set<ResourceKey> unreadableKeys, ResourceVersion version) {
    changes.clear();
    unreadable = unreadableKeys;
    SortedTable<ResourceKey, Resource> listed = listed(items, unreadableKeys);
    long reached = Revisions.of(version);
    boolean same = state.known() && reached == state.version() && objects.equals(listed);
    objects = listed;
    if (!same) {
      window.restart(reached, listed, timers.nanoTime());
    }
    publish(reached, true);
    listener.onReplaced();
  }

  /** What is listed, and what was known of the unreadable; the table there is if that is it. */
  private SortedTable<ResourceKey, Resource> listed(
      List<Resource> items, Set<ResourceKey> unreadableKeys) {
    Map<ResourceKey, Resource> all = new HashMap<>();
    items.forEach(item -> all.put(item.key(), item));
    for (ResourceKey key : unreadableKeys) {
      Resource known = objects.get(key);
      if (known != null) {
        all.put(key, known);
      }
    }
    SortedTable<ResourceKey, Resource> table = SortedTable.copyOf(all);
    var difference = new Difference();
    objects.diff(table, difference);
    return difference.found ? table : objects;
  }

  @Override
  public void add(Resource object) {
    put(object);
  }

  @Override
  public void update(Resource object) {
    put(object);
  }

  private void put(Resource object) {
    ResourceKey key = object.key();
    Resource previous = objects.get(key);
    objects = objects.with(key, object);
    readable(key);
    changed(new ResourceChange(Revisions.of(object.version()), previous, object));
  }

  @Override
  public void delete(Resource object) {
    ResourceKey key = object.key();
    long version = Revisions.of(object.version());
    Resource known = objects.get(key);
    // What the reflector brings as the last state of an unreadable object is hardly more than a
    // name.
    boolean lastKnown = known != null && unreadable.contains(key);
    objects = objects.without(key);
    readable(key);
    changed(
        lastKnown
            ? new ResourceChange(version, known, null)
            : ResourceChange.deletion(version, known == null ? object : known, object));
  }

  private void changed(ResourceChange change) {
    changes.add(change);
    if (!midRevision.getAsBoolean()) {
      publish(change.version(), false);
    }
  }

  @Override
  public void bookmark(ResourceVersion version) {
    publish(Revisions.of(version), true);
  }

  /** Keeps readers from an object until it can be read again. Takes effect with what follows. */
  void unreadable(ResourceKey key) {
    var more = new HashSet<>(unreadable);
    more.add(key);
    unreadable = Set.copyOf(more);
  }

  private void readable(ResourceKey key) {
    if (unreadable.contains(key)) {
      var fewer = new HashSet<>(unreadable);
      fewer.remove(key);
      unreadable = Set.copyOf(fewer);
    }
  }

  /** The window first: who sees the state finds all that led to it. */
  private void publish(long version, boolean progress) {
    long now = timers.nanoTime();
    int count = changes.size();
    if (count > 0) {
      window.append(changes, objects, now);
      changes.clear();
    }
    currentAt = now;
    state = CacheState.of(objects, unreadable, version, window.head());
    listener.onReached(version, progress);
    if (count > 0) {
      listener.onChanged(count);
    }
  }

  /** Whether two tables hold the same versions of the same objects. */
  private static final class Difference implements DiffVisitor<ResourceKey, Resource> {
    private boolean found;

    @Override
    public void added(ResourceKey key, Resource value) {
      found = true;
    }

    @Override
    public void changed(ResourceKey key, Resource before, Resource after) {
      found |= !before.version().equals(after.version());
    }

    @Override
    public void removed(ResourceKey key, Resource value) {
      found = true;
    }
  }
}
