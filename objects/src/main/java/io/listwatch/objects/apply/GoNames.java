package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What the reference, which is written in Go, calls JSON values when it cannot use one. */
final class GoNames {
  private static final String MAP = "map[string]interface {}";
  private static final String LIST = "[]interface {}";

  private GoNames() {}

  /** The kind of a value, as its JSON decoder says. */
  static String of(JsonValue value) {
    return switch (value.type()) {
      case ARRAY -> "array";
      case OBJECT -> "object";
      case STRING -> "string";
      case NUMBER -> "number";
      case BOOLEAN -> "bool";
      default -> "null";
    };
  }

  /** The type that a decoded value has. */
  static String type(JsonValue value) {
    return switch (value.type()) {
      case ARRAY -> LIST;
      case OBJECT -> MAP;
      case NUMBER -> value.isInteger() ? "int64" : "float64";
      default -> of(value);
    };
  }

  /** A scalar as a part of a path: texts between quotes. */
  static String shown(JsonValue value) {
    return value.isText() ? Quotation.of(value.textValue()) : value.asText();
  }

  /** A value as the program would be written: {@code map[string]interface {}{"a":1}}. */
  static String literal(JsonValue value) {
    if (value.isArray()) {
      return elements(value)
          .map(GoNames::literal)
          .collect(Collectors.joining(", ", LIST + "{", "}"));
    }
    if (value.isObject()) {
      return sorted(value).entrySet().stream()
          .map(each -> Quotation.of(each.getKey()) + ":" + literal(each.getValue()))
          .collect(Collectors.joining(", ", MAP + "{", "}"));
    }
    return value.isNull() ? "interface {}(nil)" : shown(value);
  }

  /** A pointer to a value, as it is printed: {@code &{map[a:1]}}. */
  static String pointer(JsonValue value) {
    return "&{" + printed(value) + "}";
  }

  private static String printed(JsonValue value) {
    if (value.isArray()) {
      return elements(value).map(GoNames::printed).collect(Collectors.joining(" ", "[", "]"));
    }
    if (value.isObject()) {
      return sorted(value).entrySet().stream()
          .map(each -> each.getKey() + ":" + printed(each.getValue()))
          .collect(Collectors.joining(" ", "map[", "]"));
    }
    return value.isNull() ? "<nil>" : value.asText();
  }

  private static Stream<JsonValue> elements(JsonValue list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static Map<String, JsonValue> sorted(JsonValue object) {
    Map<String, JsonValue> members = new TreeMap<>();
    object.properties().forEach(each -> members.put(each.getKey(), each.getValue()));
    return members;
  }
}
