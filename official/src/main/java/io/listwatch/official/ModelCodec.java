package io.listwatch.official;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.TransformFunc;
import io.kubernetes.client.openapi.JSON;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.model.Resource;

/** Decodes objects as the official client does. Thread-safe. */
final class ModelCodec<T extends KubernetesObject> implements ObjectCodec<T> {
  private final Class<T> type;
  private volatile TransformFunc transform = object -> object;

  ModelCodec(Class<T> type) {
    this.type = type;
  }

  void transform(TransformFunc newTransform) {
    transform = newTransform;
  }

  @Override
  public T decode(Resource object) {
    T decoded = JSON.deserialize(new String(object.toByteArray(), UTF_8), type);
    return type.cast(transform.transform(decoded));
  }

  @Override
  public byte[] encode(T value) {
    return JSON.serialize(value).getBytes(UTF_8);
  }
}
