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
  /** Maximum nesting depth: far more than any object has, far less than would exhaust a stack. */
  public static final int MAX_DEPTH = 500;

  /**
   * Maximum number of values in a document from outside, in which every second byte may become an
   * object. The tree of the worst such document has 36 MB; a typical Kubernetes object has one
   * value for every fifteen bytes and stays far below.
   */
  public static final int MAX_VALUES = 200_000;

  /**
   * Initial buffer size for strings: most are written from a scalar, or from an object with a few
   * members.
   */
  private static final int EXPECTED_TEXT = 128;

  private JsonTrees() {}

  /**
   * Parses a string of any number of values.
   *
   * @throws MalformedJsonException if it is not one JSON value, or exceeds a limit
   */
  public static JsonValue read(String text) {
    return read(bytes(text));
  }

  /**
   * Parses UTF-8 of any number of values, such as a stored object. The tree may keep a reference to
   * the bytes, which must not change.
   *
   * @throws MalformedJsonException if the bytes are not one JSON value, or exceed a limit
   */
  public static JsonValue read(byte[] utf8) {
    return parse(utf8, Integer.MAX_VALUE).tree();
  }

  /** Like {@link #parse(byte[])}, of a string. */
  public static Parsed parse(String text) {
    return parse(bytes(text));
  }

  /**
   * Parses a document from outside: like {@link #read(byte[])}, with at most {@value #MAX_VALUES}
   * values, and with the duplicate members.
   */
  public static Parsed parse(byte[] utf8) {
    return parse(utf8, MAX_VALUES);
  }

  /** Returns the number of values of a tree, itself included. */
  public static int count(JsonValue tree) {
    int values = 1;
    for (JsonValue each : tree) {
      values += count(each);
    }
    return values;
  }

  private static byte[] bytes(String text) {
    return JsonRepair.withoutLoneSurrogates(text).getBytes(UTF_8);
  }

  private static Parsed parse(byte[] utf8, int maxValues) {
    try {
      return new JsonReader(utf8, maxValues).document();
    } catch (JsonException malformed) {
      JsonSyntax.check(utf8);
      return repaired(utf8, maxValues);
    }
  }

  /** Parses a document that is valid JSON but not valid Unicode, or that exceeds a limit. */
  private static Parsed repaired(byte[] utf8, int maxValues) {
    try {
      return new JsonReader(JsonRepair.repaired(utf8), maxValues).document();
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
   * @param values the number of values of the source, objects and arrays included; 0 if a program
   *     created the tree
   */
  public record Parsed(JsonValue tree, List<RepeatedField> duplicates, int values) {
    public Parsed {
      duplicates = List.copyOf(duplicates);
    }
  }
}
