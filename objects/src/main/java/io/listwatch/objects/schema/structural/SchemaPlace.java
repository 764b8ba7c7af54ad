package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A schema as written in a definition, with its path there.
 *
 * @param json an object
 * @param path such as {@code spec.validation.openAPIV3Schema.properties[spec]}
 */
record SchemaPlace(JsonValue json, String path) {
  /** The members that combine a list of schemas. */
  static final List<String> JUNCTORS = List.of("allOf", "oneOf", "anyOf");

  private static final Set<String> UNREADABLE =
      Set.of("id", "$schema", "$ref", "patternProperties", "dependencies", "definitions");

  /** Returns a string member; empty if it is absent or not a string. */
  String text(String member) {
    return json.path(member).isText() ? json.path(member).textValue() : "";
  }

  String type() {
    return text("type");
  }

  boolean says(String member) {
    return json.path(member).asBoolean();
  }

  /** True if the member is false, not merely absent. */
  boolean denies(String member) {
    return json.path(member).isBoolean() && !says(member);
  }

  /** True if the member is present, even if it is empty. */
  boolean has(String member) {
    return json.hasNonNull(member);
  }

  String at(String member) {
    return path + "." + member;
  }

  /** Returns the schema in a member; null if there is none. */
  @Nullable SchemaPlace child(String member) {
    return json.path(member).isObject() ? new SchemaPlace(json.path(member), at(member)) : null;
  }

  /** Returns the schemas of the properties, sorted by name. */
  Map<String, SchemaPlace> properties() {
    return named("properties");
  }

  Map<String, SchemaPlace> named(String member) {
    var named = new TreeMap<String, SchemaPlace>();
    for (Map.Entry<String, JsonValue> each : json.path(member).properties()) {
      String key = each.getKey();
      named.put(key, new SchemaPlace(each.getValue(), at(member) + "[" + key + "]"));
    }
    return named;
  }

  /** Returns the schemas in a list. */
  List<SchemaPlace> listed(String member) {
    var listed = new ArrayList<SchemaPlace>();
    JsonValue list = json.path(member);
    for (int i = 0; list.isArray() && i < list.size(); i++) {
      listed.add(new SchemaPlace(list.path(i), at(member) + "[" + i + "]"));
    }
    return listed;
  }

  /** Returns all direct subschemas. */
  List<SchemaPlace> children() {
    var children = new ArrayList<>(properties().values());
    for (String member : List.of("items", "additionalProperties", "not")) {
      SchemaPlace child = child(member);
      if (child != null) {
        children.add(child);
      }
    }
    JUNCTORS.forEach(junctor -> children.addAll(listed(junctor)));
    return children;
  }

  /** True if the schema contains, at any depth, a member that structural schemas do not support. */
  boolean unreadable() {
    return UNREADABLE.stream().anyMatch(each -> !json.path(each).isEmpty() || !text(each).isEmpty())
        || has("additionalItems")
        || json.path("items").isArray()
        || denies("x-kubernetes-preserve-unknown-fields")
        || children().stream().anyMatch(SchemaPlace::unreadable);
  }

  FieldError required(String member, String rule) {
    return FieldError.required(at(member), rule);
  }

  FieldError forbidden(String member, String rule) {
    return FieldError.forbidden(at(member), rule);
  }

  FieldError invalid(String member, Object value, String rule) {
    return FieldError.invalid(at(member), value, rule);
  }
}
