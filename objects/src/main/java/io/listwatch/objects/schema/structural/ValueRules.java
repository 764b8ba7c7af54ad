package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of a schema on a value, besides its type.
 *
 * @param format the format of strings or numbers; empty if there is no known one
 * @param required the required members, in the schema's order
 * @param allowed the enum values; empty if all values are allowed
 */
record ValueRules(
    String format,
    TextRules text,
    NumberRules number,
    Sizes items,
    Sizes properties,
    List<String> required,
    List<JsonValue> allowed,
    Junctions junctions) {
  ValueRules {
    required = List.copyOf(required);
    allowed = List.copyOf(allowed);
  }

  static ValueRules of(JsonValue json, JsonType type) {
    String format = format(json.path("format").asText(), type);
    return new ValueRules(
        format,
        TextRules.of(json, format),
        NumberRules.of(json, type, format),
        new Sizes(number(json.path("minItems")), number(json.path("maxItems"))),
        new Sizes(number(json.path("minProperties")), number(json.path("maxProperties"))),
        SchemaReader.strings(json.path("required")),
        SchemaReader.nodes(json.path("enum")),
        Junctions.of(json));
  }

  /** Ignores formats that are unknown for the type. */
  private static String format(String word, JsonType type) {
    boolean known =
        switch (type) {
          case ANY, STRING, INT_OR_STRING -> StringFormat.named(word) != null;
          case INTEGER -> word.equals("int32") || word.equals("int64");
          case NUMBER -> word.equals("float") || word.equals("double");
          default -> false;
        };
    return known ? word : "";
  }

  /** Returns null if the schema does not have the member. */
  static @Nullable Long number(JsonValue json) {
    return json.isNumber() ? json.asLong() : null;
  }

  /** The minimum and maximum number of items or members; null where there is none. */
  record Sizes(@Nullable Long min, @Nullable Long max) {
    boolean tooFew(long size) {
      return min != null && size < min;
    }

    boolean tooMany(long size) {
      return max != null && size > max;
    }
  }

  /** Schemas combined by logical operators, which only restrict. */
  record Junctions(
      List<StructuralSchema> anyOf,
      List<StructuralSchema> oneOf,
      List<StructuralSchema> allOf,
      @Nullable StructuralSchema not) {
    Junctions {
      anyOf = List.copyOf(anyOf);
      oneOf = List.copyOf(oneOf);
      allOf = List.copyOf(allOf);
    }

    static Junctions of(JsonValue json) {
      JsonValue not = json.path("not");
      return new Junctions(
          SchemaReader.readAll(json.path("anyOf")),
          SchemaReader.readAll(json.path("oneOf")),
          SchemaReader.readAll(json.path("allOf")),
          not.isObject() ? SchemaReader.read(not, false) : null);
    }

    boolean none() {
      return not == null && anyOf.isEmpty() && oneOf.isEmpty() && allOf.isEmpty();
    }
  }
}
