package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.listwatch.informer.Informer;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.store.Index;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * fabric8's store and indexer over an informer. Objects are decoded when they are read; keys are
 * read without decoding. Objects are shared by their readers and must not be changed.
 *
 * <p>Thread-safe. The index by namespace always exists and costs nothing.
 */
final class InformerCache<T extends HasMetadata> implements Cache<T> {
  private final Informer<T> informer;
  private final Map<String, Function<T, List<String>>> indexers = new ConcurrentHashMap<>();

  InformerCache(Informer<T> informer) {
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
  public @Nullable T get(T object) {
    return getByKey(getKey(object));
  }

  @Override
  public @Nullable T getByKey(String key) {
    return informer.get(ResourceKey.parse(key)).map(View::get).orElse(null);
  }

  @Override
  public String getKey(T object) {
    return Cache.metaNamespaceKeyFunc(object);
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
    return function(indexName).apply(object).stream()
        .filter(Objects::nonNull)
        .flatMap(value -> views(indexName, value).stream())
        .distinct()
        .map(View::get)
        .toList();
  }

  private Collection<View<T>> views(String indexName, String value) {
    if (indexName.equals(NAMESPACE_INDEX)) {
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
    all.put(NAMESPACE_INDEX, Cache::metaNamespaceIndexFunc);
    return all;
  }

  @Override
  public void addIndexers(Map<String, Function<T, List<String>>> added) {
    added.forEach(this::addIndexer);
  }

  private void addIndexer(String name, Function<T, List<String>> function) {
    if (name.equals(NAMESPACE_INDEX)) {
      return;
    }
    if (indexers.putIfAbsent(name, function) != null) {
      throw new IllegalStateException("index: " + name + " exists (expected: a new name)");
    }
    informer.addIndex(Index.of(name, object -> values(function, informer.view(object).get())));
  }

  private static <T> List<String> values(Function<T, List<String>> function, T object) {
    List<String> values = function.apply(object);
    return values == null ? List.of() : values.stream().filter(Objects::nonNull).toList();
  }

  /** Hides the index. It is kept until the informer ends. */
  @Override
  public void removeIndexer(String name) {
    indexers.remove(name);
  }

  boolean isEmpty() {
    return informer.snapshot().size() == 0;
  }

  private static <T> List<T> decoded(Collection<View<T>> views) {
    return views.stream().map(View::get).toList();
  }

  private static <T> List<String> keys(Collection<View<T>> views) {
    return views.stream().map(view -> view.key().toString()).toList();
  }
}
