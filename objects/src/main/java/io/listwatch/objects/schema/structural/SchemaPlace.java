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
 * A schema as its user wrote it, and where it stands in the definition.
 *
 * @param json an object
 * @param path such as {@code spec.validation.openAPIV3Schema.properties[spec]}
 */
record SchemaPlace(JsonValue json, String path) {
  /** What can join schemas in a list. */
  static final List<String> JUNCTORS = List.of("allOf", "oneOf", "anyOf");

  private static final Set<String> UNREADABLE =
      Set.of("id", "$schema", "$ref", "patternProperties", "dependencies", "definitions");

  /** What it says under a name, if that is a text; empty if not. */
  String text(String member) {
    return json.path(member).isText() ? json.path(member).textValue() : "";
  }

  String type() {
    return text("type");
  }

  boolean says(String member) {
    return json.path(member).asBoolean();
  }

  /** Whether it says no, not merely nothing. */
  boolean denies(String member) {
    return json.path(member).isBoolean() && !says(member);
  }

  /** Whether something stands under a name, be it empty. */
  boolean has(String member) {
    return json.hasNonNull(member);
  }

  String at(String member) {
    return path + "." + member;
  }

  /** The schema under a name; null if there is none. */
  @Nullable SchemaPlace child(String member) {
    return json.path(member).isObject() ? new SchemaPlace(json.path(member), at(member)) : null;
  }

  /** The schemas of the members, in the order of the alphabet. */
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

  /** The schemas of a list. */
  List<SchemaPlace> listed(String member) {
    var listed = new ArrayList<SchemaPlace>();
    JsonValue list = json.path(member);
    for (int i = 0; list.isArray() && i < list.size(); i++) {
      listed.add(new SchemaPlace(list.path(i), at(member) + "[" + i + "]"));
    }
    return listed;
  }

  /** The schemas that this one holds, of whatever use they are. */
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

  /** Whether it uses, anywhere, what has no place in a structural schema. */
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
