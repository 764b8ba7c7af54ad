package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.TypeDescriptions;
import io.listwatch.objects.schema.ValueSchema;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the schemas of built-in types. A type that another one references is requested by name.
 */
final class BuiltInSchemas {

  /** The only type with fields of alternative types, such as a schema or a boolean. */
  private static final String SCHEMA_OF_SCHEMAS = "apiextensions/v1.JSONSchemaProps";

  private final Unions unions = Unions.load();
  private final OpenApiVersion openApi;
  private final DocumentSchemas names;

  BuiltInSchemas(OpenApiVersion openApi, DocumentSchemas names) {
    this.openApi = openApi;
    this.names = names;
  }

  JsonObject struct(ObjectSchema type) {
    Map<String, JsonValue> properties = new TreeMap<>();
    JsonObject schema = new JsonObject().put("type", "object");
    for (FieldSchema field : type.fields()) {
      properties.put(field.name(), property(type, field));
      if (field.mustBeGiven()) {
        schema.withArray("required").add(field.name());
      }
    }
    if (!properties.isEmpty()) {
      schema.set("properties", new JsonObject().setAll(properties));
    }
    if (type.atomic()) {
      schema.put("x-kubernetes-map-type", "atomic");
    }
    unions.describe(type.name(), schema);
    TypeDescriptions.of(type).ifPresent(description -> schema.put("description", description));
    return schema;
  }

  private JsonObject property(ObjectSchema owner, FieldSchema field) {
    JsonObject property =
        owner.name().equals(SCHEMA_OF_SCHEMAS) ? schemaProperty(field) : member(field.type());
    JsonValue value = openApi == OpenApiVersion.V3 ? defaultValue(field) : null;
    if (value != null) {
      property.set("default", value);
    }
    enumerate(field, property);
    share(field, property);
    if (!field.patchStrategy().isEmpty()) {
      property.put("x-kubernetes-patch-strategy", field.patchStrategy());
    }
    if (!field.mergeKey().isEmpty()) {
      property.put("x-kubernetes-patch-merge-key", field.mergeKey());
    }
    TypeDescriptions.of(owner, field.name())
        .ifPresent(description -> property.put("description", description));
    return property;
  }

  /** Adds the enum values of a field; for a list or a map, to its items. */
  private static void enumerate(FieldSchema field, JsonObject property) {
    if (!field.enumeration().isEmpty()) {
      field.enumeration().stream().sorted().forEach(innermost(property).putArray("enum")::add);
    }
  }

  private static JsonObject innermost(JsonObject schema) {
    for (String items : List.of("items", "additionalProperties")) {
      if (schema.get(items) instanceof JsonObject found) {
        return found;
      }
    }
    return schema;
  }

  /**
   * Returns the property of a JSONSchemaProps field: some also accept an array or a boolean, others
   * any JSON.
   */
  private JsonObject schemaProperty(FieldSchema field) {
    return switch (field.name()) {
      case "items" -> openApi.reference(names.anything(TypeNames.SCHEMA_OR_LIST));
      case "additionalItems", "additionalProperties" ->
          openApi.reference(names.anything(TypeNames.SCHEMA_OR_BOOLEAN));
      case "dependencies" -> map(openApi.reference(names.anything(TypeNames.SCHEMA_OR_STRINGS)));
      case "default" -> openApi.member(names.anything(TypeNames.JSON));
      case "example" -> openApi.reference(names.anything(TypeNames.JSON));
      case "enum" -> list(openApi.reference(names.anything(TypeNames.JSON)));
      case "externalDocs", "not" -> value(field.type());
      default -> member(field.type());
    };
  }

  private JsonObject member(ValueSchema type) {
    if (type instanceof ObjectSchema struct) {
      return openApi.member(names.struct(struct));
    }
    return type instanceof Scalar scalar && isNamed(scalar)
        ? openApi.member(names.scalar(scalar))
        : value(type);
  }

  private JsonObject value(ValueSchema type) {
    if (type instanceof ObjectSchema struct) {
      return openApi.reference(names.struct(struct));
    }
    if (type instanceof ListOf list) {
      return list(item(list.item()));
    }
    if (type instanceof MapOf map) {
      return map(item(map.value()));
    }
    Scalar scalar = (Scalar) type;
    return isNamed(scalar) ? openApi.reference(names.scalar(scalar)) : plain(scalar);
  }

