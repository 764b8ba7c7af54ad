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
 * Changes to an {@link IndexedStore} that readers see all at once, when they are committed, or
 * never.
 *
 * <p>For one thread. A transaction that is not committed leaves nothing behind.
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

  /** The object with the changes so far. */
  public @Nullable Resource get(ResourceKey key) {
    return objects.get(key);
  }

  /** Answers what was there before. */
  public @Nullable Resource put(Resource object) {
    Resource previous = objects.get(object.key());
    objects.put(object.key(), object);
    return previous;
  }

  /** Answers what was there before. */
  public @Nullable Resource remove(ResourceKey key) {
    Resource previous = objects.get(key);
    objects.remove(key);
    return previous;
  }

  /** How far the collection has got with these changes; one that is unset changes nothing. */
  public void version(ResourceVersion version) {
    version(null, version);
  }

  /**
   * How far the collection of a namespace has got.
   *
   * @param namespace null if there is but one collection
   */
  public void version(@Nullable String namespace, ResourceVersion version) {
    if (!version.isUnset()) {
      versions = versions.with(namespace, version);
    }
  }

  /**
   * Makes the store hold {@code items} and nothing else. Objects that have not changed stay the
   * very same, and cost nothing.
   *
   * @param unreadable the keys of objects that exist but could not be read: what is held of them
   *     stays
   */
  public void replace(List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
    replace(null, items, unreadable, version);
  }

  /**
   * Makes the store hold, of a namespace, {@code items} and nothing else.
   *
   * @param namespace null for all there is
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
   * @return what the store holds now
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
      // Indexes are only ever added, so a second try has only the new ones to do.
      for (var table : current.indexes().subList(indexes.size(), current.indexes().size())) {
        indexes.add(table.following(before, after, store.failures()));
      }
      next = new StoreSnapshot(after, indexes, versions);
    } while (!store.publish(current, next));
    return next;
  }
}
