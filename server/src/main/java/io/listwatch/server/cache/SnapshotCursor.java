package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.server.resource.ResourceFilter;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.store.NamespaceRange;
import io.listwatch.store.SortedTable;
import io.listwatch.store.TableCursor;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the objects of a snapshot that pass a filter, in key order. It reads an index if
 * the filter requires a field to have a value, else the whole range of keys. It pauses after
 * {@value #MAX_FILTERED} objects that had to be checked, so that a filter that few objects pass
 * does not hold up the thread. Used by one thread at a time.
 */
final class SnapshotCursor {
  static final int MAX_FILTERED = 1_000;

  private static final String NAMESPACE = "metadata.namespace";

  private final SortedTable<ResourceKey, Resource> objects;
  private final Range range;
  private final TableCursor<ResourceKey, Resource> cursor;

  /** Null to read the whole range. */
  private final @Nullable TableCursor<FieldIndexes.Entry, ResourceKey> index;

  private final Set<ResourceKey> unreadable;
  private final ResourceFilter filter;

  /** True if every object in the range passes the filter, so that none has to be checked. */
  private final boolean everything;

  /** Objects checked since the start or the last {@link #resume}. */
  private int filtered;

  /** The object that was visited last. */
  private @Nullable Resource visited;

  /**
   * A range of keys.
   *
   * @param from null to begin with the first
   * @param to follows the last; null for none
   */
  private record Range(@Nullable ResourceKey from, @Nullable ResourceKey to) {
    TableCursor<ResourceKey, Resource> of(SortedTable<ResourceKey, Resource> objects) {
      if (to != null) {
        return objects.cursorBetween(Objects.requireNonNull(from), to);
      }
      return from == null ? objects.cursor() : objects.cursorFrom(from);
    }

    /** Returns the part of this range that lies in a namespace. */
    Range in(String namespace) {
      var part = NamespaceRange.of(namespace);
      boolean later = from != null && from.compareTo(part.from()) > 0;
      boolean earlier = to != null && to.compareTo(part.to()) < 0;
      return new Range(later ? from : part.from(), earlier ? to : part.to());
    }

    boolean isEmpty() {
      return from != null && to != null && from.compareTo(to) >= 0;
    }
  }

  /**
   * @param start the first key; null to start with the first object
   */
  SnapshotCursor(CacheState state, ResourceFilter filter, @Nullable ResourceKey start) {
    this.objects = state.objects();
    this.unreadable = state.unreadable();
    this.filter = filter;
    this.everything = filter.isOpen();
    this.range = range(objects, filter.scope(), start);
    Range narrow = everything ? range : narrowed(range, filter);
    this.cursor = narrow.of(objects);
    this.index =
        everything
            ? null
            : state.indexes().find(filter, cursor.remaining(), narrow.from, narrow.to);
  }

  private static Range range(
      SortedTable<ResourceKey, Resource> objects,
      ResourceScope scope,
      @Nullable ResourceKey start) {
    ResourceKey only = start == null ? only(objects, scope) : null;
    if (only != null) {
      return new Range(only, after(only));
    }
    String namespace = scope.namespace();
    if (namespace == null) {
      return new Range(start, null);
    }
    var all = NamespaceRange.of(namespace);
    return new Range(start == null ? all.from() : start, all.to());
  }

  /** Returns the part of a range whose objects have the namespace that the filter requires. */
  private static Range narrowed(Range range, ResourceFilter filter) {
    String namespace = filter.fields().requiresExactMatch(NAMESPACE).orElse("");
    if (namespace.isEmpty() || namespace.indexOf('/') >= 0) {
      return range;
    }
    Range narrow = range.in(namespace);
    return narrow.isEmpty() ? range : narrow;
  }

  /** Returns the smallest key after this one: the same name followed by NUL. */
  private static ResourceKey after(ResourceKey key) {
    return new ResourceKey(key.namespace(), key.name() + '\0');
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
    while (!paused()) {
      Resource object = visit();
      if (object == null) {
        return null;
      }
      if ((everything || matches(object)) && isReadable(object)) {
        return object;
      }
    }
    return null;
  }

  private @Nullable Resource visit() {
    Resource object = null;
    if (index == null) {
      object = cursor.next() ? cursor.value() : null;
    } else if (index.next()) {
      object = Objects.requireNonNull(objects.get(index.value()));
    }
    visited = object == null ? visited : object;
    return object;
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

  /** Looks up the key only if there are unreadable objects, which is rare. */
  private boolean isReadable(Resource object) {
    return unreadable.isEmpty() || !unreadable.contains(object.key());
  }

  /** Returns the number of objects of the scope that follow the last one visited. */
  int remaining() {
    int end = range.to == null ? objects.size() : objects.rank(range.to);
    ResourceKey next = visited == null ? range.from : after(visited.key());
    return end - (next == null ? 0 : objects.rank(next));
  }
}
