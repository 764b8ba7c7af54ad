package io.listwatch.objects.schema.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.structural.ValueRules.Junctions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether a value is all that its schema asks. Nearly every object is, so that this walk makes
 * nothing and says nothing; {@link Validation} finds the words when it is not.
 */
final class Fitness {
  /** Values are equal if their numbers are, whatever they are kept in. */
  static final Comparator<JsonNode> NUMBERS =
      (one, other) ->
          one.isNumber() && other.isNumber()
              ? one.decimalValue().compareTo(other.decimalValue())
              : one.equals(other) ? 0 : 1;

  private Fitness() {}

  static boolean fits(JsonNode value, StructuralSchema schema) {
    return fits(value, null, schema);
  }

  /**
   * Whether nothing is to be said about a value that was another one before: members that are as
   * they were are not looked at, for whatever is wrong with them is forgiven.
   */
  static boolean fits(JsonNode value, @Nullable JsonNode old, StructuralSchema schema) {
    JsonType actual = JsonType.of(value);
    ValueRules rules = schema.rules();
    if (mistaken(schema, actual) != null || !allowed(value, rules)) {
      return false;
    }
    if (actual == JsonType.NULL) {
      return true;
    }
    return (rules.junctions().none() || joined(value, old, rules.junctions()))
        && content(value, old, actual, schema);
  }

  private static boolean content(
      JsonNode value, @Nullable JsonNode old, JsonType actual, StructuralSchema schema) {
    return switch (actual) {
      case OBJECT -> members((ObjectNode) value, old, schema);
      case ARRAY -> items((ArrayNode) value, schema);
      case STRING -> text(value.textValue(), schema.rules());
      case INTEGER, NUMBER -> schema.rules().number().fits(value);
      default -> true;
    };
  }

  /**
   * The word for the type that was expected where a value has another; null if it is right. A text
   * or a list is not held to the type where a format of texts is asked for.
   */
  static @Nullable String mistaken(StructuralSchema schema, JsonType actual) {
    JsonType expected = schema.type();
    if (actual == JsonType.NULL) {
      return expected == JsonType.ANY || schema.nullable() ? null : expected.word();
    }
    String format = schema.rules().format();
    if (format.isEmpty()) {
      return expected.admits(actual) ? null : expected.word();
    }
    boolean admitted = expected != JsonType.ANY && expected.admits(actual);
    if (actual != JsonType.STRING && actual != JsonType.ARRAY) {
      return admitted ? null : format;
    }
    boolean numeric =
        expected == JsonType.NUMBER
            || expected == JsonType.INTEGER
            || expected == JsonType.INT_OR_STRING;
    return !numeric || admitted ? null : expected.word();
  }

  static boolean allowed(JsonNode value, ValueRules rules) {
    List<JsonNode> allowed = rules.allowed();
    if (allowed.isEmpty()) {
      return true;
    }
    for (JsonNode each : allowed) {
      if (!value.isNull() && (same(each, value) || isWholeOf(each, value))) {
        return true;
      }
    }
    return false;
  }

  /** The reference looks at no more of a fraction where the allowed value is whole. */
  private static boolean isWholeOf(JsonNode allowed, JsonNode value) {
    return value.isNumber()
        && !value.isIntegralNumber()
        && allowed.isIntegralNumber()
        && allowed.canConvertToLong()
        && (long) value.doubleValue() == allowed.longValue();
  }

  static boolean same(JsonNode one, JsonNode other) {
    return one.equals(NUMBERS, other);
  }

  private static boolean joined(JsonNode value, @Nullable JsonNode old, Junctions junctions) {
    return (junctions.anyOf().isEmpty() || count(value, old, junctions.anyOf(), 1) == 1)
        && (junctions.oneOf().isEmpty() || count(value, old, junctions.oneOf(), 2) == 1)
        && junctions.allOf().stream().allMatch(each -> fits(value, old, each))
        && (junctions.not() == null || !fits(value, old, junctions.not()));
  }

  /** How many schemas the value fits, counted no further than to the limit. */
  private static int count(
      JsonNode value, @Nullable JsonNode old, List<StructuralSchema> schemas, int limit) {
    int count = 0;
    for (StructuralSchema each : schemas) {
      if (fits(value, old, each) && ++count == limit) {
        return count;
      }
    }
    return count;
  }

  private static boolean members(
      ObjectNode object, @Nullable JsonNode old, StructuralSchema schema) {
    ValueRules rules = schema.rules();
    if (rules.properties().tooFew(object.size()) || rules.properties().tooMany(object.size())) {
      return false;
    }
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      JsonNode before = old == null ? null : old.get(member.getKey());
      if (!member(member.getKey(), member.getValue(), before, schema)) {
        return false;
      }
    }
    for (String required : rules.required()) {
      if (!object.has(required)) {
        return false;
      }
    }
    return true;
  }

  private static boolean member(
      String name, JsonNode value, @Nullable JsonNode old, StructuralSchema schema) {
    StructuralSchema declared = schema.property(name);
    if (declared == null) {
      declared = schema.others().schema();
    }
    if (declared == null) {
      return schema.others().allowed();
    }
    // The type of an object is never forgiven: both sides of a change were given the same one.
    boolean forgiven = value.equals(old) && !schema.identifies(name);
    return forgiven || fits(value, old, declared);
  }

  private static boolean items(ArrayNode array, StructuralSchema schema) {
    ValueRules rules = schema.rules();
    if (rules.items().tooFew(array.size()) || rules.items().tooMany(array.size())) {
      return false;
    }
    StructuralSchema item = schema.declaredItem();
    for (int i = 0; item != null && i < array.size(); i++) {
      if (!fits(array.get(i), item)) {
        return false;
      }
    }
    return true;
  }

  private static boolean text(String text, ValueRules rules) {
    TextRules limits = rules.text();
    if (limits.tooLong(text) || limits.tooShort(text) || limits.unlike(text)) {
      return false;
    }
    Predicate<String> format = limits.format();
    return format == null || format.test(text);
  }
}
