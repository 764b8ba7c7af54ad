package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.resource.ResourceFilter;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.store.NamespaceRange;
import io.listwatch.store.SortedTable;
import io.listwatch.store.TableCursor;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks over those objects of a snapshot that pass a filter, in the order of keys. For one thread
 * at a time.
 */
final class SnapshotCursor {
  private final TableCursor<ResourceKey, Resource> cursor;
  private final Set<ResourceKey> unreadable;
  private final ResourceFilter filter;

  /** Whether all that the cursor finds passes, so that objects need not be looked at. */
  private final boolean everything;

  /**
   * @param start where to begin; null at the first
   */
  SnapshotCursor(
      SortedTable<ResourceKey, Resource> objects,
      Set<ResourceKey> unreadable,
      ResourceFilter filter,
      @Nullable ResourceKey start) {
    this.cursor = open(objects, filter.scope(), start);
    this.unreadable = unreadable;
    this.filter = filter;
    this.everything = filter.isOpen();
  }

  private static TableCursor<ResourceKey, Resource> open(
      SortedTable<ResourceKey, Resource> objects,
      ResourceScope scope,
      @Nullable ResourceKey start) {
    ResourceKey only = start == null ? only(objects, scope) : null;
    if (only != null) {
      // Nothing is between a name and the same with a NUL behind it.
      return objects.cursorBetween(only, new ResourceKey(only.namespace(), only.name() + '\0'));
    }
    String namespace = scope.namespace();
    if (namespace == null) {
      return start == null ? objects.cursor() : objects.cursorFrom(start);
    }
    var range = NamespaceRange.of(namespace);
    return objects.cursorBetween(start == null ? range.from() : start, range.to());
  }

  /** The one key that the scope can have among these; null if there may be several, or none. */
  private static @Nullable ResourceKey only(
      SortedTable<ResourceKey, Resource> objects, ResourceScope scope) {
    String name = scope.name();
    ResourceKey first = objects.firstKey();
    if (name == null || name.isEmpty() || name.indexOf('/') >= 0 || first == null) {
      return null;
    }
    boolean namespaced = first.namespace() != null;
    return namespaced == (scope.namespace() != null)
        ? new ResourceKey(scope.namespace(), name)
        : null;
  }

  /** The next object; null if there are no more. */
  @Nullable Resource next() {
    while (cursor.next()) {
      Resource object = cursor.value();
      if ((everything || filter.matches(object)) && isReadable(object)) {
        return object;
      }
    }
    return null;
  }

  /** Looks at the key only if need be: nearly always there is nothing that cannot be read. */
  private boolean isReadable(Resource object) {
    return unreadable.isEmpty() || !unreadable.contains(object.key());
  }

  /** How many objects have not been looked at. */
  int remaining() {
    return cursor.remaining();
  }
}
