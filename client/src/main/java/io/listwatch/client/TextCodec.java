package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.informer.ObjectCodec;
import io.listwatch.model.Resource;
import java.util.function.Function;

/**
 * Decodes objects with any serializer of strings, such as that of the official client: {@code
 * TextCodec.of(json::deserialize, json::serialize)}.
 */
public final class TextCodec<T> implements ObjectCodec<T> {
  private final Function<String, T> reader;
  private final Function<T, String> writer;

  private TextCodec(Function<String, T> reader, Function<T, String> writer) {
    this.reader = reader;
    this.writer = writer;
  }

  /** Creates a codec. Both functions may be called by several threads at a time. */
  public static <T> TextCodec<T> of(Function<String, T> reader, Function<T, String> writer) {
    return new TextCodec<>(reader, writer);
  }

  @Override
  public T decode(Resource object) {
    return reader.apply(new String(object.toByteArray(), UTF_8));
  }

  @Override
  public byte[] encode(T value) {
    return writer.apply(value).getBytes(UTF_8);
  }
}
