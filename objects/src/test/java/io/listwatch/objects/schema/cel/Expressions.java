package io.listwatch.objects.schema.cel;

import static java.util.Objects.requireNonNull;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.pattern.PatternBudget;

/** Evaluates CEL expressions over one object, which is their {@code self}. */
final class Expressions {
  private final DeclaredType type;
  private final RuleEnvironment environment;
  private final JsonValue object;

  private Expressions(DeclaredType type, RuleEnvironment environment, JsonValue object) {
    this.type = type;
    this.environment = environment;
    this.object = object;
  }

  /** The schema and the object are YAML. */
  static Expressions of(String schema, String object) {
    var types = new SchemaTypes();
    DeclaredType type = requireNonNull(types.type(Rules.read(schema), false));
    return new Expressions(
        type,
        new RuleEnvironment(types.provider(), PatternBudget.ofDefinition()),
        Rules.read(object));
  }

  /** Returns expressions over another object with the same schema. */
  Expressions on(JsonValue object) {
    return new Expressions(type, environment, object);
  }

  /** Returns the view of JSON that a schema in YAML describes; both are in field {@code v}. */
  static Object view(String schema, String value) {
    return type(schema).view(Rules.read("v: " + value).path("v"));
  }

  static DeclaredType type(String schema) {
    JsonObject holder = Rules.read("v: " + schema);
    return requireNonNull(new SchemaTypes().type(holder.path("v"), false));
  }

  /** Evaluates a condition; throws an {@link AssertionError} if it does not compile. */
  boolean holds(String condition) {
    RuleEnvironment.Compiled compiled = compile(condition);
    if (compiled.program() == null) {
      throw new AssertionError(compiled.failure());
    }
    var cost = new RuleCost(RuleProgram.MAX_COST);
    return (Boolean) compiled.program().run(type.view(object), null, cost);
  }

  /** Returns the error message of an expression; empty if it has a value. */
  String failure(String expression) {
    try {
      holds("(" + expression + ") != dyn(null)");
      return "";
    } catch (RuleFailure | CostLimit e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Returns the compiler's message; empty if the expression compiles. */
  String rejection(String expression) {
    return compile("(" + expression + ") != dyn(null)").failure();
  }

  private RuleEnvironment.Compiled compile(String condition) {
    return environment.compile(condition, type, false, RuleEnvironment.Purpose.RULE);
  }
}
