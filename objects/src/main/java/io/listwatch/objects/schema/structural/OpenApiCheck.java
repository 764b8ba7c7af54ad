package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that a schema uses only supported features and does not contradict itself. */
final class OpenApiCheck {
  private static final List<String> TYPES =
      List.of("array", "boolean", "integer", "number", "object", "string");

  private static final Set<String> IDENTITY = Set.of("metadata", "kind", "apiVersion");
  private static final String LIST_TYPE = "x-kubernetes-list-type";
  private static final String MAP_TYPE = "x-kubernetes-map-type";
  private static final String KEYS = "x-kubernetes-list-map-keys";
  private static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final String PRESERVING = "x-kubernetes-preserve-unknown-fields";

  private final List<FieldError> errors = new ArrayList<>();

  private OpenApiCheck() {}

  static List<FieldError> check(SchemaPlace root) {
    var check = new OpenApiCheck();
    check.visit(root, new Context(true, false, ""));
    return check.errors;
  }

  private void visit(@Nullable SchemaPlace schema, Context context) {
    if (schema == null) {
      return;
    }
    checkSupported(schema, context);
    visitMembers(schema, context);
    Context inside = context.inside();
    visit(schema.child("not"), inside);
    SchemaPlace.JUNCTORS.forEach(each -> visitAll(schema.listed(each), inside));
    visitAll(schema.named("definitions").values(), inside);
    visit(schema.child("items"), inside);
    visitAll(schema.listed("items"), inside);
    visitAll(schema.named("dependencies").values(), inside);
    if (schema.denies(PRESERVING)) {
      errors.add(schema.invalid(PRESERVING, false, "must be true or undefined"));
    }
    checkMapType(schema);
    checkListType(schema);
    checkKeys(schema);
    checkIdentifiable(schema);
  }

  private void visitAll(Iterable<SchemaPlace> schemas, Context context) {
    schemas.forEach(each -> visit(each, context));
  }

  private void checkSupported(SchemaPlace schema, Context context) {
    String type = schema.type();
    if (!type.isEmpty() && !TYPES.contains(type)) {
      errors.add(FieldError.unsupported(schema.at("type"), type, TYPES));
    }
    if (schema.has("default") && !context.noDefaults().isEmpty()) {
      errors.add(schema.forbidden("default", "must not be set " + context.noDefaults()));
    }
    for (String each :
        List.of(
            "id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref")) {
      if (isSaid(schema.json().path(each), each)) {
        errors.add(schema.forbidden(each, each + " is not supported"));
      }
    }
    if (type.equals("null")) {
      errors.add(
          schema.forbidden("type", "type cannot be set to null, use nullable as an alternative"));
    }
    if (schema.json().path("items").isArray() && !schema.json().path("items").isEmpty()) {
      errors.add(schema.forbidden("items", "items must be a schema object and not an array"));
    }
    if (context.metadata() && schema.says(EMBEDDED)) {
      errors.add(schema.forbidden(EMBEDDED, "must not be used inside of resource meta"));
    }
    if (schema.says("uniqueItems")) {
      errors.add(
          schema.forbidden(
              "uniqueItems",
              "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"));
    }
  }

  /**
   * True if the member is present. Empty strings and maps count as absent, except for {@code $ref}
   * and {@code dependencies}.
   */
  private static boolean isSaid(JsonValue value, String member) {
    if (value.isMissing() || value.isNull()) {
      return false;
    }
    return switch (member) {
      case "id" -> !value.asText().isEmpty();
      case "patternProperties", "definitions" -> !value.isEmpty();
      default -> true;
    };
  }

  private void visitMembers(SchemaPlace schema, Context context) {
    Map<String, SchemaPlace> properties = schema.properties();
    JsonValue others = schema.json().path("additionalProperties");
    boolean open = others.isMissing() || others.isNull() || others.asBoolean();
    if (!properties.isEmpty() && !open) {
      errors.add(
          schema.forbidden(
              "additionalProperties", "additionalProperties and properties are mutual exclusive"));
    }
    visit(
        schema.child("additionalProperties"),
        context.metadata()
            ? context.without("inside additionalProperties applying to object metadata")
            : context.inside());
    properties.forEach(
        (name, each) -> {
          boolean identity = (context.root() || schema.says(EMBEDDED)) && IDENTITY.contains(name);
          visit(each, identity ? context.ofIdentity(name) : context.inside());
        });
  }

  private void checkMapType(SchemaPlace schema) {
    if (!schema.has(MAP_TYPE)) {
      return;
    }
    checkTypeIs("object", MAP_TYPE, schema);
    checkOneOf(MAP_TYPE, List.of("atomic", "granular"), schema);
  }

  private void checkTypeIs(String type, String extension, SchemaPlace schema) {
    if (!schema.type().equals(type)) {
      String rule = "must be " + type + " if " + extension + " is specified";
      errors.add(
          schema.type().isEmpty()
              ? schema.required("type", rule)
              : schema.invalid("type", schema.type(), rule));
    }
  }

  private void checkOneOf(String member, List<String> words, SchemaPlace schema) {
    if (!words.contains(schema.text(member))) {
      errors.add(FieldError.unsupported(schema.at(member), schema.text(member), words));
    }
  }

