package io.listwatch.objects.schema.cel;

import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import io.listwatch.objects.schema.pattern.PatternBudget;
import org.jspecify.annotations.Nullable;

/**
 * The variables that the expressions of one policy, or of one webhook's match conditions, may use.
 * Compiles those expressions.
 *
 * <p>Not thread-safe; the expressions that it compiles are.
 */
public final class AdmissionScope {
  private final boolean params;
  private final @Nullable PolicyVariables variables;
  private final AdmissionEnvironment environment;

  private AdmissionScope(boolean params, @Nullable PolicyVariables variables) {
    this.params = params;
    this.variables = variables;
    this.environment = AdmissionEnvironment.of(variables);
  }

  /**
   * Returns a scope without {@code variables}.
   *
   * @param params true to declare {@code params}
   */
  public static AdmissionScope plain(boolean params) {
    return new AdmissionScope(params, null);
  }

  /**
   * Returns a scope with {@code variables}, each of which {@link #define} adds.
   *
   * @param params true to declare {@code params}
   */
  public static AdmissionScope composed(boolean params) {
    return new AdmissionScope(params, new PolicyVariables());
  }

  /** True if a variable of a policy may have this name. */
  public static boolean isIdentifier(String name) {
    return FieldNames.isIdentifier(name) && !FieldNames.isReserved(name);
  }

  /** Compiles an expression. One that does not compile fails whenever it is evaluated. */
  public AdmissionExpression compile(String text, Result result) {
    return new AdmissionExpression(text, compiled(text, result));
  }

  /**
   * Compiles a variable and declares it for the expressions that are compiled after it.
   *
   * @throws IllegalStateException if the scope has no {@code variables}
   */
  public AdmissionExpression define(String name, String text) {
    if (variables == null) {
      throw new IllegalStateException("this scope declares no variables");
    }
    RuleEnvironment.Compiled compiled = compiled(text, Result.VARIABLE);
    variables.declare(name, compiled.type());
    return new AdmissionExpression(text, compiled);
  }

  private RuleEnvironment.Compiled compiled(String text, Result result) {
    return environment.compile(text, result, params, PatternBudget.unlimited());
  }
}
