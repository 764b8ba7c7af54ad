package io.listwatch.objects.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonException;
import java.util.List;

/**
 * Parses JSON into trees, within limits, and writes trees as JSON.
 *
 * <p>Numbers keep their exact value. Malformed UTF-8 and lone surrogates become U+FFFD, as in
 * kube-apiserver. Thread-safe.
 */
public final class JsonTrees {
  /** Maximum nesting depth: far beyond any object, far below what would exhaust a stack. */
  public static final int MAX_DEPTH = 500;

  /** Initial buffer size for strings: most are a value or a few members. */
  private static final int EXPECTED_TEXT = 128;

  private JsonTrees() {}

  /**
   * Parses a string.
   *
   * @throws MalformedJsonException if it is not one JSON value, or exceeds a limit
   */
  public static JsonValue read(String text) {
    return parse(text).tree();
  }

  /**
   * Parses UTF-8. The tree may keep a reference to the bytes, which must not change.
   *
   * @throws MalformedJsonException if the bytes are not one JSON value, or exceed a limit
   */
  public static JsonValue read(byte[] utf8) {
    return parse(utf8).tree();
  }

  /** Like {@link #read(String)}, with the duplicate members. */
  public static Parsed parse(String text) {
    return parse(JsonRepair.withoutLoneSurrogates(text).getBytes(UTF_8));
  }

  /** Like {@link #read(byte[])}, with the duplicate members. */
  public static Parsed parse(byte[] utf8) {
    try {
      return new JsonReader(utf8).document();
    } catch (JsonException malformed) {
      JsonSyntax.check(utf8);
      return repaired(utf8);
    }
  }

  /** Parses a document that is valid JSON but not valid Unicode, or that exceeds a limit. */
  private static Parsed repaired(byte[] utf8) {
    try {
      return new JsonReader(JsonRepair.repaired(utf8)).document();
    } catch (JsonException limit) {
      throw new MalformedJsonException(limit.problem(), limit);
    }
  }

  /**
   * Writes a tree as a string, in the spelling of {@link
   * io.listwatch.objects.schema.CanonicalForm}s, its members in their own order.
   */
  public static String write(JsonValue tree) {
    return new String(encode(tree, EXPECTED_TEXT), UTF_8);
  }

  /**
   * Writes a tree as UTF-8, its members in their own order.
   *
   * @param expected the size of the first buffer, which grows if the JSON is longer
   */
  public static byte[] encode(JsonValue tree, int expected) {
    return JsonWriter.write(tree, expected);
  }

  /**
   * A tree, and the duplicate members of its source.
   *
   * @param duplicates the first hundred. The last value of each member wins, except that objects
   *     are merged
   */
  public record Parsed(JsonValue tree, List<RepeatedField> duplicates) {
    public Parsed {
      duplicates = List.copyOf(duplicates);
    }
  }
}
