package io.listwatch.objects.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Looks for values that are not what the type of a built-in kind has in their place, as {@link
 * WrongTypes} does, in a tree that was never a text: the reference makes an object of such a tree
 * without its decoder, so it has other words for it, and looks at members in the order of the type.
 */
public final class UnfitValues {
  private UnfitValues() {}

  /** What is wrong first; null if nothing is. */
  public static @Nullable String first(ObjectNode object, ObjectSchema schema) {
    for (FieldSchema field : schema.fields()) {
      JsonNode value = object.get(field.name());
      boolean looked = value != null && !WrongTypes.isSomethingElse(schema, field, value);
      String problem = looked ? in(value, field.type(), new Place(schema, field, 0)) : null;
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static @Nullable String in(JsonNode value, ValueSchema type, Place place) {
    if (value.isNull()) {
      return null;
    }
    if (type instanceof ObjectSchema struct) {
      return value instanceof ObjectNode object
          ? first(object, struct)
          : "cannot restore struct from: " + kind(value);
    }
    if (type instanceof ListOf list) {
      return value.isArray()
          ? inEach(value, list.item(), place.inside())
          : "cannot restore slice from " + kind(value);
    }
    if (type instanceof MapOf map) {
      return value.isObject()
          ? inEach(value, map.value(), place.inside())
          : "cannot restore map from " + kind(value);
    }
    return inScalar(value, (Scalar) type, place);
  }

  private static @Nullable String inEach(JsonNode values, ValueSchema type, Place place) {
    for (JsonNode value : values) {
      String problem = in(value, type, place);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static @Nullable String inScalar(JsonNode value, Scalar type, Place place) {
    return switch (type) {
      case STRING ->
          value.isTextual()
              ? null
              : value.isIntegralNumber() ? inconvertible(value, place) : unknown("string");
      case BOOL -> value.isBoolean() ? null : unknown("bool");
      case INT32 -> inWhole(value, place, "int32");
      case INT64 -> inWhole(value, place, "int64");
      case DOUBLE -> value.isNumber() ? null : unknown("float64");
      case BYTES -> inBytes(value);
      case QUANTITY -> Quantities.problem(value.isValueNode() ? value.asText() : value.toString());
      case TIME -> inTime(value, 0);
      case MICROTIME -> inTime(value, 6);
      case INT_OR_STRING -> inIntOrString(value);
      case RAW, FIELDS -> null;
    };
  }

  private static @Nullable String inWhole(JsonNode value, Place place, String kind) {
    if (!value.isNumber()) {
      return unknown(kind);
    }
    return value.isIntegralNumber() ? null : inconvertible(value, place);
  }

  private static @Nullable String inBytes(JsonNode value) {
    if (!value.isTextual()) {
      return "cannot restore slice from " + kind(value);
    }
    String problem = Base64Text.problem(value.textValue());
    return problem == null ? null : "error decoding from json: " + problem;
  }

  private static @Nullable String inTime(JsonNode value, int digits) {
    return value.isTextual()
        ? TimeText.problem(value.textValue(), digits)
        : unreadable(WrongTypes.word(value), "string");
  }

  private static @Nullable String inIntOrString(JsonNode value) {
    boolean fits = value.isTextual() || (value.isIntegralNumber() && value.canConvertToInt());
    return fits ? null : unreadable(WrongTypes.numberOrWord(value), "int32");
  }

  private static String unreadable(String what, String type) {
    return "json: cannot unmarshal %s into Go value of type %s".formatted(what, type);
  }

  private static String unknown(String kind) {
    return "unrecognized type: " + kind;
  }

  private static String inconvertible(JsonNode value, Place place) {
    return "cannot convert %s to %s".formatted(kind(value), place.typeName());
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "slice";
      case OBJECT -> "map";
      case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
      case BOOLEAN -> "bool";
      default -> "string";
    };
  }
}
