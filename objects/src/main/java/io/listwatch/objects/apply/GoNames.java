package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The names and representations of JSON values in the error messages of Go programs. */
final class GoNames {
  private static final String MAP = "map[string]interface {}";
  private static final String LIST = "[]interface {}";

  private GoNames() {}

  /** Returns the type of a value, as Go's JSON decoder names it. */
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

  /** Returns the Go type of the decoded value. */
  static String type(JsonValue value) {
    return switch (value.type()) {
      case ARRAY -> LIST;
      case OBJECT -> MAP;
      case NUMBER -> value.isInteger() ? "int64" : "float64";
      default -> of(value);
    };
  }

  /** Returns a scalar as a part of a path: strings are quoted. */
  static String shown(JsonValue value) {
    return value.isText() ? Quotation.of(value.textValue()) : value.asText();
  }

  /** Returns a value as Go source: {@code map[string]interface {}{"a":1}}. */
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

  /** Returns a pointer to a value as Go prints it: {@code &{map[a:1]}}. */
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
