package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Equality of CEL values. Numbers are compared by value, regardless of their types; lists of type
 * {@code set} and {@code map} regardless of order.
 */
final class Equality {
  private Equality() {}

  static boolean equal(Object a, Object b) {
    if (a == b) {
      return !Double.valueOf(Double.NaN).equals(a);
    }
    if (a instanceof Number x && b instanceof Number y) {
      return equalNumbers(x, y);
    }
    if (a instanceof ObjectView x && b instanceof ObjectView y) {
      return equalObjects(x, y);
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      return x.size() == y.size() && equalLists(x, y);
    }
    if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
      return x.size() == y.size() && equalMaps(x, y);
    }
    return !isView(a) && !isView(b) && Objects.equals(a, b);
  }

  /** Returns a hash code that is consistent with {@link #equal}. */
  static int hash(Object value) {
    if (value instanceof Number number) {
      return Double.hashCode(number.doubleValue() + 0.0);
    }
    if (value instanceof ObjectView object) {
      int sum = object.node().size();
      for (Map.Entry<String, JsonValue> member : object.node().properties()) {
        DeclaredType type = object.type().memberNamed(member.getKey());
        sum += member.getKey().hashCode() ^ hashMember(type, member.getValue());
      }
      return sum;
    }
    if (value instanceof List<?> list) {
      int sum = list.size(); // independent of order, because one of two equal lists may be a set
      for (Object element : list) {
        sum += hash(element);
      }
      return sum;
    }
    if (value instanceof Map<?, ?> map) {
      int sum = map.size();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        sum += hash(entry.getKey()) ^ hash(entry.getValue());
      }
      return sum;
    }
    return value.hashCode();
  }

  /**
   * Hashes a member. Members that rules cannot see are compared as JSON; only the size of their
   * containers is hashed.
   */
  private static int hashMember(@Nullable DeclaredType type, JsonValue value) {
    if (type != null && !value.isNull()) {
      return hash(type.view(value));
    }
    if (value.isNumber()) {
      return Double.hashCode(value.doubleValue() + 0.0);
    }
    return value.isText() ? value.textValue().hashCode() : value.size();
  }

  private static boolean isView(Object value) {
    return value instanceof ObjectView || value instanceof List<?> || value instanceof Map<?, ?>;
  }

  private static boolean equalNumbers(Number a, Number b) {
    if (a instanceof Double || b instanceof Double) {
      double x = a.doubleValue();
      double y = b.doubleValue();
      // Above 2^53, different integers can have equal double values.
      return x == y && (a.getClass() == b.getClass() || a.longValue() == b.longValue());
    }
    return a.getClass() == b.getClass()
        ? a.equals(b)
        : a.longValue() == b.longValue() && a.longValue() >= 0;
  }

  /** True if two objects are equal. Members that rules cannot see are compared as JSON. */
  private static boolean equalObjects(ObjectView a, ObjectView b) {
    if (a.node().size() != b.node().size()) {
      return false;
    }
    for (Map.Entry<String, JsonValue> member : a.node().properties()) {
      JsonValue other = b.node().get(member.getKey());
      DeclaredType type = a.type().memberNamed(member.getKey());
      if (other == null || !equalMembers(type, member.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalMembers(@Nullable DeclaredType type, JsonValue a, JsonValue b) {
    if (type == null || a.isNull() || b.isNull()) {
      return a.equals(b);
    }
    return equal(type.view(a), type.view(b));
  }

  private static boolean equalLists(List<?> a, List<?> b) {
    DeclaredType.Array type = a instanceof RuleList list ? list.declared() : null;
    if (type != null && type.kind() == DeclaredType.Array.Kind.SET) {
      return equalSets(a, b);
    }
    if (type != null && type.kind() == DeclaredType.Array.Kind.MAP) {
      return equalKeyed(a, b, type);
    }
    Iterator<?> others = b.iterator();
    for (Object element : a) {
      if (!equal(element, others.next())) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalSets(List<?> a, List<?> b) {
    return keys(a).equals(keys(b));
  }

  private static boolean equalKeyed(List<?> a, List<?> b, DeclaredType.Array type) {
    var others = new HashMap<Object, Object>();
    for (Object each : b) {
      others.put(type.keyOfView(each), each);
    }
    for (Object each : a) {
      Object other = others.get(type.keyOfView(each));
      if (other == null || !equal(each, other)) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalMaps(Map<?, ?> a, Map<?, ?> b) {
    for (Map.Entry<?, ?> entry : a.entrySet()) {
      Object other = b.get(entry.getKey());
      if (other == null || !equal(entry.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the elements of a list as keys for hash lookups. */
  static Set<Object> keys(List<?> list) {
    var keys = new HashSet<Object>();
    for (Object element : list) {
      keys.add(key(element));
    }
    return keys;
  }

  /**
   * Returns a value as a hash key. Strings are their own key: hash maps can sort them, so lookups
   * stay fast even if a client chose strings with the same hash code.
   */
  static Object key(Object value) {
    return value instanceof String ? value : new Key(value);
  }

  /** A hash key with the equality of CEL. */
  private record Key(Object value) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && equal(value, key.value);
    }

    @Override
    public int hashCode() {
      return hash(value);
    }
  }
}
