package io.listwatch.server.cache;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.selector.FieldTerm;
import io.listwatch.server.resource.ResourceFilter;
import io.listwatch.store.SortedTable;
import io.listwatch.store.TableCursor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a collection by the values of some fields, so that a list that requires a value reads
 * the objects that have it, and not the whole collection.
 *
 * <p>A field gets its index when a list first selects by it, if the resource declares it as
 * selectable. So there are at most as many indexes as declared fields, each with one entry for an
 * object.
 *
 * <p>Immutable, but for the {@link FieldDemand} that all states of a cache share.
 */
final class FieldIndexes {
  /** Estimated bytes of an entry. */
  static final int ENTRY_BYTES = 96;

  /** Collections of at most this size get no index: searching them is faster. */
  private static final int SMALL = 200;

  /**
   * An index is used only if it selects at most one in this number of objects; otherwise a search
   * is faster.
   */
  private static final int PART = 8;

  /** Less than or equal to every key. */
  private static final ResourceKey LEAST = ResourceKey.of("\0");

  private final FieldDemand demand;
  private final Map<String, SortedTable<Entry, ResourceKey>> tables;

  /** An object under the value of its field; ordered by value, then by key. */
  record Entry(String value, ResourceKey key) implements Comparable<Entry> {
    static Entry of(Resource object, String path) {
      return new Entry(valueOf(object, path), object.key());
    }

    @Override
    public int compareTo(Entry other) {
      int byValue = value.compareTo(other.value);
      return byValue == 0 ? key.compareTo(other.key) : byValue;
    }
  }

  private FieldIndexes(FieldDemand demand, Map<String, SortedTable<Entry, ResourceKey>> tables) {
    this.demand = demand;
    this.tables = tables;
  }

  /** Returns an empty set of indexes. */
  static FieldIndexes of(FieldDemand demand) {
    return new FieldIndexes(demand, Map.of());
  }

  /** Returns an empty set of indexes for another state of the same cache. */
  FieldIndexes none() {
    return of(demand);
  }

  /** Returns the value of a field as selectors see it: an absent field is empty. */
  static String valueOf(Resource object, String path) {
    String value = object.fields().value(path);
    return value == null ? "" : value;
  }

  /** Returns the estimated bytes for each object. */
  int bytesPerObject() {
    return ENTRY_BYTES * tables.size();
  }

  /** True if lists have selected by fields that have no index yet. */
  boolean lacksAny() {
    return demand.wanted().size() > tables.size();
  }

  /** Builds indexes of these objects for all fields that lists have selected by. */
  FieldIndexes over(SortedTable<ResourceKey, Resource> objects) {
    Set<String> wanted = demand.wanted();
    if (wanted.isEmpty()) {
      return this;
    }
    var built = new HashMap<String, SortedTable<Entry, ResourceKey>>();
    wanted.forEach(path -> built.put(path, table(objects, path)));
    return new FieldIndexes(demand, Map.copyOf(built));
  }

  private static SortedTable<Entry, ResourceKey> table(
      SortedTable<ResourceKey, Resource> objects, String path) {
    var entries = new HashMap<Entry, ResourceKey>(2 * objects.size());
    objects.forEach((key, object) -> entries.put(Entry.of(object, path), key));
    return SortedTable.copyOf(entries);
  }

  /**
   * Returns the indexes after a change of one object; the same instance if the indexed values did
   * not change.
   */
  FieldIndexes changed(@Nullable Resource before, @Nullable Resource after) {
    Map<String, SortedTable<Entry, ResourceKey>> changed = null;
    for (var index : tables.entrySet()) {
      Entry old = before == null ? null : Entry.of(before, index.getKey());
      Entry now = after == null ? null : Entry.of(after, index.getKey());
      if (Objects.equals(old, now)) {
        continue;
      }
      SortedTable<Entry, ResourceKey> table = index.getValue();
      table = old == null ? table : table.without(old);
      table = now == null ? table : table.with(now, now.key());
      changed = changed == null ? new HashMap<>(tables) : changed;
      changed.put(index.getKey(), table);
    }
    return changed == null ? this : new FieldIndexes(demand, changed);
  }

  /**
   * Returns the keys that may pass a filter, in key order, from the index that has the fewest of
   * them. Returns null if no index helps; one that would help is built for later lists.
   *
   * @param size the size of the collection
   * @param from the first key; null for all
   * @param to follows the last key; null for all
   */
  @Nullable TableCursor<Entry, ResourceKey> find(
      ResourceFilter filter, int size, @Nullable ResourceKey from, @Nullable ResourceKey to) {
    if (size <= SMALL) {
      return null;
    }
    TableCursor<Entry, ResourceKey> fewest = null;
    for (FieldTerm term : equalities(filter)) {
      SortedTable<Entry, ResourceKey> table = tables.get(term.path());
      if (table == null) {
        demand.want(term.path());
        continue;
      }
      var found =
          table.cursorBetween(
              new Entry(term.value(), from == null ? LEAST : from),
              to == null ? new Entry(term.value() + '\0', LEAST) : new Entry(term.value(), to));
      if (fewest == null || found.remaining() < fewest.remaining()) {
        fewest = found;
      }
    }
    return fewest == null || fewest.remaining() > size / PART ? null : fewest;
  }

  private Collection<FieldTerm> equalities(ResourceFilter filter) {
    List<FieldTerm> terms = filter.fields().terms();
    if (terms.isEmpty()) {
      return terms;
    }
    var equalities = new ArrayList<FieldTerm>(terms.size());
    for (FieldTerm term : terms) {
      if (!term.negated() && demand.isDeclared(term.path())) {
        equalities.add(term);
      }
    }
    return equalities;
  }
}
