package io.listwatch.following;

import io.listwatch.following.facts.Facts;
import io.listwatch.following.facts.Facts.FieldFacts;
import io.listwatch.following.facts.Facts.ServedResource;
import io.listwatch.following.facts.Facts.TypeFacts;
import io.listwatch.following.golang.Markers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Facts that no table is made from, but that hand-written code follows. A difference names the
 * topic to review.
 */
final class HandKept {
  /** Markers that become table columns, so that their changes show up as changes of the tables. */
  private static final List<String> IN_TABLES =
      List.of(
          "default",
          "enum",
          "listMapKey",
          "listType",
          "mapType",
          "optional",
          "patchMergeKey",
          "patchStrategy",
          "protobuf.nullable",
          "required",
          "structType",
          "union",
          "unionDiscriminator");

  private HandKept() {}

  /** Returns the facts by the topic to review, then by their subject. */
  static Map<String, Map<String, String>> of(Facts facts) {
    var parts = new LinkedHashMap<String, Map<String, String>>();
    parts.put("Resources: columns, field selectors, stored version", resources(facts));
    parts.put(
        "Functions that defaults, validation, strategies and columns follow", functions(facts));
    parts.put("Markers: feature gates and declared validation", markers(facts));
    parts.put("Constants of types that are no enumerations", constants(facts));
    return parts;
  }

  private static Map<String, String> resources(Facts facts) {
    var found = new TreeMap<String, String>();
    for (ServedResource each : facts.resources()) {
      found.put(each.apiVersion() + " " + each.plural(), "");
    }
    return found;
  }

  private static Map<String, String> functions(Facts facts) {
    var found = new TreeMap<String, String>();
    facts
        .functions()
        .forEach(
            (file, digests) ->
                digests.forEach((name, digest) -> found.put(file + " " + name, digest)));
    return found;
  }

  private static Map<String, String> markers(Facts facts) {
    var found = new TreeMap<String, String>();
    for (TypeFacts type : facts.types().values()) {
      put(found, type.name(), type.markers());
      type.fields().forEach(field -> put(found, type.name() + "." + name(field), field.markers()));
    }
    return found;
  }

  /** Returns the field's name. An embedded field is named after its type. */
  private static String name(FieldFacts field) {
    String type = field.type().innermost().text();
    return field.name().isEmpty() ? type.substring(type.lastIndexOf('.') + 1) : field.name();
  }

  private static void put(Map<String, String> found, String place, List<String> markers) {
    String others =
        String.join(
            " ",
            markers.stream()
                .filter(
                    each -> IN_TABLES.stream().noneMatch(name -> Markers.has(List.of(each), name)))
                .map(each -> "+" + each)
                .toList());
    if (!others.isEmpty()) {
      found.put(place, others);
    }
  }

  private static Map<String, String> constants(Facts facts) {
    var found = new TreeMap<String, String>();
    for (TypeFacts type : facts.types().values()) {
      if (!type.values().isEmpty() && !Markers.has(type.markers(), "enum")) {
        found.put(type.name(), String.join(",", type.values()));
      }
    }
    return found;
  }
}
