package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStore;
import io.listwatch.server.resource.ResourceChange;
import io.listwatch.server.resource.Revisions;
import io.listwatch.store.DiffVisitor;
import io.listwatch.store.SortedTable;
import io.listwatch.store.TableCursor;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The current objects of a resource and their recent changes, filled by a reflector from storage.
 *
 * <p>An object that has become unreadable keeps its last readable state, which serves as the
 * previous state when the object becomes readable again or is deleted. Meanwhile readers do not see
 * the object.
 *
 * <p>Threads: the reflector's thread writes. Any thread reads, without a lock: one volatile field
 * holds a consistent state.
 */
final class WatchCache implements ReflectorStore {
  private final EventWindow window;
  private final CacheAccount account;
  private final Timers timers;
  private final BooleanSupplier midRevision;
  private final CacheListener listener;

  private volatile CacheState state;

  /** Time at which the state was last known to be current, by the monotonic clock. */
  private volatile long currentAt;

  /**
   * The objects of the next state. This field and the next three are used by the reflector's thread
   * only.
   */
  private SortedTable<ResourceKey, Resource> objects = SortedTable.empty();

  private FieldIndexes indexes;
  private KeySet unreadable = KeySet.EMPTY;
  private final List<ResourceChange> changes = new ArrayList<>();

  /**
   * @param fields the fields that lists may select by
   * @param account counts the bytes of the objects
   * @param midRevision returns true if more changes of the same revision follow the current one
   */
  WatchCache(
      EventWindow window,
      FieldDemand fields,
      CacheAccount account,
      Timers timers,
      BooleanSupplier midRevision,
      CacheListener listener) {
    this.window = window;
    this.account = account;
    this.timers = timers;
    this.midRevision = midRevision;
    this.listener = listener;
    this.indexes = FieldIndexes.of(fields);
    this.state = CacheState.unknown(indexes, window.head());
  }

  CacheState state() {
    return state;
  }

  EventWindow window() {
    return window;
  }

  /** Returns the time since storage was last heard from, in nanoseconds. */
  long silence() {
    return timers.nanoTime() - currentAt;
  }

  /**
   * Replaces the collection by a list. Watches continue only if the list has the version that the
   * cache is at. Otherwise an object that was created and deleted in between is in neither list,
   * and watches would miss its events.
   */
  @Override
  public void replace(
      List<Resource> items, Set<ResourceKey> unreadableKeys, ResourceVersion version) {
    changes.clear();
    unreadable = KeySet.copyOf(unreadableKeys);
    SortedTable<ResourceKey, Resource> listed = listed(items, unreadableKeys);
    long reached = Revisions.of(version);
    boolean same = state.known() && reached == state.version() && objects.equals(listed);
    long before = bytes(objects);
    indexes = indexes.over(listed);
    account.filled(bytes(listed) - before, listed.size() - objects.size());
    objects = listed;
    if (!same) {
      window.restart(reached, listed, timers.nanoTime());
    }
    publish(reached, true);
    listener.onReplaced();
  }

  /**
   * Returns the listed objects together with the last readable state of the unreadable ones.
   * Returns the current table if nothing differs.
   */
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

  private long bytes(SortedTable<ResourceKey, Resource> table) {
    long bytes = 0;
    TableCursor<ResourceKey, Resource> each = table.cursor();
    while (each.next()) {
      bytes += bytes(each.value());
    }
    return bytes;
  }

  private long bytes(@Nullable Resource object) {
    return object == null ? 0 : CacheAccount.size(object) + indexes.bytesPerObject();
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
    indexes = indexes.changed(previous, object);
    account.changed(bytes(object) - bytes(previous), previous == null ? 1 : 0);
    readable(key);
    changed(new ResourceChange(Revisions.of(object.version()), previous, object));
  }

  @Override
  public void delete(Resource object) {
    ResourceKey key = object.key();
    long version = Revisions.of(object.version());
    Resource known = objects.get(key);
    // For an unreadable object, the reflector's last state has little more than a name.
    boolean lastKnown = known != null && unreadable.contains(key);
    objects = objects.without(key);
    if (known != null) {
      indexes = indexes.changed(known, null);
      account.changed(-bytes(known), -1);
    }
    readable(key);
    if (known == null) {
      changed(ResourceChange.deletionOfUnknown(version, object));
    } else {
      changed(
          lastKnown
              ? new ResourceChange(version, known, null)
              : ResourceChange.deletion(version, known, object));
    }
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

  /**
   * Hides an object from readers until it can be read again. Takes effect when the next state is
   * published.
   */
  void unreadable(ResourceKey key) {
    unreadable = unreadable.with(key);
  }

  private void readable(ResourceKey key) {
    unreadable = unreadable.without(key);
  }

  /**
   * Appends to the window before it publishes the state, so that a reader of the state finds all
   * changes that led to it.
   */
  private void publish(long version, boolean progress) {
    long now = timers.nanoTime();
    int count = changes.size();
    if (count > 0) {
      window.append(changes, objects, now);
      changes.clear();
    }
    currentAt = now;
    if (indexes.lacksAny()) {
      buildIndexes();
    }
    state = CacheState.of(objects, unreadable, indexes, version, window.head());
    listener.onReached(version, progress);
    if (count > 0) {
      listener.onChanged(count);
    }
  }

  /** Builds the indexes for the fields that lists have newly selected by. */
  private void buildIndexes() {
    int before = indexes.bytesPerObject();
    indexes = indexes.over(objects);
    account.changed((long) objects.size() * (indexes.bytesPerObject() - before), 0);
  }

  /** Finds out whether two tables differ in the versions of their objects. */
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
