package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two objects without the members that are equal in both, at any depth: the input of a comparison.
 * Unequal lists are kept as a whole. An object with members keeps at least one, so that it does not
 * look empty.
 *
 * @param before shares its values with the first object
 * @param after shares its values with the second object
 */
record UnequalMembers(JsonObject before, JsonObject after) {

  /** Returns null if the objects are equal. Recursive: the depth of trees is bounded. */
  static @Nullable UnequalMembers of(JsonObject before, JsonObject after) {
    UnequalMembers unequal = null;
    int common = 0;
    for (Map.Entry<String, JsonValue> member : before.properties()) {
      JsonValue other = after.get(member.getKey());
      common += other == null ? 0 : 1;
      unequal = with(unequal, member.getKey(), member.getValue(), other);
    }
    if (common < after.size()) {
      for (Map.Entry<String, JsonValue> member : after.properties()) {
        if (!before.has(member.getKey())) {
          unequal = with(unequal, member.getKey(), null, member.getValue());
        }
      }
    }
    if (unequal != null) {
      unequal.keepOne(before, after);
    }
    return unequal;
  }

  private static @Nullable UnequalMembers with(
      @Nullable UnequalMembers others,
      String name,
      @Nullable JsonValue before,
      @Nullable JsonValue after) {
    JsonValue first = before;
    JsonValue second = after;
    if (before instanceof JsonObject object && after instanceof JsonObject other) {
      UnequalMembers below = of(object, other);
      first = below == null ? null : below.before;
      second = below == null ? null : below.after;
    } else if (before != null && before.equals(after)) {
      return others;
    }
    return first == null && second == null ? others : set(others, name, first, second);
  }

  private static UnequalMembers set(
      @Nullable UnequalMembers others,
      String name,
      @Nullable JsonValue first,
      @Nullable JsonValue second) {
    UnequalMembers all =
        others != null ? others : new UnequalMembers(new JsonObject(), new JsonObject());
    if (first != null) {
      all.before.set(name, first);
    }
    if (second != null) {
      all.after.set(name, second);
    }
    return all;
  }

  /**
   * Keeps a member in an object that would become empty; both objects have it, with equal values.
   */
  private void keepOne(JsonObject first, JsonObject second) {
    if (before.isEmpty() && !first.isEmpty()) {
      keep(smallest(first), first, second);
    } else if (after.isEmpty() && !second.isEmpty()) {
      keep(smallest(second), first, second);
    }
  }

  private void keep(String name, JsonObject first, JsonObject second) {
    before.set(name, first.get(name));
    after.set(name, second.get(name));
  }

  /** Returns the name of a scalar member, or of any member if there is no scalar. */
  private static String smallest(JsonObject object) {
    for (Map.Entry<String, JsonValue> member : object.properties()) {
      if (member.getValue().isScalar()) {
        return member.getKey();
      }
    }
    return object.fieldNames().get(0);
  }
}
