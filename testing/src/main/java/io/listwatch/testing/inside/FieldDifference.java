package io.listwatch.testing.inside;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The fields in which two states of an object differ, one line each, with a bound on their number
 * and length.
 */
final class FieldDifference {
  static final int MAX_LINES = 200;
  private static final int MAX_TEXT = 400;
  private static final Set<String> NOISE = Set.of("managedFields", "resourceVersion");

  private final JsonArray lines = new JsonArray();

  private FieldDifference() {}

  /**
   * Returns the differences.
   *
   * @param before {@link JsonValue#MISSING} if the object was created
   * @param after {@link JsonValue#MISSING} if it was deleted
   */
  static JsonArray between(JsonValue before, JsonValue after) {
    var difference = new FieldDifference();
    difference.compare("", before, after);
    return difference.lines;
  }

  private void compare(String path, JsonValue before, JsonValue after) {
    if ((before.isObject() && after.isObject())
        || (before.isMissing() && isFilled(after) && after.isObject())
        || (after.isMissing() && isFilled(before) && before.isObject())) {
      members(path, before, after);
    } else if (before.isArray() && after.isArray()) {
      for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
        compare(path + "[" + i + "]", before.path(i), after.path(i));
      }
    } else if (!before.equals(after)) {
      add(path, before, after);
    }
  }

  private static boolean isFilled(JsonValue value) {
    return value.size() > 0;
  }

  private void members(String path, JsonValue before, JsonValue after) {
    var names = new LinkedHashSet<String>();
    names.addAll(before.fieldNames());
    names.addAll(after.fieldNames());
    for (String name : names) {
      if (!(path.equals("metadata") && NOISE.contains(name))) {
        compare(path.isEmpty() ? name : path + "." + name, before.path(name), after.path(name));
      }
    }
  }

  private void add(String path, JsonValue before, JsonValue after) {
    if (lines.size() == MAX_LINES) {
      lines.add(new JsonObject().put("path", "… and more"));
    }
    if (lines.size() > MAX_LINES) {
      return;
    }
    JsonObject line = lines.addObject().put("path", shortened(path));
    if (!before.isMissing()) {
      line.put("before", text(before));
    }
    if (!after.isMissing()) {
      line.put("after", text(after));
    }
  }

  private static String text(JsonValue value) {
    return shortened(value.isText() ? value.textValue() : value.toString());
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }
}
