package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Finds values of the wrong type in a tree that was not decoded from a request body, such as the
 * result of a patch. kube-apiserver converts such trees without its JSON decoder, so messages and
 * order differ from those of {@link WrongTypes}: members are checked in the order of the type.
 */
public final class UnfitValues {
  private UnfitValues() {}

  /** Returns the first error; null if there is none. */
  public static @Nullable String first(JsonObject object, ObjectSchema schema) {
    for (FieldSchema field : schema.fields()) {
      JsonValue value = object.get(field.name());
      if (value == null || WrongTypes.isSomethingElse(schema, field, value)) {
        continue;
      }
      String problem = in(value, field.type(), new Place(schema, field, 0));
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static @Nullable String in(JsonValue value, ValueSchema type, Place place) {
    if (value.isNull()) {
      return null;
    }
    if (type instanceof ObjectSchema struct) {
      return value instanceof JsonObject object
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

  private static @Nullable String inEach(JsonValue values, ValueSchema type, Place place) {
    for (JsonValue value : values) {
      String problem = in(value, type, place);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static @Nullable String inScalar(JsonValue value, Scalar type, Place place) {
    return switch (type) {
      case STRING ->
          value.isText()
              ? null
              : value.isInteger() ? inconvertible(value, place) : unknown("string");
      case BOOL -> value.isBoolean() ? null : unknown("bool");
      case INT32 -> inWhole(value, place, "int32");
      case INT64 -> inWhole(value, place, "int64");
      case DOUBLE -> value.isNumber() ? null : unknown("float64");
      case BYTES -> inBytes(value);
      case QUANTITY -> Quantities.problem(value.isScalar() ? value.asText() : value.toString());
      case TIME -> inTime(value, 0);
      case MICROTIME -> inTime(value, 6);
      case INT_OR_STRING -> inIntOrString(value);
      case RAW, FIELDS -> null;
    };
  }

  private static @Nullable String inWhole(JsonValue value, Place place, String kind) {
    if (!value.isNumber()) {
      return unknown(kind);
    }
    return value.isInteger() ? null : inconvertible(value, place);
  }

  private static @Nullable String inBytes(JsonValue value) {
    if (!value.isText()) {
      return "cannot restore slice from " + kind(value);
    }
    String problem = Base64Text.problem(value.textValue());
    return problem == null ? null : "error decoding from json: " + problem;
  }

  private static @Nullable String inTime(JsonValue value, int digits) {
    return value.isText()
        ? TimeText.problem(value.textValue(), digits)
        : unreadable(WrongTypes.word(value), "string");
  }

  private static @Nullable String inIntOrString(JsonValue value) {
    boolean fits = value.isText() || value.isInt();
    return fits ? null : unreadable(WrongTypes.numberOrWord(value), "int32");
  }

  private static String unreadable(String what, String type) {
    return "json: cannot unmarshal %s into Go value of type %s".formatted(what, type);
  }

  private static String unknown(String kind) {
    return "unrecognized type: " + kind;
  }

  private static String inconvertible(JsonValue value, Place place) {
    return "cannot convert %s to %s".formatted(kind(value), place.typeName());
  }

  private static String kind(JsonValue value) {
    return switch (value.type()) {
      case ARRAY -> "slice";
      case OBJECT -> "map";
      case NUMBER -> value.isInteger() ? "int64" : "float64";
      case BOOLEAN -> "bool";
      default -> "string";
    };
  }
}
