package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema.ListType;
import io.listwatch.objects.schema.structural.StructuralSchema.Others;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses one schema and its subschemas. Malformed parts count as absent. */
final class SchemaReader {
  final JsonType type;
  final boolean nullable;
  final boolean preserving;
  final boolean embedded;
  final Map<String, StructuralSchema> properties = new HashMap<>();
  final Others others;
  final @Nullable StructuralSchema item;
  final ListType listType;
  final List<String> keys;
  final boolean atomic;
  final @Nullable JsonValue defaultValue;
  final ValueRules rules;

  private SchemaReader(JsonValue json, boolean root) {
    type =
        json.path("x-kubernetes-int-or-string").asBoolean()
            ? JsonType.INT_OR_STRING
            : JsonType.named(json.path("type").asText());
    nullable = json.path("nullable").asBoolean();
    preserving = json.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    embedded = root || json.path("x-kubernetes-embedded-resource").asBoolean();
    json.path("properties")
        .properties()
        .forEach(each -> properties.put(each.getKey(), read(each.getValue(), false)));
    others = others(json.path("additionalProperties"));
    item = json.path("items").isObject() ? read(json.path("items"), false) : null;
    listType = listType(json.path("x-kubernetes-list-type").asText());
    keys = strings(json.path("x-kubernetes-list-map-keys"));
    atomic = json.path("x-kubernetes-map-type").asText().equals("atomic");
    defaultValue = json.hasNonNull("default") ? json.get("default") : null;
    rules = ValueRules.of(json, type);
  }

  static StructuralSchema read(JsonValue json, boolean root) {
    return new StructuralSchema(new SchemaReader(json, root));
  }

  /** Parses a list of schemas, such as {@code allOf}. */
  static List<StructuralSchema> readAll(JsonValue list) {
    var schemas = new ArrayList<StructuralSchema>(list.size());
    list.forEach(each -> schemas.add(read(each, false)));
    return schemas;
  }

  private static Others others(JsonValue json) {
    if (json.isObject()) {
      return new Others(true, true, read(json, false));
    }
    return json.isBoolean() ? new Others(true, json.asBoolean(), null) : Others.UNSAID;
  }

  private static ListType listType(String word) {
    return switch (word) {
      case "set" -> ListType.SET;
      case "map" -> ListType.MAP;
      default -> ListType.ATOMIC;
    };
  }

  static List<JsonValue> nodes(JsonValue list) {
    var nodes = new ArrayList<JsonValue>(list.size());
    list.forEach(nodes::add);
    return nodes;
  }

  static List<String> strings(JsonValue list) {
    var strings = new ArrayList<String>(list.size());
    list.forEach(each -> strings.add(each.asText()));
    return strings;
  }
}
