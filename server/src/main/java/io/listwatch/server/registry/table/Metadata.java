package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.stream.Stream;

/** Reads the metadata of objects. */
final class Metadata {
  private Metadata() {}

  static String name(JsonValue object) {
    return text(object, "metadata", "name");
  }

  static String age(JsonValue object, Instant now) {
    return HumanDuration.since(text(object, "metadata", "creationTimestamp"), now);
  }

  static boolean terminating(JsonValue object) {
    return object.path("metadata").hasNonNull("deletionTimestamp");
  }

  static JsonValue annotation(JsonValue object, String key) {
    return object.path("metadata").path("annotations").path(key);
  }

  /**
   * Returns the name, with {@code (default)} if an annotation marks the object as the default of
   * its kind.
   */
  static String nameOrDefault(JsonValue object, String... annotations) {
    boolean isDefault =
        Stream.of(annotations).anyMatch(each -> annotation(object, each).asText().equals("true"));
    return isDefault ? name(object) + " (default)" : name(object);
  }

  /** Returns the status of the first condition of a type; empty if there is none. */
  static String condition(JsonValue conditions, String type) {
    return Trees.elements(conditions).stream()
        .filter(each -> text(each, "type").equals(type))
        .findFirst()
        .map(each -> text(each, "status"))
        .orElse("");
  }
}
