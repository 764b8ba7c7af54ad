package io.listwatch.objects.custom;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** The names of a custom resource, requested or accepted. Absent names are empty. */
public record CustomNames(
    String plural,
    String singular,
    List<String> shortNames,
    String kind,
    String listKind,
    List<String> categories) {
  public CustomNames {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
  }

  static CustomNames of(JsonValue names) {
    return new CustomNames(
        names.path("plural").asText(),
        names.path("singular").asText(),
        strings(names.path("shortNames")),
        names.path("kind").asText(),
        names.path("listKind").asText(),
        strings(names.path("categories")));
  }

  static List<String> strings(JsonValue array) {
    var strings = new ArrayList<String>(array.size());
    array.forEach(each -> strings.add(each.asText()));
    return strings;
  }

  /** Returns the names as JSON: plural and kind are present even if they are empty. */
  JsonObject toJson() {
    JsonObject names = new JsonObject();
    names.put("plural", plural);
    putIfAny(names, "singular", singular);
    putIfAny(names, "shortNames", shortNames);
    names.put("kind", kind);
    putIfAny(names, "listKind", listKind);
    putIfAny(names, "categories", categories);
    return names;
  }

  private static void putIfAny(JsonObject names, String member, String value) {
    if (!value.isEmpty()) {
      names.put(member, value);
    }
  }

  private static void putIfAny(JsonObject names, String member, List<String> values) {
    if (!values.isEmpty()) {
      values.forEach(names.putArray(member)::add);
    }
  }
}
