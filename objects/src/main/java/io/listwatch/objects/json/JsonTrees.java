package io.listwatch.objects.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonException;
import java.util.List;

/**
 * Reads JSON into trees, within limits, and writes trees as JSON.
 *
 * <p>Numbers keep their value exactly. Malformed UTF-8 and lone surrogates are read as U+FFFD, as
 * kube-apiserver does. Thread-safe.
 */
public final class JsonTrees {
  /** How deep values may nest: far beyond any object, far below what would exhaust a stack. */
  public static final int MAX_DEPTH = 500;

  /** Most trees that are written as text are a value or a few members. */
  private static final int EXPECTED_TEXT = 128;

  private JsonTrees() {}

  /**
   * Reads a tree from text.
   *
   * @throws MalformedJsonException if the text is not one JSON value, or passes a limit
   */
  public static JsonValue read(String text) {
    return parse(text).tree();
  }

  /**
   * Reads a tree from UTF-8. The tree may keep a reference to the bytes, which must not change.
   *
   * @throws MalformedJsonException if the text is not one JSON value, or passes a limit
   */
  public static JsonValue read(byte[] utf8) {
    return parse(utf8).tree();
  }

  /** As {@link #read(String)}, with the members that were given more than once. */
  public static Parsed parse(String text) {
    return parse(JsonRepair.withoutLoneSurrogates(text).getBytes(UTF_8));
  }

  /** As {@link #read(byte[])}, with the members that were given more than once. */
  public static Parsed parse(byte[] utf8) {
    try {
      return new JsonReader(utf8).document();
    } catch (JsonException malformed) {
      JsonSyntax.check(utf8);
      return repaired(utf8);
    }
  }

  /** Reads text that keeps the grammar but is not Unicode, or passes a limit. */
  private static Parsed repaired(byte[] utf8) {
    try {
      return new JsonReader(JsonRepair.repaired(utf8)).document();
    } catch (JsonException limit) {
      throw new MalformedJsonException(limit.problem(), limit);
    }
  }

  /**
   * Writes a tree as text: spelled as {@link io.listwatch.objects.schema.CanonicalForm}s do, its
   * members in the order they have.
   */
  public static String write(JsonValue tree) {
    return new String(encode(tree, EXPECTED_TEXT), UTF_8);
  }

  /**
   * Encodes a tree as UTF-8, its members in the order they have.
   *
   * @param expected the size of the first buffer, which grows if the JSON is longer
   */
  public static byte[] encode(JsonValue tree, int expected) {
    return JsonWriter.write(tree, expected);
  }

  /**
   * A tree, and the members that were given more than once in its text.
   *
   * @param duplicates the first hundred; of each member the last one given stands, or all of them
   *     together if they are objects
   */
  public record Parsed(JsonValue tree, List<RepeatedField> duplicates) {
    public Parsed {
      duplicates = List.copyOf(duplicates);
    }
  }
}
