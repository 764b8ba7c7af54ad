package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonValue;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares two JSON values: numbers by value, objects regardless of the order of members. */
final class SameValue {
  private SameValue() {}

  static boolean test(@Nullable JsonValue left, @Nullable JsonValue right) {
    if (left == null || right == null) {
      return left == null && right == null;
    }
    if (left.isNumber() && right.isNumber()) {
      return left.equals(right) || left.decimalValue().compareTo(right.decimalValue()) == 0;
    }
    if (left.isObject() && right.isObject()) {
      return members(left, right);
    }
    if (left.isArray() && right.isArray()) {
      return items(left.iterator(), right.iterator());
    }
    return left.equals(right);
  }

  static boolean test(List<JsonValue> left, List<JsonValue> right) {
    return items(left.iterator(), right.iterator());
  }

  private static boolean members(JsonValue left, JsonValue right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (Map.Entry<String, JsonValue> member : left.properties()) {
      if (!test(member.getValue(), right.get(member.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private static boolean items(Iterator<JsonValue> left, Iterator<JsonValue> right) {
    while (left.hasNext() && right.hasNext()) {
      if (!test(left.next(), right.next())) {
        return false;
      }
    }
    return !left.hasNext() && !right.hasNext();
  }
}
