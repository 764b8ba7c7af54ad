package io.listwatch.server.registry.table;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.List;

/** Reads objects, or parts of them, as trees, and asks trees for what may be missing in them. */
final class Trees {
  private Trees() {}

  static JsonValue of(Resource object) {
    return JsonTrees.read(object.toByteArray());
  }

  /** What is at a place of the object; a missing node if nothing is. */
  static JsonValue at(Resource object, JsonPath path) {
    try {
      String json = object.text(path).orElse("");
      return json.isEmpty() ? JsonValue.MISSING : JsonTrees.read(json);
    } catch (MalformedJsonException notAnObject) {
      return JsonValue.MISSING;
    }
  }

  /** The text at a place, in steps; empty if there is none. */
  static String text(JsonValue node, String... steps) {
    return in(node, steps).asText("");
  }

  static JsonValue in(JsonValue node, String... steps) {
    JsonValue found = node;
    for (String step : steps) {
      found = found.path(step);
    }
    return found;
  }

  /** The elements of an array, or the values of an object. */
  static List<JsonValue> elements(JsonValue node) {
    var elements = new ArrayList<JsonValue>(node.size());
    node.forEach(elements::add);
    return elements;
  }

  /** A word in the place of an empty text. */
  static String or(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }
}
