package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.pattern.InvalidPatternException;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules that make a schema structural: every value has one type, stated once, and {@code
 * allOf}, {@code anyOf}, {@code oneOf} and {@code not} only restrict it.
 */
final class StructuralRules {
  private enum Level {
    ROOT("must not be empty at the root"),
    ITEM("must not be empty for specified array items"),
    FIELD("must not be empty for specified object fields");

    private final String rule;

    Level(String rule) {
      this.rule = rule;
    }
  }

  private static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final String INT_OR_STRING = "x-kubernetes-int-or-string";
  private static final String PRESERVING = "x-kubernetes-preserve-unknown-fields";

  /** The fields of root metadata that a schema may constrain. */
  private static final Set<String> NAMES = Set.of("name", "generateName");

  /**
   * The members that a schema in {@code allOf}, {@code anyOf}, {@code oneOf} or {@code not} may not
   * have, and their messages.
   */
  private static final List<Map.Entry<String, String>> NOT_RESTRICTING =
      List.of(
          Map.entry("type", "must be empty"),
          Map.entry("additionalProperties", "must be undefined"),
          Map.entry("default", "must be undefined"),
          Map.entry("title", "must be empty"),
          Map.entry("description", "must be empty"),
          Map.entry("nullable", "must be false"),
          Map.entry(PRESERVING, "must be false"),
          Map.entry(EMBEDDED, "must be false"),
          Map.entry(INT_OR_STRING, "must be false"),
          Map.entry("x-kubernetes-list-map-keys", "must be empty"),
          Map.entry("x-kubernetes-list-type", "must be undefined"),
          Map.entry("x-kubernetes-map-type", "must be undefined"),
          Map.entry("x-kubernetes-validations", "must be empty"));

  private final PatternBudget patterns;
  private final List<FieldError> errors = new ArrayList<>();

  private StructuralRules(PatternBudget patterns) {
    this.patterns = patterns;
  }

  /** Returns the errors, sorted. */
  static List<FieldError> check(SchemaPlace root, PatternBudget patterns) {
    var check = new StructuralRules(patterns);
    check.visit(root, Level.ROOT);
    check.checkCounterparts(root, root);
    check.errors.sort(Comparator.comparing(FieldError::toString));
    return check.errors;
  }

  private void visit(SchemaPlace schema, Level level) {
    SchemaPlace items = schema.child("items");
    if (items != null) {
      visit(items, Level.ITEM);
    } else if (schema.type().equals("array")) {
      errors.add(schema.required("items", "must be specified"));
    }
    schema.properties().values().forEach(each -> visit(each, Level.FIELD));
    visitOthers(schema, level);
    checkExtensions(schema);
    checkRules(schema, isIntOrString(schema.json()), isIntOrString(schema.json().at("/allOf/0")));
    checkType(schema, level);
    checkIdentity(schema, level);
  }

  private void visitOthers(SchemaPlace schema, Level level) {
    if (schema.has("additionalProperties") && level == Level.ROOT) {
      errors.add(schema.forbidden("additionalProperties", "must not be used at the root"));
    }
    SchemaPlace others = schema.child("additionalProperties");
    if (others != null) {
      visit(others, Level.FIELD);
    }
  }

  private void checkExtensions(SchemaPlace schema) {
    for (String other : List.of(PRESERVING, EMBEDDED)) {
      if (schema.says(INT_OR_STRING) && schema.says(other)) {
        errors.add(schema.invalid(other, true, "must be false if " + INT_OR_STRING + " is true"));
      }
    }
  }

  /** True for the only types allowed below {@code anyOf}: integer or string. */
  private static boolean isIntOrString(JsonValue schema) {
    JsonValue anyOf = schema.path("anyOf");
    return anyOf.size() == 2 && isType(anyOf.path(0), "integer") && isType(anyOf.path(1), "string");
  }

  private static boolean isType(JsonValue schema, String type) {
    return schema.size() == 1 && schema.path("type").asText().equals(type);
  }

  private void checkRules(SchemaPlace schema, boolean skipAny, boolean skipAnyOfFirst) {
    if (!skipAny) {
      schema.listed("anyOf").forEach(each -> checkJoined(each, false));
    }
    List<SchemaPlace> allOf = schema.listed("allOf");
    for (int i = 0; i < allOf.size(); i++) {
      checkJoined(allOf.get(i), skipAnyOfFirst && i == 0);
    }
    schema.listed("oneOf").forEach(each -> checkJoined(each, false));
    SchemaPlace not = schema.child("not");
    if (not != null) {
      checkJoined(not, false);
    }
    checkPattern(schema);
  }

  private void checkPattern(SchemaPlace schema) {
    String pattern = schema.text("pattern");
    if (pattern.isEmpty() || patterns.isExhausted()) {
      return;
    }
    try {
      if (patterns.compile(pattern) == null) {
        errors.add(schema.forbidden("pattern", PatternBudget.EXCEEDED));
      }
    } catch (InvalidPatternException problem) {
      errors.add(
          schema.invalid(
              "pattern",
              pattern,
              "must be a valid regular expression, but isn't: " + problem.getMessage()));
    }
  }

