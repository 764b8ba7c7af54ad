package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.ExpressionException.Reason;
import java.util.Optional;

/**
 * A compiled match condition of an authorization webhook, over the {@code request}: the spec of a
 * SubjectAccessReview of {@code authorization.k8s.io/v1}.
 *
 * <p>Immutable and thread-safe. Compiling takes much longer than evaluating.
 */
public final class AccessExpression {
  private static final String VARIABLE = "request";

  private final String text;
  private final DeclaredType type;
  private final RuleProgram program;

  private AccessExpression(String text, DeclaredType type, RuleProgram program) {
    this.text = text;
    this.type = type;
    this.program = program;
  }

  /**
   * Compiles a condition.
   *
   * @throws IllegalArgumentException if it does not compile, or is not a bool
   */
  public static AccessExpression compile(String text) {
    var types = new SchemaTypes();
    DeclaredType spec = types.type(Spec.SCHEMA, false);
    if (spec == null) {
      throw new IllegalStateException("the spec of a SubjectAccessReview has no type");
    }
    RuleEnvironment.Compiled compiled =
        RuleEnvironment.compileCondition(VARIABLE, spec, types.provider(), text);
    RuleProgram program = compiled.program();
    if (program == null) {
      throw new IllegalArgumentException(compiled.failure());
    }
    return new AccessExpression(text, spec, program);
  }

  /**
   * Evaluates the condition.
   *
   * @param request the spec; its strings are present even if they are empty
   */
  public boolean isTrue(JsonObject request) throws ExpressionException {
    try {
      Object made =
          program.run(
              name -> name.equals(VARIABLE) ? Optional.of(type.view(request)) : Optional.empty(),
              new RuleCost(RuleProgram.MAX_COST));
      return Boolean.TRUE.equals(made);
    } catch (RuleFailure | CostLimit e) {
      throw new ExpressionException(
          "cel evaluation error: expression '%s' resulted in error: %s"
              .formatted(text, e.getMessage()),
          Reason.INVALID_RESULT);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AccessExpression that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  /** Declares the fields that conditions can read. */
  private static final class Spec {
    private static final String TEXT = "{\"type\":\"string\"}";
    private static final String TEXTS = "{\"type\":\"array\",\"items\":" + TEXT + "}";
    private static final String SELECTOR =
        object(
            "\"rawSelector\":%1$s,\"requirements\":{\"type\":\"array\",\"items\":%2$s}"
                .formatted(
                    TEXT,
                    object(
                        "\"key\":%1$s,\"operator\":%1$s,\"values\":%2$s".formatted(TEXT, TEXTS))));
    private static final String RESOURCE =
        object(
            ("\"namespace\":%1$s,\"verb\":%1$s,\"group\":%1$s,\"version\":%1$s,\"resource\":%1$s,"
                    + "\"subresource\":%1$s,\"name\":%1$s,\"fieldSelector\":%2$s,"
                    + "\"labelSelector\":%2$s")
                .formatted(TEXT, SELECTOR));

    static final JsonValue SCHEMA =
        JsonTrees.read(
            object(
                ("\"resourceAttributes\":%3$s,\"nonResourceAttributes\":%4$s,\"user\":%1$s,"
                        + "\"uid\":%1$s,\"groups\":%2$s,"
                        + "\"extra\":{\"type\":\"object\",\"additionalProperties\":%2$s}")
                    .formatted(
                        TEXT,
                        TEXTS,
                        RESOURCE,
                        object("\"path\":%1$s,\"verb\":%1$s".formatted(TEXT)))));

    private static String object(String properties) {
      return "{\"type\":\"object\",\"properties\":{" + properties + "}}";
    }
  }
}
