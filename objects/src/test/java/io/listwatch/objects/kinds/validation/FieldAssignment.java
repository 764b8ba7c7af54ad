package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sets the field of an object at a path such as {@code spec.containers[0].name} or {@code
 * metadata.annotations[example.com/key]}. Creates missing objects and lists. The index after the
 * last appends to a list.
 */
final class FieldAssignment {
  private static final Pattern STEP = Pattern.compile("\\[([^]]*)]|([^.\\[\\]]+)");

  private FieldAssignment() {}

  /**
   * @param value null removes the field
   */
  static void set(JsonObject object, String path, @Nullable JsonValue value) {
    List<String> steps = steps(path);
    JsonValue parent = object;
    for (int i = 0; i < steps.size() - 1; i++) {
      parent = enter(parent, steps.get(i), isIndex(steps.get(i + 1)));
    }
    put(parent, steps.get(steps.size() - 1), value);
  }

  private static List<String> steps(String path) {
    var steps = new ArrayList<String>();
    var matcher = STEP.matcher(path);
    while (matcher.find()) {
      steps.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
    }
    return steps;
  }

  private static JsonValue enter(JsonValue parent, String step, boolean list) {
    JsonValue child = parent.isArray() ? parent.path(Integer.parseInt(step)) : parent.path(step);
    if (child.isContainer()) {
      return child;
    }
    JsonValue created = list ? new JsonArray() : new JsonObject();
    put(parent, step, created);
    return created;
  }

  private static void put(JsonValue parent, String step, @Nullable JsonValue value) {
    if (parent instanceof JsonArray list) {
      int index = Integer.parseInt(step);
      if (value == null) {
        list.remove(index);
      } else if (index == list.size()) {
        list.add(value);
      } else {
        list.set(index, value);
      }
    } else if (value == null) {
      ((JsonObject) parent).remove(step);
    } else {
      ((JsonObject) parent).set(step, value);
    }
  }

  private static boolean isIndex(String step) {
    return !step.isEmpty() && step.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
