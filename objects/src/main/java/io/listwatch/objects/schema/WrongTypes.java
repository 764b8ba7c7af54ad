package io.listwatch.objects.schema;

import static java.util.stream.Collectors.joining;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds values that do not have the type that a built-in kind declares: a string instead of a
 * number, a number out of range, malformed Base64. Reports the first one in the words of Go's
 * decoder. Null is valid everywhere.
 */
public final class WrongTypes {
  private static final Set<String> SCHEMA_OR_ELSE =
      Set.of("items", "additionalItems", "additionalProperties");

  private static final String DEPENDENCIES = "dependencies";

  /** The fields that lead to the current value; list items and map entries add nothing. */
  private final List<Place> path = new ArrayList<>();

  private WrongTypes() {}

  /** Returns the first error, in the order of the body; null if there is none. */
  public static @Nullable String first(JsonObject object, ObjectSchema schema) {
    return new WrongTypes().inStruct(object, schema);
  }

  private @Nullable String inStruct(JsonObject object, ObjectSchema schema) {
    for (Map.Entry<String, JsonValue> each : object.properties()) {
      FieldSchema field = schema.field(each.getKey());
      if (field != null && !isSomethingElse(schema, field, each.getValue())) {
        Place place = new Place(schema, field, 0);
        path.add(place);
        String problem = in(each.getValue(), field.type(), place);
        if (problem != null) {
          return problem;
        }
        path.remove(path.size() - 1);
      }
    }
    return null;
  }

  /**
   * True for the members of a JSON schema that may be a boolean or a list instead of a schema, and
   * for {@code dependencies}, which are not checked.
   */
  static boolean isSomethingElse(ObjectSchema owner, FieldSchema field, JsonValue value) {
    return owner.name().equals("apiextensions/v1.JSONSchemaProps")
        && (value.isObject()
            ? field.name().equals(DEPENDENCIES)
            : SCHEMA_OR_ELSE.contains(field.name()));
  }

  private @Nullable String in(JsonValue value, ValueSchema type, Place place) {
    if (value.isNull()) {
      return null;
    }
    if (type instanceof ObjectSchema struct) {
      return value instanceof JsonObject object ? inStruct(object, struct) : wrong(value, place);
    }
    if (type instanceof ListOf list) {
      return value.isArray() ? inEach(value, list.item(), place) : wrong(value, place);
    }
    if (type instanceof MapOf map) {
      return value.isObject() ? inEach(value, map.value(), place) : wrong(value, place);
    }
    return inScalar(value, (Scalar) type, place);
  }

  private @Nullable String inEach(JsonValue values, ValueSchema type, Place place) {
    Place inside = place.inside();
    for (JsonValue value : values) {
      String problem = in(value, type, inside);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private @Nullable String inScalar(JsonValue value, Scalar type, Place place) {
    return switch (type) {
      case STRING -> value.isText() ? null : wrong(value, place);
      case BOOL -> value.isBoolean() ? null : wrong(value, place);
      case INT32 -> isWhole(value, true) ? null : wrongNumber(value, place);
      case INT64 -> isWhole(value, false) ? null : wrongNumber(value, place);
      case DOUBLE -> value.isNumber() ? null : wrong(value, place);
      case BYTES -> value.isText() ? Base64Text.problem(value.textValue()) : wrong(value, place);
      case QUANTITY -> Quantities.problem(text(value));
      case TIME -> inTime(value, 0, place);
      case MICROTIME -> inTime(value, 6, place);
      case INT_OR_STRING ->
          value.isText() || isWhole(value, true)
              ? null
              : wrong(numberOrWord(value), place, "int32");
      case RAW, FIELDS -> null;
    };
  }

  /** Returns the error in a time. Times have a decoder of their own, which accepts strings only. */
  private @Nullable String inTime(JsonValue value, int digits, Place place) {
    return value.isText()
        ? TimeText.problem(value.textValue(), digits)
        : wrong(word(value), place, "string");
  }

  private static boolean isWhole(JsonValue value, boolean small) {
    return small ? value.isInt() : value.isLong();
  }

  /** The decoder of quantities reads any JSON value as a string. */
  private static String text(JsonValue value) {
    return value.isScalar() ? value.asText() : value.toString();
  }

  private String wrongNumber(JsonValue value, Place place) {
    return wrong(numberOrWord(value), place, place.typeName());
  }

  private String wrong(JsonValue value, Place place) {
    return wrong(word(value), place, place.typeName());
  }

  private String wrong(String what, Place place, String type) {
    return "json: cannot unmarshal %s into Go struct field %s.%s of type %s"
        .formatted(
            what, place.structName(), path.stream().map(Place::step).collect(joining(".")), type);
  }

  static String numberOrWord(JsonValue value) {
    return value.isNumber() ? "number " + value.asText() : word(value);
  }

  static String word(JsonValue value) {
    return switch (value.type()) {
      case STRING -> "string";
      case NUMBER -> "number";
      case BOOLEAN -> "bool";
      case ARRAY -> "array";
      default -> "object";
    };
  }
}
