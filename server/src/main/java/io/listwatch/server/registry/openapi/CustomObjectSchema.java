package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.TypeDescriptions;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Publishes the schema of a custom resource, completed with apiVersion, kind and metadata.
 *
 * <p>OpenAPI V2 cannot express every structural schema, and its clients are strict: they reject a
 * field that is not in {@code properties}, unless there are no properties. So in V2 a nullable
 * value has no type, an object that preserves unknown fields has no properties, and {@code anyOf}
 * and the like are omitted.
 */
final class CustomObjectSchema {
  private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
  private static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final String INT_OR_STRING = "x-kubernetes-int-or-string";
  private static final String EXTENSION = "x-kubernetes-";

  /** The keywords that are copied in both versions. */
  private static final Set<String> KEPT =
      Set.of(
          "type",
          "format",
          "title",
          "description",
          "maximum",
          "exclusiveMaximum",
          "minimum",
          "exclusiveMinimum",
          "maxLength",
          "minLength",
          "pattern",
          "maxItems",
          "minItems",
          "uniqueItems",
          "multipleOf",
          "enum",
          "maxProperties",
          "minProperties",
          "required");

  /** The keywords that are copied in V3 only. */
  private static final Set<String> KEPT_IN_V3 = Set.of("default", "nullable");

  private static final List<String> ALTERNATIVES = List.of("allOf", "anyOf", "oneOf");

  private final OpenApiVersion openApi;
  private final DocumentSchemas names;

  CustomObjectSchema(OpenApiVersion openApi, DocumentSchemas names) {
    this.openApi = openApi;
    this.names = names;
  }

  JsonObject of(CustomKind kind) {
    JsonValue given = kind.schema();
    JsonObject schema;
    if (!given.isObject() || (isV2() && given.path(PRESERVE).asBoolean())) {
      schema = new JsonObject().put("type", "object");
    } else {
      schema = value(given);
      addObjectMembers(schema);
    }
    kind.kind().describedBy(schema);
    addSelectableFields(kind.definition(), schema);
    return schema;
  }

  /** Adds {@code x-kubernetes-selectable-fields} to the schema of a kind or of its list. */
  static void addSelectableFields(ResourceDefinition definition, JsonObject schema) {
    for (String path : definition.selectableFields().paths()) {
      schema
          .withArray("x-kubernetes-selectable-fields")
          .add(new JsonObject().put("fieldPath", path));
    }
  }

  private boolean isV2() {
    return openApi == OpenApiVersion.V2;
  }

  private void addObjectMembers(JsonObject schema) {
    JsonObject properties = schema.withObject("properties");
    properties.set("apiVersion", described("apiVersion", new JsonObject().put("type", "string")));
    properties.set("kind", described("kind", new JsonObject().put("type", "string")));
    properties.set("metadata", described("metadata", openApi.member(names.meta("ObjectMeta"))));
  }

  private static JsonObject described(String field, JsonObject schema) {
    return schema.put("description", TypeDescriptions.ofAnyKind(field).orElseThrow());
  }

  private JsonObject value(JsonValue given) {
    JsonObject schema = new JsonObject();
    for (Map.Entry<String, JsonValue> each : given.properties()) {
      if (isKept(each.getKey()) && !each.getValue().isNull()) {
        schema.set(each.getKey(), each.getValue().deepCopy());
      }
    }
    addParts(given, schema);
    if (isV2()) {
      restrict(given, schema);
    } else {
      addAlternatives(given, schema);
    }
    if (given.path(EMBEDDED).asBoolean() && !(isV2() && given.path(PRESERVE).asBoolean())) {
      addObjectMembers(schema);
      requireKind(schema);
    }
    return schema;
  }

  private boolean isKept(String keyword) {
    return KEPT.contains(keyword)
        || keyword.startsWith(EXTENSION)
        || (!isV2() && KEPT_IN_V3.contains(keyword));
  }

  private void addParts(JsonValue given, JsonObject schema) {
    if (given.path("properties").isObject()) {
      JsonObject properties = schema.putObject("properties");
      given
          .path("properties")
          .properties()
          .forEach(each -> properties.set(each.getKey(), value(each.getValue())));
    }
    if (given.path("items").isObject()) {
      schema.set("items", value(given.path("items")));
    }
    JsonValue additional = given.path("additionalProperties");
    if (additional.isObject()) {
      schema.set("additionalProperties", value(additional));
    } else if (additional.isBoolean()) {
      schema.set("additionalProperties", additional);
    }
  }

  private void addAlternatives(JsonValue given, JsonObject schema) {
    for (String keyword : ALTERNATIVES) {
      if (given.path(keyword).isArray()) {
        JsonArray each = schema.putArray(keyword);
        given.path(keyword).forEach(alternative -> each.add(value(alternative)));
      }
    }
    if (given.path("not").isObject()) {
      schema.set("not", value(given.path("not")));
    }
    if (given.path(INT_OR_STRING).asBoolean() && !schema.has("anyOf") && !schema.has("allOf")) {
      schema
          .putArray("anyOf")
          .add(new JsonObject().put("type", "integer"))
          .add(new JsonObject().put("type", "string"));
    }
  }

  private static void restrict(JsonValue given, JsonObject schema) {
    boolean nullable = given.path("nullable").asBoolean();
    boolean open = given.path(PRESERVE).asBoolean();
    if (nullable || open) {
      schema.remove(List.of("items", "properties"));
    }
    String type = schema.path("type").asText();
    if (nullable
        || (open && type.equals("object"))
        || (type.equals("array") && !schema.has("items"))) {
      schema.remove("type");
    }
    if (schema.has("required")) {
      keepRequired(given, schema);
    }
  }

  /** Nullable properties are not required. */
  private static void keepRequired(JsonValue given, JsonObject schema) {
    JsonArray kept = new JsonArray();
    for (JsonValue name : given.path("required")) {
      if (!given.path("properties").path(name.asText()).path("nullable").asBoolean()) {
        kept.add(name);
      }
    }
    if (kept.isEmpty() || given.path("additionalProperties").path("nullable").asBoolean()) {
      schema.remove("required");
    } else {
      schema.set("required", kept);
    }
  }

  private static void requireKind(JsonObject schema) {
    Set<String> required = new LinkedHashSet<>();
    schema.path("required").forEach(each -> required.add(each.asText()));
    required.addAll(List.of("kind", "apiVersion"));
    required.forEach(schema.putArray("required")::add);
  }
}
