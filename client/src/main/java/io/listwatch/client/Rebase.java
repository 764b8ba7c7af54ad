package io.listwatch.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies the difference between two partial copies of an object, from before and after a change,
 * to the original. Null and absent fields are equal, as they are for API servers.
 */
final class Rebase {
  /** Members that may identify the elements of a list, in the order in which they are tried. */
  private static final List<String> KEYS =
      List.of(
          "name", "key", "type", "uid", "ip", "mountPath", "devicePath", "containerPort", "port");

  private Rebase() {}

  static JsonNode onto(@Nullable JsonNode original, @Nullable JsonNode before, JsonNode after) {
    if (original == null || before == null) {
      return after;
    }
    if (after.equals(before)) {
      return original;
    }
    if (original.isObject() && before.isObject() && after.isObject()) {
      return objects(original, before, after);
    }
    if (original.isArray() && before.isArray() && after.isArray()) {
      return arrays(original, before, after);
    }
    return after;
  }

  private static ObjectNode objects(JsonNode original, JsonNode before, JsonNode after) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    original
        .fieldNames()
        .forEachRemaining(
            name -> {
              // A field that the class does not have is in neither copy, and stays.
              if (isThere(after, name) || !isThere(before, name)) {
                result.set(name, original.get(name));
              }
            });
    after
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (isThere(after, name)) {
                result.set(name, onto(original.get(name), there(before, name), after.get(name)));
              }
            });
    return withoutAddedDefaults(result, original, before, after);
  }

  /**
   * Removes fields that the class adds to both copies although the original lacks them, such as an
   * empty list: these are not part of the change.
   */
  private static ObjectNode withoutAddedDefaults(
      ObjectNode result, JsonNode original, JsonNode before, JsonNode after) {
    after
        .fieldNames()
        .forEachRemaining(
            name -> {
              boolean addedDefault =
                  !original.has(name) && after.get(name).equals(before.get(name));
              if (addedDefault) {
                result.remove(name);
              }
            });
    return result;
  }

  private static boolean isThere(JsonNode object, String name) {
    return object.hasNonNull(name);
  }

  private static @Nullable JsonNode there(JsonNode object, String name) {
    return isThere(object, name) ? object.get(name) : null;
  }

  /** Applies the change of each element whose old element can be identified. */
  private static ArrayNode arrays(JsonNode original, JsonNode before, JsonNode after) {
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    // If the class omits elements, the indexes do not match.
    int[] origins = original.size() == before.size() ? origins(before, after) : new int[0];
    for (int i = 0; i < after.size(); i++) {
      int old = i < origins.length ? origins[i] : -1;
      result.add(old < 0 ? after.get(i) : onto(original.get(old), before.get(old), after.get(i)));
    }
    return result;
  }

  /** Returns, for each element of the new list, the index of its old element, or -1. */
  private static int[] origins(JsonNode before, JsonNode after) {
    String key = commonKey(before, after);
    Set<Integer> taken = new HashSet<>();
    var origins = new int[after.size()];
    for (int i = 0; i < origins.length; i++) {
      origins[i] = find(before, after.get(i), key, taken);
    }
    if (key == null && before.size() == after.size()) {
      for (int i = 0; i < origins.length; i++) {
        origins[i] = origins[i] < 0 && taken.add(i) ? i : origins[i];
      }
    }
    return origins;
  }

  private static int find(
      JsonNode before, JsonNode wanted, @Nullable String key, Set<Integer> taken) {
    for (int i = 0; i < before.size(); i++) {
      boolean same =
          key == null
              ? before.get(i).equals(wanted)
              : before.get(i).get(key).equals(wanted.get(key));
      if (same && taken.add(i)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns a member that every element of both lists has, with a different value for each element
   * of a list.
   */
  private static @Nullable String commonKey(JsonNode before, JsonNode after) {
    return KEYS.stream()
        .filter(key -> isKey(before, key) && isKey(after, key))
        .findFirst()
        .orElse(null);
  }

  private static boolean isKey(JsonNode list, String key) {
    Set<JsonNode> seen = new HashSet<>();
    for (JsonNode element : list) {
      if (!element.isObject() || !element.hasNonNull(key) || !seen.add(element.get(key))) {
        return false;
      }
    }
    return true;
  }
}
