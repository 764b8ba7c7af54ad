package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.stream.Stream;

/** What every object says about itself. */
final class Metadata {
  private Metadata() {}

  static String name(JsonNode object) {
    return text(object, "metadata", "name");
  }

  static String age(JsonNode object, Instant now) {
    return HumanDuration.since(text(object, "metadata", "creationTimestamp"), now);
  }

  static boolean terminating(JsonNode object) {
    return object.path("metadata").hasNonNull("deletionTimestamp");
  }

  static JsonNode annotation(JsonNode object, String key) {
    return object.path("metadata").path("annotations").path(key);
  }

  /** The name, marked if one of the annotations says that the object is the default of its kind. */
  static String nameOrDefault(JsonNode object, String... annotations) {
    boolean isDefault =
        Stream.of(annotations).anyMatch(each -> annotation(object, each).asText().equals("true"));
    return isDefault ? name(object) + " (default)" : name(object);
  }

  /** The status of the first condition of a type; empty if there is none. */
  static String condition(JsonNode conditions, String type) {
    return Trees.elements(conditions).stream()
        .filter(each -> text(each, "type").equals(type))
        .findFirst()
        .map(each -> text(each, "status"))
        .orElse("");
  }
}
