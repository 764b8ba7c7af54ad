package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The validation rules ({@code x-kubernetes-validations}) of one schema. Compiled on first use:
 * without rules, the CEL library is never loaded.
 *
 * <p>Thread-safe.
 */
public final class SchemaRules {
  static final String RULES = "x-kubernetes-validations";

  /** Reasons of validation errors after which rules are not evaluated. */
  private static final Set<String> BLOCKING =
      Set.of(
          "FieldValueNotSupported",
          "FieldValueRequired",
          "FieldValueTooLong",
          "FieldValueTooMany",
          "FieldValueTypeInvalid");

  private static final SchemaRules NONE = new SchemaRules(null);

  private final ReentrantLock lock = new ReentrantLock();
  private final @Nullable JsonObject schema;

  /** Null if no rule can be evaluated. Written before {@code compiled}. */
  private @Nullable RuleNode root;

  private volatile boolean compiled;

  private SchemaRules(@Nullable JsonObject schema) {
    this.schema = schema;
  }

  /** Returns the rules of a schema that was accepted before, to be compiled on first use. */
  public static SchemaRules of(JsonObject openApiSchema) {
    return existIn(openApiSchema) ? new SchemaRules(openApiSchema) : NONE;
  }

  /**
   * Compiles the rules of a new schema, and validates its defaults with them.
   *
   * @param path the path of the schema, such as {@code spec.validation.openAPIV3Schema}
   * @param accepted true if the schema is in use already: then only the total cost of its rules is
   *     limited
   * @param patterns limits the patterns of all rules of the definition
   * @param errors receives the errors of rules
   */
  public static SchemaRules compile(
      JsonObject openApiSchema,
      String path,
      boolean accepted,
      PatternBudget patterns,
      List<FieldError> errors) {
    SchemaRules rules = of(openApiSchema);
    if (rules != NONE) {
      rules.root = RuleCompiler.compile(openApiSchema, path, accepted, patterns, errors);
      rules.compiled = true;
      if (rules.root != null && errors.isEmpty() && !accepted) {
        new DefaultsValidation(errors).check(rules.root, path);
      }
    }
    return rules;
  }

  /** True if the schema has no rules. */
  public boolean isEmpty() {
    return schema == null;
  }

  /**
   * Evaluates all rules. If other validation has failed already, it evaluates none and adds an
   * error about that.
   *
   * @param old the object before an update; null on create
   * @param errors the errors so far; receives violated rules
   * @param warnings receives violated rules of values that the update does not change
   */
  public void check(
      JsonObject object,
      @Nullable JsonObject old,
      List<FieldError> errors,
      Consumer<String> warnings) {
    if (schema == null) {
      return;
    }
    if (errors.stream().anyMatch(error -> BLOCKING.contains(error.reason()))) {
      errors.add(
          new FieldError(
              "FieldValueInvalid",
              "<nil>",
              "Invalid value: null: some validation rules were not checked because the object was"
                  + " invalid; correct the existing errors to complete validation"));
      return;
    }
    RuleNode rules = root(schema);
    if (rules != null) {
      new RuleRun(errors, warnings).check(rules, object, old);
    }
  }

  /** Compiles the rules ahead of the first object. */
  public void prepare() {
    if (schema != null) {
      var unused = root(schema);
    }
  }

  private @Nullable RuleNode root(JsonObject source) {
    if (compiled) {
      return root;
    }
    lock.lock();
    try {
      if (!compiled) {
        // The schema was accepted before. Rules that do not compile any more fail when they are
        // evaluated.
        root = RuleCompiler.compile(source, "", true, PatternBudget.unlimited(), new ArrayList<>());
        compiled = true;
      }
      return root;
    } finally {
      lock.unlock();
    }
  }

  /** Searches subschemas only, not defaults or examples that look like rules. */
  private static boolean existIn(JsonValue schema) {
    if (schema.isMissing()) {
      return false;
    }
    if (!schema.path(RULES).isEmpty()
        || existIn(schema.path("items"))
        || existIn(schema.path("additionalProperties"))) {
      return true;
    }
    for (JsonValue property : schema.path("properties")) {
      if (existIn(property)) {
        return true;
      }
    }
    for (JsonValue part : schema.path("allOf")) {
      if (existIn(part)) {
        return true;
      }
    }
    return false;
  }
}
