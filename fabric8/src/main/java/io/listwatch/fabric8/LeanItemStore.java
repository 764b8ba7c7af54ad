package io.listwatch.fabric8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.listwatch.model.Resource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An item store for fabric8's own informers that keeps objects as bytes and decodes them each time
 * they are read. It saves memory only: the informer still decodes each list and event, and encodes
 * objects again to store them. {@link ListwatchInformers} avoids that.
 *
 * <p>Thread-safe.
 */
public final class LeanItemStore<T extends HasMetadata> implements ItemStore<T> {
  private final SerializationCodec<T> codec;
  private final Map<String, Resource> objects = new ConcurrentHashMap<>();

  private LeanItemStore(SerializationCodec<T> codec) {
    this.codec = codec;
  }

  /**
   * Creates a store of objects of a class for one informer.
   *
   * @param client decodes and encodes the objects
   */
  public static <T extends HasMetadata> LeanItemStore<T> of(
      KubernetesClient client, Class<T> type) {
    return new LeanItemStore<>(new SerializationCodec<>(client.getKubernetesSerialization(), type));
  }

  @Override
  public String getKey(T object) {
    return Cache.metaNamespaceKeyFunc(object);
  }

  @Override
  public @Nullable T put(String key, T object) {
    return decoded(objects.put(key, Resource.parse(codec.encode(object)).compact()));
  }

  @Override
  public @Nullable T remove(String key) {
    return decoded(objects.remove(key));
  }

  @Override
  public @Nullable T get(String key) {
    return decoded(objects.get(key));
  }

  private @Nullable T decoded(@Nullable Resource object) {
    return object == null ? null : codec.decode(object);
  }

  @Override
  public Stream<String> keySet() {
    return objects.keySet().stream();
  }

  @Override
  public Stream<T> values() {
    return objects.values().stream().map(codec::decode);
  }

  @Override
  public int size() {
    return objects.size();
  }
}
