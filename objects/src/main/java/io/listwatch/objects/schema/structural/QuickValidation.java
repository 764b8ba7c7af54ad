package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.structural.ValueRules.Junctions;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Validates a value without producing errors. Nearly all objects are valid, so this common case
 * allocates nothing; {@link Validation} produces the errors for the others.
 */
final class QuickValidation {
  private QuickValidation() {}

  static boolean fits(JsonValue value, StructuralSchema schema) {
    return fits(value, null, schema);
  }

  /**
   * True if a changed value is valid. Unchanged members are skipped, because their errors are
   * ratcheted.
   */
  static boolean fits(JsonValue value, @Nullable JsonValue old, StructuralSchema schema) {
    JsonType actual = JsonType.of(value);
    ValueRules rules = schema.rules();
    if (mistaken(schema, actual) != null || !allowed(value, rules)) {
      return false;
    }
    if (actual == JsonType.NULL) {
      return true;
    }
    return (rules.junctions().none() || joined(value, rules.junctions()))
        && content(value, old, actual, schema);
  }

  private static boolean content(
      JsonValue value, @Nullable JsonValue old, JsonType actual, StructuralSchema schema) {
    return switch (actual) {
      case OBJECT -> members((JsonObject) value, old, schema);
      case ARRAY -> items((JsonArray) value, schema);
      case STRING -> text(value.textValue(), schema.rules());
      case INTEGER, NEAR_INTEGER, NUMBER -> schema.rules().number().fits(value);
      default -> true;
    };
  }

  /**
   * Returns the name of the expected type if the value has a different one; null if the type is
   * right. Strings and lists with a string format are not type-checked, as in kube-apiserver.
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

  static boolean allowed(JsonValue value, ValueRules rules) {
    List<JsonValue> allowed = rules.allowed();
    if (allowed.isEmpty()) {
      return true;
    }
    for (JsonValue each : allowed) {
      if (!value.isNull() && (same(each, value) || isWholeOf(each, value))) {
        return true;
      }
    }
    return false;
  }

  /** kube-apiserver ignores the fraction of a number if the allowed value is an integer. */
  private static boolean isWholeOf(JsonValue allowed, JsonValue value) {
    return value.isNumber()
        && !value.isInteger()
        && allowed.isInteger()
        && allowed.isInLongRange()
        && (long) value.doubleValue() == allowed.longValue();
  }

  static boolean same(JsonValue one, JsonValue other) {
    return one.equalsByNumber(other);
  }

  /** True if the value satisfies the combined schemas. Nothing is ratcheted in them. */
  private static boolean joined(JsonValue value, Junctions junctions) {
    return (junctions.anyOf().isEmpty() || count(value, junctions.anyOf(), 1) == 1)
        && (junctions.oneOf().isEmpty() || count(value, junctions.oneOf(), 2) == 1)
        && junctions.allOf().stream().allMatch(each -> fits(value, each))
        && (junctions.not() == null || !fits(value, junctions.not()));
  }

  /** Returns the number of schemas that fit, but not more than the limit. */
  private static int count(JsonValue value, List<StructuralSchema> schemas, int limit) {
    int count = 0;
    for (StructuralSchema each : schemas) {
      if (fits(value, each) && ++count == limit) {
        return count;
      }
    }
    return count;
  }

  private static boolean members(
      JsonObject object, @Nullable JsonValue old, StructuralSchema schema) {
    ValueRules rules = schema.rules();
    if (rules.properties().tooFew(object.size()) || rules.properties().tooMany(object.size())) {
      return false;
    }
    for (Map.Entry<String, JsonValue> member : object.properties()) {
      JsonValue before = old == null ? null : old.get(member.getKey());
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
      String name, JsonValue value, @Nullable JsonValue old, StructuralSchema schema) {
    StructuralSchema declared = schema.property(name);
    if (declared == null) {
      declared = schema.others().schema();
    }
    if (declared == null) {
      return schema.others().allowed();
    }
    // apiVersion and kind are not ratcheted: both objects were converted to the same ones.
    boolean forgiven = value.equals(old) && !schema.identifies(name);
    return forgiven || fits(value, old, declared);
  }

  private static boolean items(JsonArray array, StructuralSchema schema) {
    ValueRules rules = schema.rules();
    if (rules.items().tooFew(array.size()) || rules.items().tooMany(array.size())) {
      return false;
    }
    StructuralSchema item = schema.declaredItem();
    for (int i = 0; item != null && i < array.size(); i++) {
      if (!fits(array.path(i), item)) {
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
