package io.listwatch.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.model.MalformedException;
import io.listwatch.model.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Decodes objects with Jackson: records, beans, the model of fabric8's client.
 *
 * <p>Thread-safe. The default mapper ignores unknown fields, because a newer server may send more
 * of them.
 */
public final class JacksonCodec<T> implements ObjectCodec<T> {
  private final Class<T> type;
  private final @Nullable ObjectMapper given;

  private JacksonCodec(Class<T> type, @Nullable ObjectMapper given) {
    this.type = type;
    this.given = given;
  }

  public static <T> JacksonCodec<T> of(Class<T> type) {
    return new JacksonCodec<>(type, null);
  }

  /** Uses the caller's mapper, which may have modules, for example. */
  public static <T> JacksonCodec<T> of(Class<T> type, ObjectMapper mapper) {
    return new JacksonCodec<>(type, mapper);
  }

  private ObjectMapper mapper() {
    return given == null ? Lenient.MAPPER : given;
  }

  @Override
  public T decode(Resource object) {
    try {
      return mapper().readValue(object.toByteArray(), type);
    } catch (IOException e) {
      throw new MalformedException(
          "%s: cannot be decoded as %s: %s".formatted(object, type.getSimpleName(), problem(e)));
    }
  }

  /** Returns the message without its excerpt of the source, which may contain secrets. */
  private static String problem(IOException e) {
    return e instanceof JsonProcessingException json
        ? String.valueOf(json.getOriginalMessage())
        : e.toString();
  }

  @Override
  public byte[] encode(T value) {
    try {
      return mapper().writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Cannot encode a " + type.getSimpleName(), e);
    }
  }

  /** Initialised when the first object is decoded: many informers never decode one. */
  private static final class Lenient {
    private static final JsonInclude.Value NON_NULL =
        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS);

    private static final ObjectMapper MAPPER =
        JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .defaultPropertyInclusion(NON_NULL)
            .build();
  }
}
