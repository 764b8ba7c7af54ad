package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
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
  static String of(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "array";
      case OBJECT -> "object";
      case STRING -> "string";
      case NUMBER -> "number";
      case BOOLEAN -> "bool";
      default -> "null";
    };
  }

  /** The type that a decoded value has. */
  static String type(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> LIST;
      case OBJECT -> MAP;
      case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
      default -> of(value);
    };
  }

  /** A scalar as a part of a path: texts between quotes. */
  static String shown(JsonNode value) {
    return value.isTextual() ? Quotation.of(value.textValue()) : value.asText();
  }

  /** A value as the program would be written: {@code map[string]interface {}{"a":1}}. */
  static String literal(JsonNode value) {
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
  static String pointer(JsonNode value) {
    return "&{" + printed(value) + "}";
  }

  private static String printed(JsonNode value) {
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

  private static Stream<JsonNode> elements(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static Map<String, JsonNode> sorted(JsonNode object) {
    Map<String, JsonNode> members = new TreeMap<>();
    object.properties().forEach(each -> members.put(each.getKey(), each.getValue()));
    return members;
  }
}
