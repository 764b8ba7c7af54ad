package io.listwatch.server.registry.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.ValueSchema;
import io.listwatch.objects.schema.ValueSchema.ListOf;
import io.listwatch.objects.schema.ValueSchema.MapOf;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Describes the types of the built-in kinds. What they name is asked for by name. */
final class BuiltInSchemas {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The only type that has members which are this or that. */
  private static final String SCHEMA_OF_SCHEMAS = "apiextensions/v1.JSONSchemaProps";

  private final Unions unions = Unions.load();
  private final Dialect dialect;
  private final DocumentSchemas names;

  BuiltInSchemas(Dialect dialect, DocumentSchemas names) {
    this.dialect = dialect;
    this.names = names;
  }

  ObjectNode struct(ObjectSchema type) {
    Map<String, JsonNode> properties = new TreeMap<>();
    ObjectNode schema = NODES.objectNode().put("type", "object");
    for (FieldSchema field : type.fields()) {
      properties.put(field.name(), property(type, field));
      if (field.mustBeGiven()) {
        schema.withArray("required").add(field.name());
      }
    }
    if (!properties.isEmpty()) {
      schema.set("properties", NODES.objectNode().setAll(properties));
    }
    if (type.atomic()) {
      schema.put("x-kubernetes-map-type", "atomic");
    }
    unions.describe(type.name(), schema);
    return schema;
  }

  private ObjectNode property(ObjectSchema owner, FieldSchema field) {
    ObjectNode property =
        owner.name().equals(SCHEMA_OF_SCHEMAS) ? schemaProperty(field) : member(field.type());
    JsonNode usual = dialect == Dialect.V3 ? usual(field) : null;
    if (usual != null) {
      property.set("default", usual);
    }
    enumerate(field, property);
    share(field, property);
    if (!field.patchStrategy().isEmpty()) {
      property.put("x-kubernetes-patch-strategy", field.patchStrategy());
    }
    if (!field.mergeKey().isEmpty()) {
      property.put("x-kubernetes-patch-merge-key", field.mergeKey());
    }
    return property;
  }

  /** Shows the values of a member; of a list or a map, those of its items. */
  private static void enumerate(FieldSchema field, ObjectNode property) {
    if (!field.enumeration().isEmpty()) {
      field.enumeration().stream().sorted().forEach(innermost(property).putArray("enum")::add);
    }
  }

  private static ObjectNode innermost(ObjectNode schema) {
    for (String items : List.of("items", "additionalProperties")) {
      if (schema.get(items) instanceof ObjectNode found) {
        return found;
      }
    }
    return schema;
  }

  /** A schema may be a list or a boolean in some places, and any JSON in others. */
  private ObjectNode schemaProperty(FieldSchema field) {
    return switch (field.name()) {
      case "items" -> dialect.reference(names.anything(TypeNames.SCHEMA_OR_LIST));
      case "additionalItems", "additionalProperties" ->
          dialect.reference(names.anything(TypeNames.SCHEMA_OR_BOOLEAN));
      case "dependencies" -> map(dialect.reference(names.anything(TypeNames.SCHEMA_OR_STRINGS)));
      case "default" -> dialect.member(names.anything(TypeNames.JSON));
      case "example" -> dialect.reference(names.anything(TypeNames.JSON));
      case "enum" -> list(dialect.reference(names.anything(TypeNames.JSON)));
      case "externalDocs", "not" -> value(field.type());
      default -> member(field.type());
    };
  }

  private ObjectNode member(ValueSchema type) {
    if (type instanceof ObjectSchema struct) {
      return dialect.member(names.struct(struct));
    }
    return type instanceof Scalar scalar && isNamed(scalar)
        ? dialect.member(names.scalar(scalar))
        : value(type);
  }

  private ObjectNode value(ValueSchema type) {
    if (type instanceof ObjectSchema struct) {
      return dialect.reference(names.struct(struct));
    }
    if (type instanceof ListOf list) {
      return list(item(list.item()));
    }
    if (type instanceof MapOf map) {
      return map(item(map.value()));
    }
    Scalar scalar = (Scalar) type;
    return isNamed(scalar) ? dialect.reference(names.scalar(scalar)) : plain(scalar);
  }

  /** Of a list or a map; what stands for one that is null is said beside it. */
  private ObjectNode item(ValueSchema type) {
    if (type instanceof ObjectSchema struct) {
      return dialect.held(names.struct(struct));
    }
    ObjectNode item = value(type);
    JsonNode zero = dialect == Dialect.V3 ? zero(type) : null;
    if (zero != null) {
      item.set("default", zero);
    }
    return item;
  }

  private static ObjectNode list(ObjectNode item) {
    ObjectNode list = NODES.objectNode();
    list.set("items", item);
    return list.put("type", "array");
  }

  private static ObjectNode map(ObjectNode value) {
    ObjectNode map = NODES.objectNode();
    map.set("additionalProperties", value);
    return map.put("type", "object");
  }

  private static boolean isNamed(Scalar type) {
    return switch (type) {
      case STRING, BOOL, INT32, INT64, DOUBLE, BYTES -> false;
      default -> true;
    };
  }

  private static ObjectNode plain(Scalar type) {
    return switch (type) {
      case BOOL -> NODES.objectNode().put("type", "boolean");
      case INT32 -> NODES.objectNode().put("format", "int32").put("type", "integer");
      case INT64 -> NODES.objectNode().put("format", "int64").put("type", "integer");
      case DOUBLE -> NODES.objectNode().put("format", "double").put("type", "number");
      case BYTES -> NODES.objectNode().put("format", "byte").put("type", "string");
      default -> NODES.objectNode().put("type", "string");
    };
  }

  /** The schema of a scalar that has a name. */
  ObjectNode scalar(Scalar type) {
    boolean alternatives = dialect == Dialect.V3;
    return switch (type) {
      case QUANTITY ->
          alternatives ? oneOf(NODES.objectNode(), "string", "number") : plain(Scalar.STRING);
      case INT_OR_STRING -> {
        ObjectNode schema = NODES.objectNode().put("format", "int-or-string");
        yield alternatives ? oneOf(schema, "integer", "string") : schema.put("type", "string");
      }
      case TIME, MICROTIME -> NODES.objectNode().put("format", "date-time").put("type", "string");
      default -> NODES.objectNode().put("type", "object");
    };
  }

  private static ObjectNode oneOf(ObjectNode schema, String first, String second) {
    schema
        .putArray("oneOf")
        .add(NODES.objectNode().put("type", first))
        .add(NODES.objectNode().put("type", second));
    return schema;
  }

  /** What stands for a member that is not given: what is said, or what its Go type has. */
  private static @Nullable JsonNode usual(FieldSchema field) {
    if (field.defaultValue() != null) {
      return JsonTrees.read(field.defaultValue());
    }
    if (field.pointer()) {
      return null;
    }
    boolean struct = field.type() instanceof ObjectSchema;
    return struct || !field.omitEmpty() ? zero(field.type()) : null;
  }

  /** What a Go type has for nothing; null for those that have none, or that write it otherwise. */
  private static @Nullable JsonNode zero(ValueSchema type) {
    if (type instanceof ObjectSchema) {
      return NODES.objectNode();
    }
    if (!(type instanceof Scalar scalar)) {
      return null;
    }
    return switch (scalar) {
      case STRING -> NODES.textNode("");
      case BOOL -> NODES.booleanNode(false);
      case INT32, INT64, DOUBLE -> NODES.numberNode(0);
      default -> null;
    };
  }

  private static void share(FieldSchema field, ObjectNode property) {
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
