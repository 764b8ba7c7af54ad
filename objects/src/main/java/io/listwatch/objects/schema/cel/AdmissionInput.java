package io.listwatch.objects.schema.cel;

import dev.cel.common.values.NullValue;
import io.listwatch.objects.json.JsonValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The variables of admission expressions for one request, and the cost budget that the expressions
 * share.
 *
 * <p>Belongs to one thread at a time. The JSON is not changed while expressions are evaluated.
 */
public final class AdmissionInput {
  /** The maximum cost of one binding of a policy. */
  public static final long POLICY_BUDGET = 10_000_000;

  /** The maximum cost of one set of match conditions. */
  public static final long CONDITIONS_BUDGET = 2_500_000;

  private final Map<String, Object> values = new HashMap<>();
  private long budget;

  /**
   * Creates an input.
   *
   * @param budget the maximum cost of all expressions
   */
  public AdmissionInput(long budget) {
    this.budget = budget;
    values.put("params", NullValue.NULL_VALUE);
    values.put("namespaceObject", NullValue.NULL_VALUE);
  }

  /** Sets a variable; null is CEL's null. */
  public AdmissionInput set(String name, @Nullable JsonValue value) {
    values.put(name, value == null ? NullValue.NULL_VALUE : DynamicType.INSTANCE.view(value));
    return this;
  }

  /**
   * Sets {@code authorizer} and {@code authorizer.requestResource}.
   *
   * @param resource the resource of the request
   */
  public AdmissionInput authorizer(AccessCheck check, AccessCheck.Question resource) {
    values.put(
        "authorizer",
        new AuthorizerValue(AuthorizerValue.AUTHORIZER, check, AccessCheck.Question.NONE));
    values.put(
        "authorizer.requestResource",
        new AuthorizerValue(AuthorizerValue.RESOURCE, check, resource));
    return this;
  }

  /** Sets {@code variables}: each is evaluated when it is first used. */
  public AdmissionInput variables(Map<String, AdmissionExpression> expressions) {
    values.put("variables", new LazyVariables(expressions, this));
    return this;
  }

  /** Sets the cost budget of further expressions. */
  public AdmissionInput withBudget(long newBudget) {
    budget = newBudget;
    return this;
  }

  long budget() {
    return budget;
  }

  void spend(long cost) {
    budget -= cost;
  }

  Optional<Object> resolve(String name) {
    return Optional.ofNullable(values.get(name));
  }
}
