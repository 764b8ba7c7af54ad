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
 * Iterates over the objects of a snapshot that pass a filter, in key order. It pauses after {@value
 * #MAX_FILTERED} objects that had to be checked, so that a filter that few objects pass does not
 * hold up the thread. Used by one thread at a time.
 */
final class SnapshotCursor {
  static final int MAX_FILTERED = 1_000;

  private final TableCursor<ResourceKey, Resource> cursor;
  private final Set<ResourceKey> unreadable;
  private final ResourceFilter filter;

  /** True if every object in the range passes the filter, so that none has to be checked. */
  private final boolean everything;

  /** Objects checked since the start or the last {@link #resume}. */
  private int filtered;

  /**
   * @param start the first key; null to start with the first object
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
      // No key lies between a name and the same name followed by NUL.
      return objects.cursorBetween(only, new ResourceKey(only.namespace(), only.name() + '\0'));
    }
    String namespace = scope.namespace();
    if (namespace == null) {
      return start == null ? objects.cursor() : objects.cursorFrom(start);
    }
    var range = NamespaceRange.of(namespace);
    return objects.cursorBetween(start == null ? range.from() : start, range.to());
  }

  /** Returns the only key that the scope can contain; null if there may be several or none. */
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

  /** Returns the next object; null at the end, or if it has {@link #paused}. */
  @Nullable Resource next() {
    while (!paused() && cursor.next()) {
      Resource object = cursor.value();
      if ((everything || matches(object)) && isReadable(object)) {
        return object;
      }
    }
    return null;
  }

  private boolean matches(Resource object) {
    filtered++;
    return filter.matches(object);
  }

  /** True if it returns no object before {@link #resume} is called. */
  boolean paused() {
    return filtered >= MAX_FILTERED;
  }

  void resume() {
    filtered = 0;
  }

  /** Returns the next object, without a pause; null at the end. */
  @Nullable Resource nextWithoutPause() {
    Resource object;
    do {
      resume();
      object = next();
    } while (object == null && paused());
    return object;
  }

  /** Compares the key only if there are unreadable objects, which is rare. */
  private boolean isReadable(Resource object) {
    return unreadable.isEmpty() || !unreadable.contains(object.key());
  }

  /** Returns the number of objects that have not been visited. */
  int remaining() {
    return cursor.remaining();
  }
}
