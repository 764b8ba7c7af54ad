package io.listwatch.server.registry.table;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.List;

/** Parses objects into JSON trees, and reads fields that may be missing. */
final class Trees {
  private Trees() {}

  static JsonValue of(Resource object) {
    return JsonTrees.read(object.toByteArray());
  }

  /** Parses the part of the object at a path; {@link JsonValue#MISSING} if there is none. */
  static JsonValue at(Resource object, JsonPath path) {
    try {
      String json = object.text(path).orElse("");
      return json.isEmpty() ? JsonValue.MISSING : JsonTrees.read(json);
    } catch (MalformedJsonException notAnObject) {
      return JsonValue.MISSING;
    }
  }

  /** Returns the string at a path of member names; empty if there is none. */
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

  /** Returns the elements of an array, or the values of an object. */
  static List<JsonValue> elements(JsonValue node) {
    var elements = new ArrayList<JsonValue>(node.size());
    node.forEach(elements::add);
    return elements;
  }

  /** Returns the string, or a default if it is empty. */
  static String or(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }
}
