package io.listwatch.objects.schema.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts a schema to CEL types and names its object types. Values of unspecified type, and
 * objects that contain nothing else, have no type: rules cannot see them.
 */
final class SchemaTypes {
  private final Map<String, CelType> structs = new HashMap<>();

  /**
   * Returns the type of one level of a schema; null if rules cannot see such values.
   *
   * @param resourceRoot true for a resource with apiVersion, kind and metadata
   */
  @Nullable DeclaredType type(JsonValue schema, boolean resourceRoot) {
    boolean nullable = schema.path("nullable").asBoolean();
    if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      return new DeclaredType.Scalar(
          nullable, Extent.ofIntegerOrText(schema), ScalarView.INTEGER_OR_TEXT);
    }
    ScalarView scalar = scalar(schema);
    if (scalar != null) {
      return new DeclaredType.Scalar(nullable, scalarExtent(schema), scalar);
    }
    return switch (schema.path("type").asText()) {
      case "array" -> array(schema, nullable);
      case "object" -> object(schema, nullable, resourceRoot);
      default -> null;
    };
  }

  /** Returns the object types by name. */
  CelTypeProvider provider() {
    return new Provider(ImmutableMap.copyOf(structs));
  }

  private static @Nullable ScalarView scalar(JsonValue schema) {
    return switch (schema.path("type").asText()) {
      case "boolean" -> ScalarView.BOOLEAN;
      case "number" -> ScalarView.NUMBER;
      case "integer" -> ScalarView.INTEGER;
      case "string" ->
          switch (schema.path("format").asText()) {
            case "byte" -> ScalarView.BYTES;
            case "duration" -> ScalarView.DURATION;
            case "date" -> ScalarView.DATE;
            case "date-time" -> ScalarView.TIME;
            default -> ScalarView.TEXT;
          };
      default -> null;
    };
  }

  private static Extent scalarExtent(JsonValue schema) {
    return switch (schema.path("type").asText()) {
      case "string" -> Extent.ofText(schema);
      case "boolean" -> Extent.BOOLEAN;
      default -> Extent.NUMBER;
    };
  }

  private @Nullable DeclaredType array(JsonValue schema, boolean nullable) {
    DeclaredType items = type(schema.path("items"), isEmbedded(schema.path("items")));
    if (items == null) {
      return null;
    }
    var keys = new ArrayList<String>();
    schema.path("x-kubernetes-list-map-keys").forEach(key -> keys.add(key.asText()));
    return new DeclaredType.Array(
        nullable, Extent.ofList(schema, items.extent()), items, kind(schema), keys);
  }

  private static DeclaredType.Array.Kind kind(JsonValue schema) {
    return switch (schema.path("x-kubernetes-list-type").asText()) {
      case "map" -> DeclaredType.Array.Kind.MAP;
      case "set" -> DeclaredType.Array.Kind.SET;
      default -> DeclaredType.Array.Kind.ATOMIC;
    };
  }

  private @Nullable DeclaredType object(JsonValue schema, boolean nullable, boolean resourceRoot) {
    JsonValue additional = schema.path("additionalProperties");
    if (additional.isObject() && !resourceRoot) {
      DeclaredType values = type(additional, isEmbedded(additional));
      return values == null
          ? null
          : new DeclaredType.Dictionary(nullable, Extent.ofMap(schema, values.extent()), values);
    }
    var members = new LinkedHashMap<String, DeclaredType>();
    for (Map.Entry<String, JsonValue> property : schema.path("properties").properties()) {
      DeclaredType type = type(property.getValue(), isEmbedded(property.getValue()));
      if (type != null) {
        members.put(property.getKey(), type);
      }
    }
    if (resourceRoot && !declaresMetadata(schema.path("properties"))) {
      addMetadata(members);
    }
    return struct(nullable, schema, members);
  }

  private static boolean declaresMetadata(JsonValue properties) {
    JsonValue metadata = properties.path("metadata").path("properties");
    for (JsonValue text :
        List.of(
            properties.path("kind"),
            properties.path("apiVersion"),
            metadata.path("name"),
            metadata.path("generateName"))) {
      if (!text.path("type").asText().equals("string")) {
        return false;
      }
    }
    return true;
  }

  /**
   * Adds the members that all resources have. Of metadata, rules see only name and generateName.
   */
  private void addMetadata(Map<String, DeclaredType> members) {
    var text = new DeclaredType.Scalar(false, Extent.ANY_TEXT, ScalarView.TEXT);
    members.put("kind", text);
    members.put("apiVersion", text);
    members.put(
        "metadata", struct(false, JsonValue.MISSING, Map.of("name", text, "generateName", text)));
  }

  private DeclaredType struct(
      boolean nullable, JsonValue schema, Map<String, DeclaredType> members) {
    // An identifier cannot contain @, so no rule can create such an object.
    String name = "object@" + structs.size();
    var struct = new DeclaredType.Struct(nullable, extent(schema, members), name, members);
    structs.put(name, struct.celType());
    return struct;
  }

  /** Sums up the minimum sizes of the required members, each with quotes, colon and comma. */
  private static Extent extent(JsonValue schema, Map<String, DeclaredType> members) {
    long least = 2;
    for (JsonValue each : schema.path("required")) {
      DeclaredType member = members.get(each.asText());
      boolean completed = schema.path("properties").path(each.asText()).has("default");
      if (member != null && !completed) {
        least += each.asText().length() + 4 + member.extent().least();
      }
    }
    return new Extent(0, least);
  }

  private static boolean isEmbedded(JsonValue schema) {
    return schema.path("x-kubernetes-embedded-resource").asBoolean();
  }

  private record Provider(ImmutableMap<String, CelType> named) implements CelTypeProvider {
    @Override
    public ImmutableCollection<CelType> types() {
      return named.values();
    }

    @Override
    public Optional<CelType> findType(String typeName) {
      return Optional.ofNullable(named.get(typeName));
    }
  }
}
