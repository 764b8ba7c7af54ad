package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.listwatch.client.adapter.DecodedStore;
import io.listwatch.informer.Informer;
import org.jspecify.annotations.Nullable;

/** fabric8's store and indexer over an informer. */
final class InformerCache<T extends HasMetadata> extends DecodedStore<T> implements Cache<T> {
  private final Informer<T> informer;

  InformerCache(Informer<T> informer) {
    super(informer, NAMESPACE_INDEX, Cache::metaNamespaceIndexFunc);
    this.informer = informer;
  }

  @Override
  public @Nullable T get(T object) {
    return getByKey(getKey(object));
  }

  @Override
  public String getKey(T object) {
    return Cache.metaNamespaceKeyFunc(object);
  }

  @Override
  protected RuntimeException duplicate(String message) {
    return new IllegalStateException(message);
  }

  @Override
  public void removeIndexer(String name) {
    super.removeIndexer(name);
  }

  boolean isEmpty() {
    return informer.snapshot().size() == 0;
  }
}