  private void checkListType(SchemaPlace schema) {
    SchemaPlace items = schema.child("items");
    if (!schema.has(LIST_TYPE)) {
      return;
    }
    if (!schema.type().equals("array")) {
      checkTypeIs("array", LIST_TYPE, schema);
    } else if (schema.text(LIST_TYPE).equals("set") && items != null) {
      checkItemOfSet(items);
    }
    checkOneOf(LIST_TYPE, List.of("atomic", "set", "map"), schema);
  }

  private void checkItemOfSet(SchemaPlace items) {
    String rule = "must be atomic as item of a list with x-kubernetes-list-type=set";
    String list = items.text(LIST_TYPE);
    if (items.type().equals("array") && !list.isEmpty() && !list.equals("atomic")) {
      errors.add(items.invalid(LIST_TYPE, list, rule));
    }
    if (items.type().equals("object") && !items.text(MAP_TYPE).equals("atomic")) {
      errors.add(items.invalid(MAP_TYPE, list.isEmpty() ? JsonValue.NULL : list, rule));
    }
  }

  private void checkKeys(SchemaPlace schema) {
    List<String> keys = SchemaReader.strings(schema.json().path(KEYS));
    boolean map = schema.text(LIST_TYPE).equals("map");
    if (!keys.isEmpty() && !map) {
      String rule = "must be map if x-kubernetes-list-map-keys is non-empty";
      errors.add(
          schema.has(LIST_TYPE)
              ? schema.invalid(LIST_TYPE, schema.text(LIST_TYPE), rule)
              : schema.required(LIST_TYPE, rule));
    }
    if (map) {
      checkMap(schema, keys);
    }
  }

  private void checkMap(SchemaPlace schema, List<String> keys) {
    if (keys.isEmpty()) {
      errors.add(schema.required(KEYS, "must not be empty if x-kubernetes-list-type is map"));
    }
    SchemaPlace items = schema.child("items");
    if (!schema.has("items")) {
      errors.add(schema.required("items", "must have a schema if x-kubernetes-list-type is map"));
    } else if (items == null) {
      errors.add(
          schema.invalid(
              "items",
              schema.json().path("items"),
              "must only have a single schema if x-kubernetes-list-type is map"));
    } else if (!items.type().equals("object")) {
      errors.add(
          items.invalid(
              "type",
              items.type(),
              "must be object if parent array's x-kubernetes-list-type is map"));
    } else {
      checkKeys(schema, keys, items.properties());
    }
  }

  private void checkKeys(SchemaPlace schema, List<String> keys, Map<String, SchemaPlace> members) {
    Set<String> seen = new HashSet<>();
    String shown = JsonTrees.write(schema.json().path(KEYS));
    for (String key : keys) {
      SchemaPlace member = members.get(key);
      if (member == null) {
        errors.add(invalid(schema.at(KEYS), shown, "entries must all be names of item properties"));
      } else if (member.type().equals("array") || member.type().equals("object")) {
        errors.add(
            member.invalid(
                "type",
                "object",
                "must be a scalar type if parent array's x-kubernetes-list-type is map"));
      }
      if (!seen.add(key)) {
        errors.add(invalid(schema.at(KEYS), shown, "must not contain duplicate entries"));
      }
    }
  }

  private static FieldError invalid(String field, String shown, String rule) {
    return new FieldError("FieldValueInvalid", field, "Invalid value: " + shown + ": " + rule);
  }

  /** Requires items of sets and maps, and the keys of maps, to be neither null nor absent. */
  private void checkIdentifiable(SchemaPlace schema) {
    SchemaPlace items = schema.child("items");
    String listType = schema.text(LIST_TYPE);
    if (items == null || !(listType.equals("set") || listType.equals("map"))) {
      return;
    }
    if (items.says("nullable")) {
      errors.add(
          items.forbidden(
              "nullable", "cannot be nullable when x-kubernetes-list-type is " + listType));
    }
    if (listType.equals("map")) {
      checkKeysAreThere(schema, items);
    }
  }

  private void checkKeysAreThere(SchemaPlace schema, SchemaPlace items) {
    List<String> required = SchemaReader.strings(items.json().path("required"));
    Map<String, SchemaPlace> members = items.properties();
    String about = "this property is in x-kubernetes-list-map-keys, so it ";
    for (String key : SchemaReader.strings(schema.json().path(KEYS))) {
      SchemaPlace member = members.get(key);
      if (member != null && !required.contains(key) && !member.has("default")) {
        errors.add(
            member.required("default", about + "must have a default or be a required property"));
      }
      if (member != null && member.says("nullable")) {
        errors.add(member.forbidden("nullable", about + "cannot be nullable"));
      }
    }
  }

  /**
   * The position of a schema within the whole schema.
   *
   * @param metadata true for the metadata of a resource
   * @param noDefaults the reason why it must not have a default; empty if it may
   */
  private record Context(boolean root, boolean metadata, String noDefaults) {
    Context inside() {
      return root ? new Context(false, metadata, noDefaults) : this;
    }

    Context without(String reason) {
      return new Context(false, metadata, reason);
    }

    Context ofIdentity(String member) {
      return new Context(false, true, root ? "in top-level " + member : noDefaults);
    }
  }
}
