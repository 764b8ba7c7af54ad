package io.listwatch.objects.schema.cel;

import dev.cel.common.types.SimpleType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.cel.ExpressionException.Reason;
import io.listwatch.objects.schema.pattern.PatternBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A compiled expression of structured authentication, over the {@code claims} of a token or over
 * the {@code user} that was built from them.
 *
 * <p>Immutable and thread-safe. Compiling takes much longer than evaluating.
 */
public final class ClaimExpression {
  private final String text;
  private final String variable;
  private final RuleProgram program;

  private ClaimExpression(String text, String variable, RuleProgram program) {
    this.text = text;
    this.variable = variable;
    this.program = program;
  }

  /**
   * Compiles an expression.
   *
   * @param variable {@code claims} or {@code user}
   * @throws IllegalArgumentException if it does not compile
   */
  public static ClaimExpression compile(String text, String variable) {
    RuleEnvironment.Compiled compiled =
        RuleEnvironment.compileOver(variable, SimpleType.DYN, text, PatternBudget.unlimited());
    RuleProgram program = compiled.program();
    if (program == null) {
      throw new IllegalArgumentException(compiled.failure());
    }
    return new ClaimExpression(text, variable, program);
  }

  public String text() {
    return text;
  }

  public boolean isTrue(JsonObject value) throws ExpressionException {
    return Boolean.TRUE.equals(evaluate(value));
  }

  /**
   * Returns the string that the expression evaluates to.
   *
   * @throws ExpressionException if the evaluation fails, or the result is not a string
   */
  public String string(JsonObject value) throws ExpressionException {
    if (evaluate(value) instanceof String made) {
      return made;
    }
    throw new ExpressionException("expression must return a string", Reason.INVALID_RESULT);
  }

  /**
   * Returns the strings that the expression evaluates to: one, a list of them, or none for null.
   * Empty strings are left out.
   *
   * @throws ExpressionException if the evaluation fails, or the result has another type
   */
  public List<String> strings(JsonObject value) throws ExpressionException {
    Object made = evaluate(value);
    List<?> all =
        made instanceof List<?> list ? list : made instanceof String ? List.of(made) : List.of();
    var strings = new ArrayList<String>();
    for (Object each : all) {
      if (!(each instanceof String string)) {
        throw new ExpressionException(
            "expression must return a string or a list of strings", Reason.INVALID_RESULT);
      }
      if (!string.isEmpty()) {
        strings.add(string);
      }
    }
    return strings;
  }

  private Object evaluate(JsonObject value) throws ExpressionException {
    var cost = new RuleCost(RuleProgram.MAX_COST);
    try {
      return program.run(
          name ->
              name.equals(variable)
                  ? Optional.of(DynamicType.INSTANCE.view(value))
                  : Optional.empty(),
          cost);
    } catch (RuleFailure | CostLimit e) {
      throw new ExpressionException(
          "expression '%s' resulted in error: %s".formatted(text, e.getMessage()),
          Reason.INVALID_RESULT);
    }
  }
}
