package io.listwatch.client.adapter;

import io.listwatch.informer.Informer;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.store.Index;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The store and indexer of an informer, with the methods of those of client-go, which other Java
 * clients copied. Objects are decoded when they are read; keys are read without decoding. Objects
 * are shared by their readers and must not be changed.
 *
 * <p>Thread-safe. The index by namespace always exists and costs nothing.
 */
public abstract class DecodedStore<T> {
  private final Informer<T> informer;
  private final String namespaceIndex;
  private final Function<T, List<String>> namespaceOf;
  private final Map<String, Function<T, List<String>>> indexers = new ConcurrentHashMap<>();

  /**
   * @param namespaceIndex the client's name for the index by namespace
   * @param namespaceOf the client's function for the values of that index
   */
  protected DecodedStore(
      Informer<T> informer, String namespaceIndex, Function<T, List<String>> namespaceOf) {
    this.informer = informer;
    this.namespaceIndex = namespaceIndex;
    this.namespaceOf = namespaceOf;
  }

  public List<T> list() {
    return decoded(informer.list());
  }

  public List<String> listKeys() {
    return keys(informer.list());
  }

  public @Nullable T getByKey(String key) {
    return informer.get(ResourceKey.parse(key)).map(View::get).orElse(null);
  }

  public List<T> byIndex(String indexName, String indexKey) {
    return decoded(views(indexName, indexKey));
  }

  public List<String> indexKeys(String indexName, String indexKey) {
    return keys(views(indexName, indexKey));
  }

  public List<T> index(String indexName, T object) {
    return values(function(indexName), object).stream()
        .flatMap(value -> views(indexName, value).stream())
        .distinct()
        .map(View::get)
        .toList();
  }

  private List<View<T>> views(String indexName, String value) {
    if (indexName.equals(namespaceIndex)) {
      return informer.inNamespace(value);
    }
    Objects.requireNonNull(function(indexName));
    return informer.byIndex(indexName, value);
  }

  private Function<T, List<String>> function(String indexName) {
    Function<T, List<String>> function = getIndexers().get(indexName);
    if (function == null) {
      throw new IllegalArgumentException(
          "index: %s (expected: one of %s)".formatted(indexName, getIndexers().keySet()));
    }
    return function;
  }

  public Map<String, Function<T, List<String>>> getIndexers() {
    var all = new HashMap<>(indexers);
    all.put(namespaceIndex, namespaceOf);
    return all;
  }

  public void addIndexers(Map<String, Function<T, List<String>>> added) {
    added.forEach(this::addIndexer);
  }

  private void addIndexer(String name, Function<T, List<String>> function) {
    if (name.equals(namespaceIndex)) {
      return;
    }
    if (indexers.putIfAbsent(name, function) != null) {
      throw duplicate("index: " + name + " exists (expected: a new name)");
    }
    informer.addIndex(Index.of(name, object -> values(function, informer.view(object).get())));
  }

  /** Returns the client's exception for an index that exists. */
  protected abstract RuntimeException duplicate(String message);

  /** Hides an index. It is kept until the informer ends. */
  protected void removeIndexer(String name) {
    indexers.remove(name);
  }

  private static <T> List<String> values(Function<T, List<String>> function, T object) {
    List<String> values = function.apply(object);
    return values == null ? List.of() : values.stream().filter(Objects::nonNull).toList();
  }

  private static <T> List<T> decoded(List<View<T>> views) {
    return views.stream().map(View::get).toList();
  }

  private static <T> List<String> keys(List<View<T>> views) {
    return views.stream().map(view -> view.key().toString()).toList();
  }
}
