package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The OpenAPI V3 schema of one kind in which every reference is replaced by the referenced schema.
 * A reference back to a type that contains it is an object without members, as in kube-apiserver.
 *
 * <p>Not thread-safe; used for one schema.
 */
public final class ResolvedSchema {
  private static final String INT_OR_STRING = "int-or-string";

  private final Map<String, JsonObject> schemas;
  private final Set<String> open = new HashSet<>();

  private ResolvedSchema(Map<String, JsonObject> schemas) {
    this.schemas = schemas;
  }

  /**
   * Returns the schema of a resource's kind.
   *
   * @param custom the schema of a custom resource; missing for a built-in one
   */
  public static JsonValue of(ResourceDefinition definition, JsonValue custom) {
    var type = definition.type();
    var schemas =
        new DocumentSchemas(OpenApiVersion.V3, List.of(type.group() + "/" + type.version()));
    String name =
        definition.custom()
            ? schemas.custom(new CustomKind(definition, custom))
            : schemas.kind(type.group(), type.version(), type.kind());
    return new ResolvedSchema(schemas.all()).resolved(OpenApiVersion.V3.reference(name));
  }

  private JsonObject resolved(JsonValue schema) {
    String reference = reference(schema);
    if (reference.isEmpty()) {
      return members(schema);
    }
    String name = reference.substring(reference.lastIndexOf('/') + 1);
    if (!open.add(name)) {
      return new JsonObject().put("type", "object");
    }
    JsonObject found = members(schemas.getOrDefault(name, new JsonObject()));
    open.remove(name);
    return found;
  }

  /** A reference is in {@code allOf} if it has a default or a description. */
  private static String reference(JsonValue schema) {
    String plain = schema.path("$ref").asText();
    return plain.isEmpty() ? schema.path("allOf").path(0).path("$ref").asText() : plain;
  }

  private JsonObject members(JsonValue schema) {
    var copy = new JsonObject();
    for (Map.Entry<String, JsonValue> each : schema.properties()) {
      copy.set(each.getKey(), member(each.getKey(), each.getValue()));
    }
    if (schema.path("format").asText().equals(INT_OR_STRING)) {
      copy.put("x-kubernetes-" + INT_OR_STRING, true);
    }
    return copy;
  }

  private JsonValue member(String keyword, JsonValue value) {
    if (!value.isObject()) {
      return value;
    }
    return switch (keyword) {
      case "properties" -> {
        var properties = new JsonObject();
        value
            .properties()
            .forEach(each -> properties.set(each.getKey(), resolved(each.getValue())));
        yield properties;
      }
      case "items", "additionalProperties" -> resolved(value);
      default -> value;
    };
  }
}
