package io.listwatch.fabric8;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.model.Resource;
import java.io.ByteArrayInputStream;

/** Decodes objects as the fabric8 client does. Thread-safe. */
final class SerializationCodec<T extends HasMetadata> implements ObjectCodec<T> {
  private final KubernetesSerialization serialization;
  private final Class<T> type;

  SerializationCodec(KubernetesSerialization serialization, Class<T> type) {
    this.serialization = serialization;
    this.type = type;
  }

  @Override
  public T decode(Resource object) {
    // Another class may be registered for the object's kind.
    Object decoded = serialization.unmarshal(new ByteArrayInputStream(object.toByteArray()), type);
    return type.cast(decoded);
  }

  @Override
  public byte[] encode(T value) {
    return serialization.asJson(value).getBytes(UTF_8);
  }
}
