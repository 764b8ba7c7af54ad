package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.AdmissionExpression;
import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import io.listwatch.objects.schema.cel.AdmissionInput;
import io.listwatch.objects.schema.cel.ExpressionException;
import io.listwatch.server.registry.admission.MatchConditions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A ValidatingAdmissionPolicy with its expressions compiled. Immutable. */
final class ValidatingPolicy extends AdmissionPolicy {
  /** The maximum length of a computed message, in bytes of UTF-8. */
  private static final int MAX_MESSAGE = 5 * 1024;

  private final List<Validation> validations = new ArrayList<>();
  private final List<Annotation> annotations = new ArrayList<>();

  private record Validation(
      AdmissionExpression expression,
      @Nullable AdmissionExpression computedMessage,
      String message,
      String reason) {}

  private record Annotation(String key, AdmissionExpression value) {}

  ValidatingPolicy(JsonValue policy) {
    super(policy);
    for (JsonValue each : spec().path("validations")) {
      JsonValue message = each.path("messageExpression");
      validations.add(
          new Validation(
              compiled(each.path("expression"), Result.CONDITION),
              message.asText().isEmpty() ? null : compiled(message, Result.MESSAGE),
              each.path("message").asText().strip(),
              each.hasNonNull("reason") ? each.path("reason").asText() : "Invalid"));
    }
    for (JsonValue each : spec().path("auditAnnotations")) {
      annotations.add(
          new Annotation(
              each.path("key").asText(),
              compiled(each.path("valueExpression"), Result.ANNOTATION)));
    }
  }

  /**
   * Evaluates the policy.
   *
   * @param annotate receives the audit annotations
   * @return the violations, in the order of the validations
   */
  List<Violation> evaluate(AdmissionInput input, BiConsumer<String, String> annotate) {
    MatchConditions.Outcome outcome = match(input);
    if (!outcome.failure().isEmpty()) {
      return failed(outcome.failure());
    }
    if (!outcome.matches()) {
      return List.of();
    }
    AdmissionInput budgeted = input.withBudget(AdmissionInput.POLICY_BUDGET);
    var violations = new ArrayList<Violation>();
    int index = -1;
    for (Validation each : validations) {
      index++;
      try {
        if (!each.expression.isTrue(budgeted)) {
          violations.add(new Violation(message(each, budgeted), each.reason, index));
        }
      } catch (ExpressionException e) {
        if (e.outOfBudget()) {
          return failed(e.getMessage());
        }
        violations.addAll(failed(e.getMessage()));
      }
    }
    return annotated(budgeted, annotate, violations);
  }

  /** An annotation that cannot be computed is a violation. */
  private List<Violation> annotated(
      AdmissionInput input, BiConsumer<String, String> annotate, List<Violation> violations) {
    for (Annotation each : annotations) {
      try {
        String value = each.value.string(input).strip();
        if (!value.isEmpty()) {
          annotate.accept(each.key, value);
        }
      } catch (ExpressionException e) {
        violations.addAll(failed(e.getMessage()));
      }
    }
    return violations;
  }

  private List<Violation> failed(String message) {
    return ignoresFailures() ? List.of() : List.of(new Violation(message, "Invalid", 0));
  }

  private static String message(Validation validation, AdmissionInput input) {
    String computed = computed(validation, input);
    if (!computed.isEmpty()) {
      return computed;
    }
    return validation.message.isEmpty()
        ? "failed expression: " + validation.expression.text().strip()
        : validation.message;
  }

  /**
   * Returns the result of the messageExpression; empty if it is missing, fails, or has an unusable
   * result.
   */
  private static String computed(Validation validation, AdmissionInput input) {
    if (validation.computedMessage == null) {
      return "";
    }
    try {
      String message = validation.computedMessage.string(input).strip();
      boolean usable =
          message.indexOf('\n') < 0
              && message.getBytes(StandardCharsets.UTF_8).length <= MAX_MESSAGE;
      return usable ? message : "";
    } catch (ExpressionException e) {
      return "";
    }
  }

  /**
   * A validation that is false, or could not be evaluated.
   *
   * @param index of the validation in the policy
   */
  record Violation(String message, String reason, int index) {}
}
