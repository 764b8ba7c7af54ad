package io.listwatch.objects.kinds.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sets the field of an object at a path such as {@code spec.containers[0].name} or {@code
 * metadata.annotations[example.com/key]}. Creates the objects and lists on the way. The index after
 * the last appends to a list.
 */
final class FieldAssignment {
  private static final Pattern STEP = Pattern.compile("\\[([^]]*)]|([^.\\[\\]]+)");

  private FieldAssignment() {}

  /**
   * @param value null removes the field
   */
  static void set(ObjectNode object, String path, @Nullable JsonNode value) {
    List<String> steps = steps(path);
    JsonNode parent = object;
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

  private static JsonNode enter(JsonNode parent, String step, boolean list) {
    JsonNode child = parent.isArray() ? parent.path(Integer.parseInt(step)) : parent.path(step);
    if (child.isContainerNode()) {
      return child;
    }
    JsonNode created =
        list ? JsonNodeFactory.instance.arrayNode() : JsonNodeFactory.instance.objectNode();
    put(parent, step, created);
    return created;
  }

  private static void put(JsonNode parent, String step, @Nullable JsonNode value) {
    if (parent instanceof ArrayNode list) {
      int index = Integer.parseInt(step);
      if (value == null) {
        list.remove(index);
      } else if (index == list.size()) {
        list.add(value);
      } else {
        list.set(index, value);
      }
    } else if (value == null) {
      ((ObjectNode) parent).remove(step);
    } else {
      ((ObjectNode) parent).set(step, value);
    }
  }

  private static boolean isIndex(String step) {
    return !step.isEmpty() && step.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