  /** Returns the schema of a list item or map value; in V3 with the default for null. */
  private JsonObject item(ValueSchema type) {
    if (type instanceof ObjectSchema struct) {
      return openApi.withDefault(names.struct(struct));
    }
    JsonObject item = value(type);
    JsonValue zero = openApi == OpenApiVersion.V3 ? zero(type) : null;
    if (zero != null) {
      item.set("default", zero);
    }
    return item;
  }

  private static JsonObject list(JsonObject item) {
    JsonObject list = new JsonObject();
    list.set("items", item);
    return list.put("type", "array");
  }

  private static JsonObject map(JsonObject value) {
    JsonObject map = new JsonObject();
    map.set("additionalProperties", value);
    return map.put("type", "object");
  }

  private static boolean isNamed(Scalar type) {
    return switch (type) {
      case STRING, BOOL, INT32, INT64, DOUBLE, BYTES -> false;
      default -> true;
    };
  }

  private static JsonObject plain(Scalar type) {
    return switch (type) {
      case BOOL -> new JsonObject().put("type", "boolean");
      case INT32 -> new JsonObject().put("format", "int32").put("type", "integer");
      case INT64 -> new JsonObject().put("format", "int64").put("type", "integer");
      case DOUBLE -> new JsonObject().put("format", "double").put("type", "number");
      case BYTES -> new JsonObject().put("format", "byte").put("type", "string");
      default -> new JsonObject().put("type", "string");
    };
  }

  /** Returns the schema of a scalar type with a name, such as Quantity. */
  JsonObject scalar(Scalar type) {
    boolean alternatives = openApi == OpenApiVersion.V3;
    return switch (type) {
      case QUANTITY ->
          alternatives ? oneOf(new JsonObject(), "string", "number") : plain(Scalar.STRING);
      case INT_OR_STRING -> {
        JsonObject schema = new JsonObject().put("format", "int-or-string");
        yield alternatives ? oneOf(schema, "integer", "string") : schema.put("type", "string");
      }
      case TIME, MICROTIME -> new JsonObject().put("format", "date-time").put("type", "string");
      default -> new JsonObject().put("type", "object");
    };
  }

  private static JsonObject oneOf(JsonObject schema, String first, String second) {
    schema
        .putArray("oneOf")
        .add(new JsonObject().put("type", first))
        .add(new JsonObject().put("type", second));
    return schema;
  }

  /**
   * Returns the declared default of a field, else the zero value of its Go type; null if it has
   * none.
   */
  private static @Nullable JsonValue defaultValue(FieldSchema field) {
    if (field.defaultValue() != null) {
      return JsonTrees.read(field.defaultValue());
    }
    if (field.pointer()) {
      return null;
    }
    boolean struct = field.type() instanceof ObjectSchema;
    return struct || !field.omitEmpty() ? zero(field.type()) : null;
  }

  /** Returns the zero value of a Go type as JSON; null if the type has none in JSON. */
  private static @Nullable JsonValue zero(ValueSchema type) {
    if (type instanceof ObjectSchema) {
      return new JsonObject();
    }
    if (!(type instanceof Scalar scalar)) {
      return null;
    }
    return switch (scalar) {
      case STRING -> JsonValue.of("");
      case BOOL -> JsonValue.of(false);
      case INT32, INT64, DOUBLE -> JsonValue.of(0);
      default -> null;
    };
  }

  private static void share(FieldSchema field, JsonObject property) {
    String sharing = field.sharing();
    if (sharing.isEmpty()) {
      return;
    }
    boolean list = field.type() instanceof ListOf || field.type() == Scalar.BYTES;
    if (!list) {
      property.put("x-kubernetes-map-type", sharing);
      return;
    }
    boolean keyed = sharing.startsWith("map:");
    property.put("x-kubernetes-list-type", keyed ? "map" : sharing);
    if (keyed) {
      List<String> keys = field.type().keys();
      keys.forEach(property.putArray("x-kubernetes-list-map-keys")::add);
    }
  }
}
