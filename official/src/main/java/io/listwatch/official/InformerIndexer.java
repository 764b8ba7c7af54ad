package io.listwatch.official;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.cache.Caches;
import io.kubernetes.client.informer.cache.Indexer;
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
 * The official client's store and indexer over an informer. Objects are decoded when they are read;
 * keys are read without decoding. Objects are shared by their readers and must not be changed.
 *
 * <p>Thread-safe. The index by namespace always exists and costs nothing. Only the informer writes
 * its store.
 */
final class InformerIndexer<T extends KubernetesObject> implements Indexer<T> {
  private final Informer<T> informer;
  private final Map<String, Function<T, List<String>>> indexers = new ConcurrentHashMap<>();

  InformerIndexer(Informer<T> informer) {
    this.informer = informer;
  }

  @Override
  public List<T> list() {
    return decoded(informer.list());
  }

  @Override
  public List<String> listKeys() {
    return keys(informer.list());
  }

  @Override
  public @Nullable Object get(T object) {
    return getByKey(Caches.metaNamespaceKeyFunc(object));
  }

  @Override
  public @Nullable T getByKey(String key) {
    return informer.get(ResourceKey.parse(key)).map(View::get).orElse(null);
  }

  @Override
  public List<T> byIndex(String indexName, String indexKey) {
    return decoded(views(indexName, indexKey));
  }

  @Override
  public List<String> indexKeys(String indexName, String indexKey) {
    return keys(views(indexName, indexKey));
  }

  @Override
  public List<T> index(String indexName, T object) {
    return values(function(indexName), object).stream()
        .flatMap(value -> views(indexName, value).stream())
        .distinct()
        .map(View::get)
        .toList();
  }

  private List<View<T>> views(String indexName, String value) {
    if (indexName.equals(Caches.NAMESPACE_INDEX)) {
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

  @Override
  public Map<String, Function<T, List<String>>> getIndexers() {
    var all = new HashMap<>(indexers);
    all.put(Caches.NAMESPACE_INDEX, Caches::metaNamespaceIndexFunc);
    return all;
  }

  @Override
  public void addIndexers(Map<String, Function<T, List<String>>> added) {
    added.forEach(this::addIndexer);
  }

  private void addIndexer(String name, Function<T, List<String>> function) {
    if (name.equals(Caches.NAMESPACE_INDEX)) {
      return;
    }
    if (indexers.putIfAbsent(name, function) != null) {
      throw new IllegalArgumentException("index: " + name + " exists (expected: a new name)");
    }
    informer.addIndex(Index.of(name, object -> values(function, informer.view(object).get())));
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

  @Override
  public void add(T object) {
    throw readOnly();
  }

  @Override
  public void update(T object) {
    throw readOnly();
  }

  @Override
  public void delete(T object) {
    throw readOnly();
  }

  @Override
  public void replace(List<T> list, String resourceVersion) {
    throw readOnly();
  }

  /** Handlers have their own resync periods. */
  @Override
  public void resync() {}

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException(
        "store of an informer: read-only (expected: a write to the server)");
  }
}