  private void checkJoined(SchemaPlace schema, boolean skipAny) {
    checkRules(schema, skipAny, false);
    SchemaPlace items = schema.child("items");
    if (items != null) {
      checkJoined(items, false);
    }
    schema.properties().values().forEach(each -> checkJoined(each, false));
    for (Map.Entry<String, String> each : NOT_RESTRICTING) {
      if (isSaid(schema.json().path(each.getKey()))) {
        errors.add(schema.forbidden(each.getKey(), each.getValue() + " to be structural"));
      }
    }
    if (schema.properties().containsKey("metadata")) {
      errors.add(
          schema.forbidden("properties[metadata]", "must not be specified in a nested context"));
    }
  }

  /** True if the member is present. Empty or false members count as absent. */
  private static boolean isSaid(JsonValue value) {
    return switch (value.type()) {
      case BOOLEAN -> value.asBoolean();
      case STRING -> !value.asText().isEmpty();
      case ARRAY -> !value.isEmpty();
      case OBJECT, NUMBER -> true;
      default -> false;
    };
  }

  private void checkType(SchemaPlace schema, Level level) {
    String type = schema.type();
    if (schema.says(EMBEDDED) && !type.equals("object")) {
      String rule = "must be object if " + EMBEDDED + " is true";
      errors.add(
          type.isEmpty() ? schema.required("type", rule) : schema.invalid("type", type, rule));
    } else if (type.isEmpty() && !schema.says(INT_OR_STRING) && !schema.says(PRESERVING)) {
      errors.add(schema.required("type", level.rule));
    }
    if (schema.says(EMBEDDED) && schema.has("additionalProperties")) {
      errors.add(
          schema.forbidden("additionalProperties", "must not be used if " + EMBEDDED + " is set"));
    }
    if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
      errors.add(schema.invalid("type", type, "must be object at the root"));
    }
  }

  private void checkIdentity(SchemaPlace schema, Level level) {
    boolean identified = level == Level.ROOT || schema.says(EMBEDDED);
    Map<String, SchemaPlace> properties = schema.properties();
    for (String member : List.of("kind", "apiVersion")) {
      SchemaPlace declared = properties.get(member);
      if (identified && declared != null && !declared.type().equals("string")) {
        errors.add(declared.invalid("type", declared.type(), "must be string"));
      }
    }
    SchemaPlace metadata = properties.get("metadata");
    if (metadata != null) {
      checkMetadata(metadata, identified, level);
    }
    if (schema.says(EMBEDDED) && !schema.says(PRESERVING) && properties.isEmpty()) {
      errors.add(
          schema.required(
              "properties", "must not be empty if " + EMBEDDED + " is true without " + PRESERVING));
    }
  }

  private void checkMetadata(SchemaPlace metadata, boolean identified, Level level) {
    if (identified && !metadata.type().equals("object")) {
      errors.add(metadata.invalid("type", metadata.type(), "must be object"));
    }
    if (level == Level.ROOT && !isOnlyAboutNames(metadata)) {
      errors.add(
          FieldError.forbidden(
              metadata.path(),
              "must not specify anything other than name and generateName, but metadata is"
                  + " implicitly specified"));
    }
  }

  private static boolean isOnlyAboutNames(SchemaPlace metadata) {
    for (Map.Entry<String, JsonValue> each : metadata.json().properties()) {
      boolean harmless = Set.of("type", "default", "properties").contains(each.getKey());
      if (!harmless && isSaid(each.getValue())) {
        return false;
      }
    }
    return NAMES.containsAll(metadata.properties().keySet());
  }

  /**
   * Requires the fields that {@code allOf}, {@code anyOf}, {@code oneOf} or {@code not} restrict to
   * be declared outside of them.
   */
  private void checkCounterparts(SchemaPlace structure, SchemaPlace rules) {
    for (String junctor : SchemaPlace.JUNCTORS) {
      rules.listed(junctor).forEach(each -> checkCounterpart(structure, each));
    }
    SchemaPlace not = rules.child("not");
    if (not != null) {
      checkCounterpart(structure, not);
    }
  }

  private void checkCounterpart(SchemaPlace structure, SchemaPlace rules) {
    checkCounterparts(structure, rules);
    SchemaPlace items = rules.child("items");
    if (items != null) {
      checkCounterpart(structure.child("items"), structure.at("items"), items);
    }
    Map<String, SchemaPlace> declared = structure.properties();
    rules
        .properties()
        .forEach(
            (name, rule) ->
                checkCounterpart(
                    declared.get(name), structure.at("properties") + "[" + name + "]", rule));
  }

  private void checkCounterpart(@Nullable SchemaPlace structure, String path, SchemaPlace rules) {
    if (structure == null) {
      errors.add(FieldError.required(path, "because it is defined in " + rules.path()));
    } else {
      checkCounterpart(structure, rules);
    }
  }
}
