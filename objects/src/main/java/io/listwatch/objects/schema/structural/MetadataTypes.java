package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.SortedForm;
import io.listwatch.objects.schema.ValueSchema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks that metadata can be decoded, with the messages of kube-apiserver's decoder. */
final class MetadataTypes {
  private static final String OF_GO =
      "json: cannot unmarshal %s into Go struct field %s of type %s";

  private MetadataTypes() {}

  /** Returns the first error; null if there is none. */
  static @Nullable String problem(JsonValue metadata) {
    if (metadata.isMissing() || metadata.isNull()) {
      return null;
    }
    if (!metadata.isObject()) {
      return "json: cannot unmarshal %s into Go value of type v1.ObjectMeta"
          .formatted(word(metadata));
    }
    return members(metadata, BuiltInTypes.load().objectMeta(), "");
  }

  /**
   * Returns the first error of a struct's members.
   *
   * @param path the path of the struct in metadata, with a dot at its end; empty for metadata
   */
  private static @Nullable String members(JsonValue object, Schema type, String path) {
    for (Map.Entry<String, JsonValue> member : object.properties()) {
      Schema declared = type.member(member.getKey());
      var place = new Place(name(type), path + member.getKey());
      String problem = declared == null ? null : problem(member.getValue(), declared, place);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static @Nullable String problem(JsonValue value, Schema type, Place place) {
    if (value.isNull()) {
      return null;
    }
    return switch (type.shape()) {
      case SCALAR -> fits(value, type) ? null : wrong(value, type, place);
      case STRUCT ->
          value.isObject() ? members(value, type, place.path + ".") : wrong(value, type, place);
      case MAP -> value.isObject() ? entries(value, type, place) : wrong(value, type, place);
      case LIST -> value.isArray() ? items(value, type, place) : wrong(value, type, place);
      case ANY -> null;
    };
  }

  private static @Nullable String entries(JsonValue map, Schema type, Place place) {
    for (Map.Entry<String, JsonValue> entry : map.properties()) {
      Schema declared = type.member(entry.getKey());
      String problem = declared == null ? null : problem(entry.getValue(), declared, place);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static @Nullable String items(JsonValue list, Schema type, Place place) {
    for (JsonValue item : list) {
      String problem = problem(item, type.item(), place);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static String wrong(JsonValue value, Schema type, Place place) {
    String shown = word(value);
    if (value.isNumber() && isInteger(type)) {
      shown += " " + JsonTrees.write(SortedForm.sorted(value));
    }
    return OF_GO.formatted(shown, place.struct + "." + place.path, goType(type));
  }

  private static boolean isInteger(Schema type) {
    return type == ValueSchema.Scalar.INT64 || type == ValueSchema.Scalar.INT32;
  }

  private static boolean fits(JsonValue value, Schema type) {
    if (type == ValueSchema.Scalar.BOOL) {
      return value.isBoolean();
    }
    if (isInteger(type)) {
      return value.isNumber() && NumberRange.INT64.holds(value);
    }
    return value.isText();
  }

  private static String goType(Schema type) {
    return switch (type.shape()) {
      case MAP -> "map[string]string";
      case LIST -> "[]" + goType(type.item());
      case STRUCT -> "v1." + name(type);
      default ->
          type == ValueSchema.Scalar.BOOL
              ? "bool"
              : type == ValueSchema.Scalar.INT64 ? "int64" : "string";
    };
  }

  private static String word(JsonValue value) {
    return value.isBoolean() ? "bool" : value.isNumber() ? "number" : JsonType.of(value).word();
  }

  private static String name(Schema struct) {
    return struct.toString().replaceFirst(".*\\.", "");
  }

  /** The field that is being decoded: its innermost struct, and its path in metadata. */
  private record Place(String struct, String path) {}
}
