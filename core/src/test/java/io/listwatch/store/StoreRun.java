package io.listwatch.store;

import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares an {@link IndexedStore} with a plain map that is searched linearly. Not thread-safe. */
final class StoreRun {
  static final String LABEL = "label";
  static final String TAGS = "tags";

  /** Name of an index that fails for objects with a tag {@code y}. */
  static final String MOODY = "moody";

  private final IndexedStore store = new IndexedStore((index, object, cause) -> {});
  private final List<Snapshot> snapshots = new ArrayList<>();

  private final Map<ResourceKey, Doc> model = new HashMap<>();
  private StoreTransaction transaction = store.transaction();
  private long version;

  void put(Doc doc) {
    Resource object = doc.resource(++version);
    Doc before = model.put(object.key(), doc);
    Resource previous = transaction.put(object);
    assertThat(previous == null).isEqualTo(before == null);
    transaction.version(version(version));
  }

  void remove(String name) {
    Doc before = model.remove(Notes.key(name));
    Resource previous = transaction.remove(Notes.key(name));
    assertThat(previous == null).isEqualTo(before == null);
    transaction.version(version(++version));
  }

  void replace(List<Doc> docs, Set<String> unreadable) {
    Map<ResourceKey, Doc> list = new TreeMap<>();
    docs.forEach(doc -> list.put(Notes.key(doc.name), doc));
    version++;
    transaction.replace(
        list.values().stream().map(doc -> doc.resource(version)).toList(),
        unreadable.stream().map(Notes::key).collect(Collectors.toSet()),
        version(version));
    model.keySet().removeIf(key -> !list.containsKey(key) && !unreadable.contains(key.toString()));
    model.putAll(list);
  }

  void addIndex(String name) {
    if (!store.snapshot().indexNames().contains(name)) {
      store.addIndex(index(name));
    }
  }

  private static Index index(String name) {
    return switch (name) {
      case LABEL -> Index.label(LABEL, "app");
      case TAGS -> Index.path(TAGS, "spec.tags[*]");
      default -> Index.of(MOODY, StoreRun::moody);
    };
  }

  private static List<String> moody(Resource object) {
    List<String> tags = object.texts(JsonPath.of("spec.tags[*]"));
    if (tags.contains("y")) {
      throw new IllegalStateException("y");
    }
    return tags;
  }

  void commit() {
    StoreSnapshot committed = transaction.commit();
    snapshots.add(new Snapshot(committed, new TreeMap<>(model), version));
    transaction = store.transaction();
  }

  /** Checks that every committed snapshot was correct and has not changed. */
  void finish() {
    commit();
    snapshots.forEach(Snapshot::check);
  }

  private record Snapshot(StoreSnapshot snapshot, Map<ResourceKey, Doc> model, long version) {
    void check() {
      assertThat(snapshot.size()).isEqualTo(model.size());
      assertThat(snapshot.all())
          .extracting(Resource::key)
          .containsExactlyElementsOf(model.keySet());
      if (version > 0) {
        assertThat(snapshot.version()).isEqualTo(Notes.version(version));
      }
      model.forEach((key, doc) -> doc.check(snapshot.get(key)));
      snapshot.indexNames().forEach(this::checkIndex);
      Set.of("a", "a-b", "aa", "b").forEach(this::checkNamespace);
    }

    private void checkIndex(String index) {
      var values = new TreeSet<String>();
      model.values().forEach(doc -> values.addAll(doc.valuesOf(index)));
      assertThat(snapshot.indexValues(index)).containsExactlyElementsOf(values);
      Set.of("x", "y", "z")
          .forEach(
              value ->
                  checkDocs(
                      snapshot.byIndex(index, value),
                      model.values().stream()
                          .filter(doc -> doc.valuesOf(index).contains(value))
                          .toList()));
    }

    private void checkNamespace(String namespace) {
      checkDocs(
          snapshot.inNamespace(namespace),
          model.entrySet().stream()
              .filter(entry -> Objects.equals(entry.getKey().namespace(), namespace))
              .map(Map.Entry::getValue)
              .toList());
    }

    private void checkDocs(Collection<Resource> found, List<Doc> expected) {
      assertThat(found).hasSameSizeAs(expected);
      var docs = expected.iterator();
      found.forEach(
          object -> {
            Doc doc = docs.next();
            doc.check(object);
            assertThat(object).isSameAs(snapshot.get(Notes.key(doc.name)));
          });
    }
  }

  /** The expected state of an object. */
  record Doc(String name, String app, List<String> tags) {
    Resource resource(long version) {
      String labels = app.isEmpty() ? "{}" : "{\"app\":\"" + app + "\"}";
      String quoted =
          tags.stream().map(tag -> '"' + tag + '"').collect(Collectors.joining(",", "[", "]"));
      return Notes.labelled(name, version, labels, "{\"tags\":" + quoted + "}");
    }

    List<String> valuesOf(String index) {
      return switch (index) {
        case LABEL -> app.isEmpty() ? List.of() : List.of(app);
        case TAGS -> tags;
        default -> tags.contains("y") ? List.of() : tags;
      };
    }

    void check(@Nullable Resource object) {
      assertThat(object).isNotNull();
      if (object != null) {
        long version = Long.parseLong(object.version().toString());
        assertThat(object).isEqualTo(resource(version));
      }
    }
  }
}
