package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.pattern.PatternBudget;
import org.jspecify.annotations.Nullable;

/**
 * Type-checks the expressions of a policy against the schemas of one kind that it matches and of
 * its parameters. Admission itself evaluates expressions without those schemas.
 *
 * <p>Not thread-safe.
 */
public final class PolicyTypeCheck {
  private final PolicyVariables variables = new PolicyVariables();
  private final CelCompiler compiler;

  /**
   * Creates a check.
   *
   * @param object the schema of {@code object} and {@code oldObject}, without references
   * @param params the schema of {@code params}, missing if it is unknown; null if the policy has no
   *     parameters
   */
  public PolicyTypeCheck(JsonValue object, @Nullable JsonValue params) {
    var schemas = new SchemaTypes();
    CelType ofObject = type(schemas, object);
    CelType ofParams = params == null ? null : type(schemas, params);
    CelCompilerBuilder builder =
        RuleEnvironment.COMPILER
            .toCompilerBuilder()
            .setTypeProvider(JoinedTypes.of(AdmissionTypes.INSTANCE, variables, schemas.provider()))
            .addVar("object", ofObject)
            .addVar("oldObject", ofObject)
            .addVar("request", AdmissionTypes.REQUEST)
            .addVar("namespaceObject", AdmissionTypes.NAMESPACE)
            .addVar("authorizer", AuthorizerValue.AUTHORIZER)
            .addVar("variables", PolicyVariables.REFERENCE);
    if (ofParams != null) {
      builder.addVar("params", ofParams);
    }
    this.compiler = builder.build();
  }

  private static CelType type(SchemaTypes schemas, JsonValue schema) {
    DeclaredType type = schema.isMissing() ? null : schemas.type(schema, true);
    return type == null ? SimpleType.DYN : type.celType();
  }

  /** Declares a variable for the expressions that are checked after it. */
  public void define(String name, String expression) {
    variables.declare(name, compiled(expression).type());
  }

  /** Returns the errors of an expression, as CEL displays them; empty if there are none. */
  public String errors(String expression) {
    String failure = compiled(expression).failure();
    return failure.startsWith(RuleEnvironment.COMPILATION_FAILED)
        ? failure.substring(RuleEnvironment.COMPILATION_FAILED.length())
        : failure;
  }

  private RuleEnvironment.Compiled compiled(String expression) {
    return RuleEnvironment.compile(
        () -> compiler.compile(expression),
        type -> "",
        RuleEnvironment.RUNTIME,
        PatternBudget.unlimited());
  }
}
