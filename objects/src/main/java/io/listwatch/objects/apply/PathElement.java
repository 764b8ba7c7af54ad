package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One step of a field path: to a member by name, or to a list item by keys, by value or by index.
 * Sorted in this order.
 */
public sealed interface PathElement extends Comparable<PathElement> {
  /**
   * Returns the form in messages: {@code .name}, {@code [name="main"]}, {@code [="value"]}, {@code
   * [0]}.
   */
  String shown();

  /** A member of an object, written as {@code f:name}. */
  record Member(String name) implements PathElement {
    @Override
    public String shown() {
      return "." + name;
    }

    @Override
    public String toString() {
      return "f:" + name;
    }
  }

  /** A key member of a list item, and its value. */
  record Key(String name, JsonValue value) {}

  /** The list item with these keys, spelled {@code k:{"name":"main"}}. */
  record Keyed(List<Key> keys) implements PathElement {
    private static final Comparator<Key> BY_NAME = Comparator.comparing(Key::name);

    public Keyed {
      keys = keys.size() == 1 ? List.of(keys.get(0)) : keys.stream().sorted(BY_NAME).toList();
    }

    @Override
    public String shown() {
      return keys.stream()
          .map(key -> key.name() + "=" + GoNames.shown(key.value()))
          .collect(Collectors.joining(",", "[", "]"));
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("k:");
      PlainKeys.append(keys, text);
      return text.toString();
    }
  }

  /** The item of a set with this value, spelled {@code v:"value"}. */
  record Value(JsonValue value) implements PathElement {
    @Override
    public String shown() {
      return "[=" + GoNames.shown(value) + "]";
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("v:");
      PlainKeys.append(value, text);
      return text.toString();
    }
  }

  /** The list item at this index, spelled {@code i:0}. */
  record Index(int index) implements PathElement {
    @Override
    public String shown() {
      return "[" + index + "]";
    }

    @Override
    public String toString() {
      return "i:" + index;
    }
  }

  /**
   * Parses an element.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  static PathElement parse(String text) {
    return switch (text.startsWith(":", 1) ? text.charAt(0) : ':') {
      case 'f' -> new Member(text.substring(2));
      case 'k' -> keyed(text);
      case 'v' -> value(text);
      case 'i' -> new Index(Integer.parseInt(text.substring(2)));
      default ->
          throw new IllegalArgumentException(
              "path element: %s (expected: f:, k:, v: or i:)".formatted(text));
    };
  }

  /**
   * Parses an element; returns null if the server would spell it differently.
   *
   * @throws IllegalArgumentException if the string is not an element
   */
  static @Nullable PathElement parseCanonical(String text) {
    List<Key> plain = text.startsWith("k:") ? PlainKeys.keys(text, 2) : null;
    if (plain != null) {
      return new Keyed(plain);
    }
    PathElement element = parse(text);
    return element.toString().equals(text) ? element : null;
  }

  private static PathElement keyed(String text) {
    List<Key> plain = PlainKeys.keys(text, 2);
    if (plain != null) {
      return new Keyed(plain);
    }
    JsonValue object = JsonTrees.read(text.substring(2));
    if (!object.isObject()) {
      throw new IllegalArgumentException("keys: %s (expected: an object)".formatted(object));
    }
    List<Key> keys = new ArrayList<>();
    for (Map.Entry<String, JsonValue> member : object.properties()) {
      keys.add(new Key(member.getKey(), member.getValue()));
    }
    return new Keyed(keys);
  }

  private static PathElement value(String text) {
    JsonValue plain = PlainKeys.value(text, 2);
    return new Value(plain != null ? plain : JsonTrees.read(text.substring(2)));
  }

  @Override
  default int compareTo(PathElement other) {
    if (this instanceof Member left && other instanceof Member right) {
      return left.name.compareTo(right.name);
    }
    if (this instanceof Keyed left && other instanceof Keyed right) {
      return compareKeys(left.keys, right.keys);
    }
    if (this instanceof Value left && other instanceof Value right) {
      return compareValues(left.value, right.value);
    }
    if (this instanceof Index left && other instanceof Index right) {
      return Integer.compare(left.index, right.index);
    }
    return Integer.compare(rank(this), rank(other));
  }

  private static int rank(PathElement element) {
    if (element instanceof Member) {
      return 0;
    }
    if (element instanceof Keyed) {
      return 1;
    }
    return element instanceof Value ? 2 : 3;
  }

  private static int compareKeys(List<Key> left, List<Key> right) {
    for (int i = 0; i < left.size() && i < right.size(); i++) {
      int byName = left.get(i).name().compareTo(right.get(i).name());
      int order = byName != 0 ? byName : compareValues(left.get(i).value(), right.get(i).value());
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  /** Orders numbers by size, then strings, then all other values by their spelling. */
  private static int compareValues(JsonValue left, JsonValue right) {
    if (left.isNumber() && right.isNumber()) {
      return left.isLong() && right.isLong()
          ? Long.compare(left.longValue(), right.longValue())
          : left.decimalValue().compareTo(right.decimalValue());
    }
    if (left.isNumber() || right.isNumber()) {
      return left.isNumber() ? -1 : 1;
    }
    if (left.isText() && right.isText()) {
      return left.textValue().compareTo(right.textValue());
    }
    if (left.isText() || right.isText()) {
      return left.isText() ? -1 : 1;
    }
    return JsonTrees.write(left).compareTo(JsonTrees.write(right));
  }
}
