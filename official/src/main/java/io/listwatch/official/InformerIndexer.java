package io.listwatch.official;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.cache.Caches;
import io.kubernetes.client.informer.cache.Indexer;
import io.listwatch.client.adapter.DecodedStore;
import io.listwatch.informer.Informer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The official client's store and indexer over an informer. Only the informer writes its store. */
final class InformerIndexer<T extends KubernetesObject> extends DecodedStore<T>
    implements Indexer<T> {
  InformerIndexer(Informer<T> informer) {
    super(informer, Caches.NAMESPACE_INDEX, Caches::metaNamespaceIndexFunc);
  }

  @Override
  public @Nullable Object get(T object) {
    return getByKey(Caches.metaNamespaceKeyFunc(object));
  }

  @Override
  protected RuntimeException duplicate(String message) {
    return new IllegalArgumentException(message);
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

  /** Does nothing: handlers have their own resync periods. */
  @Override
  public void resync() {}

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException(
        "store of an informer: read-only (expected: a write to the server)");
  }
}
