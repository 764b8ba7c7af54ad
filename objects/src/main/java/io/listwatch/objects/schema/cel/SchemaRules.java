package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The validation rules of one schema. They are compiled when they are first needed: a server whose
 * schemas have no rules never loads what runs them.
 *
 * <p>Any number of threads may check objects at once.
 */
public final class SchemaRules {
  static final String RULES = "x-kubernetes-validations";

  /** Reasons of errors that leave values which rules cannot trust. */
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

  /** Null if no rule can be evaluated; written before compiled is. */
  private @Nullable RuleNode root;

  private volatile boolean compiled;

  private SchemaRules(@Nullable JsonObject schema) {
    this.schema = schema;
  }

  /** The rules of a schema that was accepted before, to be compiled on first use. */
  public static SchemaRules of(JsonObject openApiSchema) {
    return existIn(openApiSchema) ? new SchemaRules(openApiSchema) : NONE;
  }

  /**
   * Compiles the rules of a new schema now, and judges its defaults by them.
   *
   * @param path where the schema is, such as {@code spec.validation.openAPIV3Schema}
   * @param accepted whether the schema is in use already: then no rule is refused for what it alone
   *     could cost
   * @param errors receives what is wrong with rules
   */
  public static SchemaRules compile(
      JsonObject openApiSchema, String path, boolean accepted, List<FieldError> errors) {
    SchemaRules rules = of(openApiSchema);
    if (rules != NONE) {
      rules.root = RuleCompiler.compile(openApiSchema, path, accepted, errors);
      rules.compiled = true;
      if (rules.root != null && errors.isEmpty() && !accepted) {
        new RuledDefaults(errors).check(rules.root, path);
      }
    }
    return rules;
  }

  /** Whether there is no rule at all. */
  public boolean isEmpty() {
    return schema == null;
  }

  /**
   * Evaluates every rule that has a value to judge, or none if something is wrong with values
   * already.
   *
   * @param old the object before an update, null if it is created
   * @param errors what was found wrong before; receives the broken rules
   * @param warnings receives rules that are broken, but were so before by a value that has not
   *     changed
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

  /** Compiles now what would be compiled when it is first needed. */
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
        // What it complains about now was accepted once: those rules are reported as they run.
        root = RuleCompiler.compile(source, "", true, new ArrayList<>());
        compiled = true;
      }
      return root;
    } finally {
      lock.unlock();
    }
  }

  /** Looks where schemas are, and not into defaults and examples that happen to look alike. */
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
