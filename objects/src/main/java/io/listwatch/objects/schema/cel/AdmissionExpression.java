package io.listwatch.objects.schema.cel;

import com.google.common.collect.ImmutableList;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.ExpressionException.Reason;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression of an admission policy, or of a webhook's match conditions. An {@link
 * AdmissionScope} compiles it; its variables are those of an {@link AdmissionInput}.
 *
 * <p>Immutable and thread-safe. Compiling takes much longer than evaluating.
 */
public final class AdmissionExpression {
  private final String text;
  private final @Nullable RuleProgram program;
  private final String failure;

  AdmissionExpression(String text, RuleEnvironment.Compiled compiled) {
    this.text = text;
    this.program = compiled.program();
    this.failure = compiled.failure();
  }

  public String text() {
    return text;
  }

  /** Returns the compile error; empty if there is none. */
  public String failure() {
    return failure;
  }

  /** Evaluates an expression whose result is a bool. */
  public boolean isTrue(AdmissionInput input) throws ExpressionException {
    if (evaluate(input) instanceof Boolean result) {
      return result;
    }
    throw new ExpressionException(
        "expression '%s' resulted in error: its value is not a bool".formatted(text),
        Reason.INVALID_RESULT);
  }

  /** Evaluates an expression whose result is a string; empty if the result is null. */
  public String string(AdmissionInput input) throws ExpressionException {
    return evaluate(input) instanceof String made ? made : "";
  }

  /**
   * Evaluates an expression whose result is an {@code Object}.
   *
   * @return the applied configuration
   */
  public JsonObject configuration(AdmissionInput input) throws ExpressionException {
    checkCompiled();
    if (evaluate(input) instanceof MadeObject made) {
      return (JsonObject) json(made);
    }
    throw new ExpressionException(
        "unsupported return type from ApplyConfiguration", Reason.INVALID_RESULT);
  }

  /**
   * Evaluates an expression whose result is a list of {@code JSONPatch}.
   *
   * @return the operations of a JSON patch
   */
  public JsonArray operations(AdmissionInput input) throws ExpressionException {
    checkCompiled();
    var operations = new JsonArray();
    if (evaluate(input) instanceof List<?> made) {
      for (Object each : made) {
        if (each instanceof MadeObject operation) {
          operations.add(operation(operation));
        }
      }
    }
    return operations;
  }

  /** Throws the compile error. kube-apiserver adds no words to it if the expression is a patch. */
  private void checkCompiled() throws ExpressionException {
    if (program == null) {
      throw new ExpressionException(failure, Reason.NOT_COMPILED);
    }
  }

  private static JsonObject operation(MadeObject made) throws ExpressionException {
    var operation = new JsonObject().put("op", "").put("path", "");
    for (Map.Entry<String, Object> field : made.fields().entrySet()) {
      if (!field.getValue().equals("") || !field.getKey().equals("from")) {
        operation.set(field.getKey(), json(field.getValue()));
      }
    }
    return operation;
  }

  private static JsonValue json(Object made) throws ExpressionException {
    try {
      JsonValue json = new MadeJson().of(made);
      if (made instanceof MadeObject object) {
        MadeJson.checkTypeNames(object);
      }
      return json;
    } catch (RuleFailure e) {
      throw new ExpressionException(String.valueOf(e.getMessage()), Reason.INVALID_RESULT);
    }
  }

  private Object evaluate(AdmissionInput input) throws ExpressionException {
    if (program == null) {
      throw new ExpressionException("compilation error: " + failure, Reason.NOT_COMPILED);
    }
    var cost = new RuleCost(Math.min(RuleProgram.MAX_COST, Math.max(0, input.budget())));
    try {
      return program.run(input::resolve, cost);
    } catch (RuleFailure e) {
      throw new ExpressionException(
          "expression '%s' resulted in error: %s".formatted(text, e.getMessage()),
          Reason.INVALID_RESULT);
    } catch (CostLimit e) {
      throw exceeded(input, e);
    } finally {
      input.spend(cost.spent());
    }
  }

  private ExpressionException exceeded(AdmissionInput input, CostLimit limit) {
    return input.budget() < RuleProgram.MAX_COST
        ? new ExpressionException(
            "validation failed due to running out of cost budget, no further validation rules will"
                + " be run",
            Reason.OUT_OF_BUDGET)
        : new ExpressionException(
            "expression '%s' resulted in error: %s".formatted(text, limit.getMessage()),
            Reason.INVALID_RESULT);
  }

  /** Evaluates a variable of a policy inside another expression. */
  Object variable(AdmissionInput input, String name) {
    if (program == null) {
      throw new RuleFailure(unusable(name, "compilation error: " + failure));
    }
    var cost = new RuleCost(Math.min(RuleProgram.MAX_COST, Math.max(0, input.budget())));
    try {
      return program.run(input::resolve, cost);
    } catch (RuleFailure e) {
      throw new RuleFailure(unusable(name, e.getMessage()));
    } finally {
      input.spend(cost.spent());
    }
  }

  private static String unusable(String name, String why) {
    return "composited variable \"%s\" fails to evaluate: %s".formatted(name, why);
  }

  /** The type of an expression's result. */
  public enum Result {
    CONDITION("bool"),
    MESSAGE("string"),
    ANNOTATION("string", "null_type"),
    VARIABLE,
    CONFIGURATION(PatchTypes.OBJECT),
    PATCH("list(" + PatchTypes.PATCH + ")");

    private final ImmutableList<String> types;

    Result(String... types) {
      this.types = ImmutableList.copyOf(types);
    }

    /** True if the expression may construct patches. */
    boolean isPatch() {
      return this == CONFIGURATION || this == PATCH;
    }

    /** Returns the error for an expression of this type; empty if it is allowed. */
    String mismatch(String type) {
      String result = type.equals("null") ? "null_type" : type;
      if (types.isEmpty() || types.contains(result)) {
        return "";
      }
      String wanted = types.size() == 1 ? types.get(0) : "one of [" + String.join(" ", types) + "]";
      return "must evaluate to %s but got %s".formatted(wanted, result);
    }
  }
}
