package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;

/**
 * The content of one {@link Index} over some objects.
 *
 * @param valuesByKey the index values of each object, in the form of {@link IndexValues}; objects
 *     without any have no entry. Kept so that the index function need not be called again when an
 *     object is removed
 * @param objectsByValue the objects of each value; values without any have no entry
 */
record IndexTable(
    Index index,
    SortedTable<ResourceKey, Object> valuesByKey,
    SortedTable<String, SortedTable<ResourceKey, Resource>> objectsByValue) {

  /** Returns the content of an index over no objects. */
  static IndexTable of(Index index) {
    return new IndexTable(index, SortedTable.empty(), SortedTable.empty());
  }

  /**
   * Returns the content of the index after the objects have changed from {@code before}, which this
   * table indexes, to {@code after}.
   */
  IndexTable following(
      SortedTable<ResourceKey, Resource> before,
      SortedTable<ResourceKey, Resource> after,
      IndexFailures failures) {
    var changes = new IndexChanges(this, failures);
    before.diff(after, changes);
    return changes.commit();
  }

  SortedTable<ResourceKey, Resource> objects(String value) {
    var objects = objectsByValue.get(value);
    return objects == null ? SortedTable.empty() : objects;
  }
}
