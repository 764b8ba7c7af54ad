package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.JsonTrees;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One step from a value into it: to a member by its name, to an item of a list by its keys, by its
 * value, or by its place. Ordered so: names, keys, values, places.
 */
public sealed interface PathElement extends Comparable<PathElement> {
  /** As people are told: {@code .name}, {@code [name="main"]}, {@code [="value"]}, {@code [0]}. */
  String shown();

  /** To a member of an object. Spelled {@code f:name}. */
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

  /** To the item of a list that has these members. Spelled {@code k:{"name":"main"}}. */
  record Keyed(SortedMap<String, JsonNode> keys) implements PathElement {
    public Keyed {
      SortedMap<String, JsonNode> copy = new TreeMap<>();
      keys.forEach((name, value) -> copy.put(name, plain(value)));
      keys = copy;
    }

    @Override
    public String shown() {
      return keys.entrySet().stream()
          .map(key -> key.getKey() + "=" + GoNames.shown(key.getValue()))
          .collect(Collectors.joining(",", "[", "]"));
    }

    @Override
    public String toString() {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      keys.forEach(object::set);
      return "k:" + JsonTrees.write(object);
    }
  }

  /** To the item of a set that is this value. Spelled {@code v:"value"}. */
  record Value(JsonNode value) implements PathElement {
    public Value {
      value = plain(value);
    }

    @Override
    public String shown() {
      return "[=" + GoNames.shown(value) + "]";
    }

    @Override
    public String toString() {
      return "v:" + JsonTrees.write(value);
    }
  }

  /** To the item of a list at this place. Spelled {@code i:0}. */
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
   * The element that is spelled so.
   *
   * @throws IllegalArgumentException if it is nothing of the kind
   */
  static PathElement parse(String text) {
    String rest = text.length() < 2 ? "" : text.substring(2);
    return switch (text.length() < 2 ? "" : text.substring(0, 2)) {
      case "f:" -> new Member(rest);
      case "k:" -> keyed(JsonTrees.read(rest));
      case "v:" -> new Value(JsonTrees.read(rest));
      case "i:" -> new Index(Integer.parseInt(rest));
      default ->
          throw new IllegalArgumentException(
              "path element: %s (expected: f:, k:, v: or i:)".formatted(text));
    };
  }

  private static PathElement keyed(JsonNode object) {
    if (!object.isObject()) {
      throw new IllegalArgumentException("keys: %s (expected: an object)".formatted(object));
    }
    SortedMap<String, JsonNode> keys = new TreeMap<>();
    object.properties().forEach(member -> keys.put(member.getKey(), member.getValue()));
    return new Keyed(keys);
  }

  /** Numbers of one value are one node, however wide the parser or the server made them. */
  private static JsonNode plain(JsonNode value) {
    return value.isInt() && value.canConvertToLong()
        ? JsonNodeFactory.instance.numberNode(value.longValue())
        : value;
  }

  @Override
  default int compareTo(PathElement other) {
    if (this instanceof Member left && other instanceof Member right) {
      return left.name.compareTo(right.name);
    }
    if (this instanceof Keyed left && other instanceof Keyed right) {
      return compareKeys(left, right);
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

  private static int compareKeys(Keyed left, Keyed right) {
    Iterator<Map.Entry<String, JsonNode>> others = right.keys.entrySet().iterator();
    for (Map.Entry<String, JsonNode> key : left.keys.entrySet()) {
      if (!others.hasNext()) {
        return 1;
      }
      Map.Entry<String, JsonNode> other = others.next();
      int byName = key.getKey().compareTo(other.getKey());
      int order = byName != 0 ? byName : compareValues(key.getValue(), other.getValue());
      if (order != 0) {
        return order;
      }
    }
    return others.hasNext() ? -1 : 0;
  }

  /** Numbers by size, then texts, then everything else as it is spelled. */
  private static int compareValues(JsonNode left, JsonNode right) {
    if (left.isNumber() && right.isNumber()) {
      BigDecimal number = left.decimalValue();
      return number.compareTo(right.decimalValue());
    }
    if (left.isNumber() || right.isNumber()) {
      return left.isNumber() ? -1 : 1;
    }
    if (left.isTextual() && right.isTextual()) {
      return left.textValue().compareTo(right.textValue());
    }
    if (left.isTextual() || right.isTextual()) {
      return left.isTextual() ? -1 : 1;
    }
    return JsonTrees.write(left).compareTo(JsonTrees.write(right));
  }
}
