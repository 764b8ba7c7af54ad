package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something a server sent that is not an object one can keep, put aside so that the rest goes on.
 *
 * <p>Immutable.
 */
public final class UnreadableObject {
  /** Enough to see what it was; a poisonous flood must not fill the memory. */
  public static final int MAX_BYTES = 64 * 1024;

  /** No server allows longer ones, and the key is kept. */
  private static final int MAX_NAME = 253;

  private static final byte[] METADATA = "metadata".getBytes(UTF_8);
  private static final byte[] NAME = "name".getBytes(UTF_8);
  private static final byte[] NAMESPACE = "namespace".getBytes(UTF_8);

  private final @Nullable ResourceKey key;
  private final String problem;
  private final byte[] bytes;

  private UnreadableObject(@Nullable ResourceKey key, String problem, byte[] bytes) {
    this.key = key;
    this.problem = problem;
    this.bytes = bytes;
  }

  /** Puts an object aside that could be read but is not what it should be. */
  public static UnreadableObject of(Resource object, String problem) {
    byte[] all = object.toByteArray();
    return new UnreadableObject(
        object.key(), problem, Arrays.copyOf(all, Math.min(all.length, MAX_BYTES)));
  }

  /** Puts the value that starts at {@code from} aside. */
  static UnreadableObject of(byte[] json, int from, int to, String problem) {
    byte[] start = Arrays.copyOfRange(json, from, Math.min(to, from + MAX_BYTES));
    return new UnreadableObject(findKey(json, from, to), problem, start);
  }

  private static @Nullable ResourceKey findKey(byte[] json, int from, int to) {
    try {
      var cursor = new JsonCursor(json, from, to);
      cursor.enterObject();
      while (cursor.nextField()) {
        if (cursor.fieldIs(METADATA)) {
          return keyFrom(cursor);
        }
        cursor.pass();
      }
      return null;
    } catch (JsonException | IllegalArgumentException stillUnreadable) {
      return null;
    }
  }

  private static @Nullable ResourceKey keyFrom(JsonCursor cursor) {
    String name = "";
    String namespace = "";
    cursor.enterObject();
    while (cursor.nextField()) {
      if (cursor.fieldIs(NAME)) {
        name = cursor.string();
      } else if (cursor.fieldIs(NAMESPACE)) {
        namespace = cursor.skipNull() ? "" : cursor.string();
      } else {
        cursor.pass();
      }
    }
    return name.length() > MAX_NAME || namespace.length() > MAX_NAME
        ? null
        : new ResourceKey(namespace.isEmpty() ? null : namespace, name);
  }

  /** Whose it is, if that much could be read. */
  public Optional<ResourceKey> key() {
    return Optional.ofNullable(key);
  }

  /** What is wrong with it, and where. */
  public String problem() {
    return problem;
  }

  /** The start of it, at most {@value #MAX_BYTES} bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** What is wrong, not what it contains: contents may be secret. */
  @Override
  public String toString() {
    return (key == null ? "an object" : key.toString()) + ": " + problem;
  }
}
