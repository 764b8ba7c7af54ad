package io.listwatch.objects.schema.cel;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A schema with rules, and their results on objects; all are written in YAML. */
final class Rules {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final SchemaRules rules;
  private final List<FieldError> refusals = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private Rules(JsonObject schema, boolean accepted) {
    this.rules =
        SchemaRules.compile(schema, "schema", accepted, PatternBudget.ofDefinition(), refusals);
  }

  static Rules of(String schema) {
    return new Rules(read(schema), false);
  }

  /** Returns the rules of a schema that is in use already. */
  static Rules accepted(String schema) {
    return new Rules(read(schema), true);
  }

  /** Returns a schema whose field {@code spec} has the given schema and one rule. */
  static Rules ofSpec(String specSchema, String rule) {
    JsonObject spec = read(specSchema);
    spec.putArray("x-kubernetes-validations").addObject().put("rule", rule);
    JsonObject schema = read("type: object");
    schema.putObject("properties").set("spec", spec);
    return new Rules(schema, false);
  }

  /** Returns the errors of the rules themselves. */
  List<String> refusals() {
    return refusals.stream().map(FieldError::toString).toList();
  }

  List<String> warnings() {
    return warnings;
  }

  List<String> errors(String object) {
    return errors(object, null);
  }

  List<String> errors(String object, @Nullable String old) {
    return check(read(object), old == null ? null : read(old)).stream()
        .map(FieldError::toString)
        .toList();
  }

  List<FieldError> check(JsonObject object, @Nullable JsonObject old) {
    var errors = new ArrayList<FieldError>();
    rules.check(object, old, errors, warnings::add);
    return errors;
  }

  static JsonObject read(String yaml) {
    Object loaded = new Load(LoadSettings.builder().build()).loadFromString(yaml);
    return (JsonObject) JsonTrees.read(MAPPER.valueToTree(loaded).toString());
  }
}
