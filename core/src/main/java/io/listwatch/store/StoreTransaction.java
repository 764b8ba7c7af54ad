package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes to an {@link IndexedStore} that become visible to readers all at once, on commit.
 *
 * <p>Not thread-safe. A transaction that is not committed has no effect.
 */
public final class StoreTransaction {
  private final IndexedStore store;
  private final StoreSnapshot base;
  private TableEditor<ResourceKey, Resource> objects;
  private StoreVersions versions;

  StoreTransaction(IndexedStore store, StoreSnapshot base) {
    this.store = store;
    this.base = base;
    objects = base.objects().edit();
    versions = base.versions();
  }

  /** Returns the object with the changes so far. */
  public @Nullable Resource get(ResourceKey key) {
    return objects.get(key);
  }

  /** Adds or replaces an object. Returns the previous one. */
  public @Nullable Resource put(Resource object) {
    Resource previous = objects.get(object.key());
    objects.put(object.key(), object);
    return previous;
  }

  /** Removes an object. Returns the previous one. */
  public @Nullable Resource remove(ResourceKey key) {
    Resource previous = objects.get(key);
    objects.remove(key);
    return previous;
  }

  /**
   * Sets the version that the collection has reached with these changes; an unset one is ignored.
   */
  public void version(ResourceVersion version) {
    version(null, version);
  }

  /**
   * Sets the version that the collection of a namespace has reached.
   *
   * @param namespace null if there is only one collection
   */
  public void version(@Nullable String namespace, ResourceVersion version) {
    if (!version.isUnset()) {
      versions = versions.with(namespace, version);
    }
  }

  /**
   * Makes {@code items} the only objects of the store. Objects that have not changed keep their
   * identity and cost nothing.
   *
   * @param unreadable keys of objects that exist but could not be read, whose previous state stays
   */
  public void replace(List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
    replace(null, items, unreadable, version);
  }

  /**
   * Makes {@code items} the only objects of a namespace.
   *
   * @param namespace null for the whole store
   */
  public void replace(
      @Nullable String namespace,
      List<Resource> items,
      Set<ResourceKey> unreadable,
      ResourceVersion version) {
    Set<ResourceKey> existing = new HashSet<>(unreadable);
    for (Resource item : items) {
      existing.add(item.key());
      if (!item.equals(get(item.key()))) {
        put(item);
      }
    }
    SortedTable<ResourceKey, Resource> merged = objects.commit();
    objects = merged.edit();
    for (var cursor = cursor(merged, namespace); cursor.next(); ) {
      if (!existing.contains(cursor.key())) {
        objects.remove(cursor.key());
      }
    }
    version(namespace, version);
  }

  private static TableCursor<ResourceKey, Resource> cursor(
      SortedTable<ResourceKey, Resource> table, @Nullable String namespace) {
    if (namespace == null) {
      return table.cursor();
    }
    NamespaceRange range = NamespaceRange.of(namespace);
    return table.cursorBetween(range.from(), range.to());
  }

  /**
   * Publishes the changes.
   *
   * @return the new content of the store
   * @throws IllegalStateException if the objects have been changed since the transaction began
   */
  public StoreSnapshot commit() {
    SortedTable<ResourceKey, Resource> before = base.objects();
    SortedTable<ResourceKey, Resource> after = objects.commit();
    var indexes = new ArrayList<IndexTable>();
    StoreSnapshot current;
    StoreSnapshot next;
    do {
      current = store.snapshot();
      if (current.objects() != before) {
        throw new IllegalStateException(
            "store: changed by another transaction (expected: one at a time)");
      }
      // Indexes are only ever added, so a retry has only the new ones to process.
      for (var table : current.indexes().subList(indexes.size(), current.indexes().size())) {
        indexes.add(table.following(before, after, store.failures()));
      }
      next = new StoreSnapshot(after, indexes, versions);
    } while (!store.publish(current, next));
    return next;
  }
}
