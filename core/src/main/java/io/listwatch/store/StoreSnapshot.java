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
 * What an {@link IndexedStore} held at one moment: objects, indexes and version, which belong
 * together.
 *
 * <p>Immutable. It costs nothing to hold for a while; held for long, it keeps alive the objects
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
   * How far these objects are in the history of the collection; unset before the first list. If
   * they are of several namespaces, each watched by itself, how far all of them are at least.
   */
  public ResourceVersion version() {
    return versions.overall();
  }

  /** How far the objects of one namespace are. */
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

  /** The objects of a namespace as all there are. */
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
   * This moment as it would be with some objects put in their place and others left out. Its
   * version stays what it was. What an index cannot deal with is not to be found by it.
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

  /** The objects with these labels; a copy, unless that is all of them. */
  public Collection<Resource> select(LabelSelector selector) {
    return selected(all(), selector);
  }

  /** The objects of a namespace with these labels; a copy, unless that is all of them. */
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
   * The objects that have this value under an index.
   *
   * @throws IllegalArgumentException if there is no such index
   */
  public Collection<Resource> byIndex(String index, String value) {
    return TableView.values(table(index).objects(value)::cursor);
  }

  /**
   * The values under an index, in their order: each is that of some object.
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

  /** In the order in which the indexes were added. */
  public List<String> indexNames() {
    return indexes.stream().map(table -> table.index().name()).toList();
  }

  /** Tells {@code visitor} what turns these objects into those of {@code after}. */
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
