package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An object from a server that could not be read, put aside so that the other objects are still
 * processed.
 *
 * <p>Immutable.
 */
public final class UnreadableObject {
  /**
   * Maximum number of bytes kept: enough for diagnosis, while a flood of such objects cannot
   * exhaust the memory.
   */
  public static final int MAX_BYTES = 64 * 1024;

  /** Maximum length of a name in Kubernetes. A key with a longer one is not kept. */
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

  /** Puts aside an object that could be read but is not valid. */
  public static UnreadableObject of(Resource object, String problem) {
    byte[] all = object.toByteArray();
    return new UnreadableObject(
        object.key(), problem, Arrays.copyOf(all, Math.min(all.length, MAX_BYTES)));
  }

  /** Puts aside the value that starts at {@code from}. */
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

  /** Returns the object's key, if it could be read. */
  public Optional<ResourceKey> key() {
    return Optional.ofNullable(key);
  }

  /** Returns the problem, and its place. */
  public String problem() {
    return problem;
  }

  /** Returns the start of the object, at most {@value #MAX_BYTES} bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns the problem, not the content, which may be secret. */
  @Override
  public String toString() {
    return (key == null ? "an object" : key.toString()) + ": " + problem;
  }
}
