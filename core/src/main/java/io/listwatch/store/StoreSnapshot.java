package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.selector.LabelSelector;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The content of an {@link IndexedStore} at one moment: objects, indexes and version, consistent
 * with each other.
 *
 * <p>Immutable. It costs nothing to hold for a while; held for long, it keeps objects in memory
 * that have been replaced since. Collections are in the order of the objects' keys, cannot be
 * modified, and are views that copy nothing unless their method says so.
 */
public final class StoreSnapshot implements KnownObjects {
  static final StoreSnapshot EMPTY =
      new StoreSnapshot(SortedTable.empty(), List.of(), StoreVersions.UNSET);

  private final SortedTable<ResourceKey, Resource> objects;
  private final List<IndexTable> indexes;
  private final StoreVersions versions;

  StoreSnapshot(
      SortedTable<ResourceKey, Resource> objects,
      List<IndexTable> indexes,
      StoreVersions versions) {
    this.objects = objects;
    this.indexes = List.copyOf(indexes);
    this.versions = versions;
  }

  /**
   * Returns the version of the collection at which these objects were read; unset before the first
   * list. If several namespaces are watched separately, this is the earliest of their versions.
   */
  public ResourceVersion version() {
    return versions.overall();
  }

  /** Returns the version of one namespace's objects. */
  public ResourceVersion version(@Nullable String namespace) {
    return versions.of(namespace);
  }

  StoreVersions versions() {
    return versions;
  }

  StoreSnapshot at(StoreVersions newVersions) {
    return new StoreSnapshot(objects, indexes, newVersions);
  }

  public int size() {
    return objects.size();
  }

  public boolean contains(ResourceKey key) {
    return objects.containsKey(key);
  }

  @Override
  public @Nullable Resource get(ResourceKey key) {
    return objects.get(key);
  }

  @Override
  public Collection<Resource> all() {
    return TableView.values(objects::cursor);
  }

  public Stream<Resource> stream() {
    return all().stream();
  }

  public Collection<Resource> inNamespace(String namespace) {
    NamespaceRange range = NamespaceRange.of(namespace);
    return TableView.values(() -> objects.cursorBetween(range.from(), range.to()));
  }

  /** Returns the objects of one namespace. */
  public KnownObjects ofNamespace(String namespace) {
    return new KnownObjects() {
      @Override
      public @Nullable Resource get(ResourceKey key) {
        return namespace.equals(key.namespace()) ? objects.get(key) : null;
      }

      @Override
      public Collection<Resource> all() {
        return inNamespace(namespace);
      }
    };
  }

  /**
   * Returns a copy of this snapshot with some objects replaced or added and others removed, at the
   * same version. An object for which an index function fails is missing in that index.
   */
  public StoreSnapshot overlaid(List<Resource> present, List<ResourceKey> absent) {
    TableEditor<ResourceKey, Resource> editor = objects.edit();
    absent.forEach(editor::remove);
    present.forEach(object -> editor.put(object.key(), object));
    SortedTable<ResourceKey, Resource> changed = editor.commit();
    IndexFailures unsaid = (index, object, cause) -> {};
    return new StoreSnapshot(
        changed,
        indexes.stream().map(table -> table.following(objects, changed, unsaid)).toList(),
        versions);
  }

  /** Returns the objects with these labels; a copy, unless it is all of them. */
  public Collection<Resource> select(LabelSelector selector) {
    return selected(all(), selector);
  }

  /** Returns the objects of a namespace with these labels; a copy, unless it is all of them. */
  public Collection<Resource> select(String namespace, LabelSelector selector) {
    return selected(inNamespace(namespace), selector);
  }

  private static Collection<Resource> selected(
      Collection<Resource> candidates, LabelSelector selector) {
    if (selector.isEverything()) {
      return candidates;
    }
    return selector.isNothing()
        ? List.of()
        : candidates.stream().filter(object -> selector.matches(object.labels())).toList();
  }

  /**
   * Returns the objects that have this value under an index.
   *
   * @throws IllegalArgumentException if there is no such index
   */
  public Collection<Resource> byIndex(String index, String value) {
    return TableView.values(table(index).objects(value)::cursor);
  }

  /**
   * Returns the values under an index, in their natural order; each belongs to at least one object.
   *
   * @throws IllegalArgumentException if there is no such index
   */
  public Collection<String> indexValues(String index) {
    return TableView.keys(table(index).objectsByValue()::cursor);
  }

  private IndexTable table(String name) {
    for (IndexTable table : indexes) {
      if (table.index().name().equals(name)) {
        return table;
      }
    }
    throw new IllegalArgumentException(
        "index: %s (expected: one of %s)".formatted(name, indexNames()));
  }

  /** Returns the names of the indexes, in the order in which they were added. */
  public List<String> indexNames() {
    return indexes.stream().map(table -> table.index().name()).toList();
  }

  /** Passes the differences between these objects and those of {@code after} to {@code visitor}. */
  public void diff(
      StoreSnapshot after, DiffVisitor<? super ResourceKey, ? super Resource> visitor) {
    objects.diff(after.objects, visitor);
  }

  SortedTable<ResourceKey, Resource> objects() {
    return objects;
  }

  List<IndexTable> indexes() {
    return indexes;
  }

  @Override
  public String toString() {
    return "snapshot of %d objects @%s".formatted(size(), version());
  }
}
