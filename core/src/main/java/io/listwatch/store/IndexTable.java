package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;

/**
 * What an {@link Index} says of some objects.
 *
 * @param valuesByKey under which values each object is, in the form of {@link IndexValues}; objects
 *     without any have no entry. Kept so that the index need not be asked again when an object goes
 * @param objectsByValue which objects are under each value; values without any have no entry
 */
record IndexTable(
    Index index,
    SortedTable<ResourceKey, Object> valuesByKey,
    SortedTable<String, SortedTable<ResourceKey, Resource>> objectsByValue) {

  /** What an index says when there are no objects. */
  static IndexTable of(Index index) {
    return new IndexTable(index, SortedTable.empty(), SortedTable.empty());
  }

  /**
   * What the index says once {@code before}, which is what this is about, becomes {@code after}.
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
