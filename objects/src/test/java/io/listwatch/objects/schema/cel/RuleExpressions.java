package io.listwatch.objects.schema.cel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.RuleEnvironment.Compiled;
import io.listwatch.objects.schema.cel.RuleEnvironment.Purpose;
import io.listwatch.objects.schema.pattern.PatternBudget;

/** Compiles expressions over the values of one schema, which is written in YAML. */
final class RuleExpressions {
  private final DeclaredType type;
  private final RuleEnvironment environment;

  private RuleExpressions(DeclaredType type, RuleEnvironment environment) {
    this.type = type;
    this.environment = environment;
  }

  static RuleExpressions over(String schema) {
    var types = new SchemaTypes();
    DeclaredType type = requireNonNull(types.type(Rules.read(schema), false));
    return new RuleExpressions(
        type, new RuleEnvironment(types.provider(), PatternBudget.ofDefinition()));
  }

  DeclaredType type() {
    return type;
  }

  Compiled compile(String rule) {
    return environment.compile(rule, type, false, Purpose.RULE);
  }

  Compiled compile(String expression, boolean optionalOldSelf, Purpose purpose) {
    return environment.compile(expression, type, optionalOldSelf, purpose);
  }

  /** Returns the estimated cost of a valid rule. */
  double estimate(String rule) {
    Compiled compiled = compile(rule);
    assertThat(compiled.failure()).as(rule).isEmpty();
    return compiled.cost();
  }

  /** Evaluates a valid rule; {@code cost} counts. */
  Object run(String rule, JsonValue self, RuleCost cost) {
    Compiled compiled = compile(rule);
    assertThat(compiled.failure()).as(rule).isEmpty();
    return requireNonNull(compiled.program()).run(type.view(self), null, cost);
  }
}
