package io.listwatch.objects;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.RepeatedField;
import java.util.List;

/**
 * An object in YAML or JSON, as a user writes it: parsed, but not validated.
 *
 * <p>Immutable.
 */
public final class Manifest {
  private final JsonObject tree;
  private final List<RepeatedField> duplicates;
  private final SourceLines lines;

  Manifest(JsonObject tree, List<RepeatedField> duplicates, SourceLines lines) {
    this.tree = tree;
    this.duplicates = List.copyOf(duplicates);
    this.lines = lines;
  }

  /**
   * Parses YAML or JSON with one object.
   *
   * @throws MalformedManifestException if it cannot be parsed, or has none or several objects
   */
  public static Manifest of(String yamlOrJson) {
    List<Manifest> all = readAll(yamlOrJson);
    if (all.size() != 1) {
      throw new MalformedManifestException(all.size() + " objects (expected: one)", 1);
    }
    return all.get(0);
  }

  /**
   * Parses all objects in YAML or JSON: one for each YAML document, or the items if it is a {@code
   * List}. A document has at most 500 levels and 200,000 values.
   *
   * @throws MalformedManifestException if it cannot be parsed
   */
  public static List<Manifest> readAll(String yamlOrJson) {
    return ManifestReader.read(yamlOrJson);
  }

  static Manifest ofTree(JsonObject tree) {
    return new Manifest(tree, List.of(), SourceLines.NONE);
  }

  /** Returns the API version, such as {@code apps/v1}; empty if there is none. */
  public String apiVersion() {
    return text(tree.path("apiVersion"));
  }

  /** Returns the kind, such as {@code Deployment}; empty if there is none. */
  public String kind() {
    return text(tree.path("kind"));
  }

  /** Returns the namespace; empty if there is none. */
  public String namespace() {
    return text(tree.path("metadata").path("namespace"));
  }

  /** Returns the name, or else {@code metadata.generateName}; empty if there is neither. */
  public String name() {
    JsonValue metadata = tree.path("metadata");
    String name = text(metadata.path("name"));
    return name.isEmpty() ? text(metadata.path("generateName")) : name;
  }

  private static String text(JsonValue value) {
    return value.isText() ? value.asText() : "";
  }

  /** Returns the first line of the object, counted from 1. */
  public int line() {
    return lines.line("");
  }

  /**
   * Returns the line of a field, or of its nearest parent if the field is missing.
   *
   * @param field as {@link Problem} has it, such as {@code spec.containers[0].name}
   */
  public int line(String field) {
    return lines.line(field);
  }

  /** Returns the object as JSON. */
  public String json() {
    return JsonTrees.write(tree);
  }

  /** Returns a copy of the object that the caller may change. */
  JsonObject copy() {
    return tree.deepCopy();
  }

  List<RepeatedField> duplicates() {
    return duplicates;
  }

  @Override
  public String toString() {
    return kind() + "/" + name();
  }
}
