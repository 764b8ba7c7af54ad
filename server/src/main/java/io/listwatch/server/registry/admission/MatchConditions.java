package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.AdmissionExpression;
import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import io.listwatch.objects.schema.cel.AdmissionInput;
import io.listwatch.objects.schema.cel.AdmissionScope;
import io.listwatch.objects.schema.cel.ExpressionException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** The {@code matchConditions} of a webhook or policy, compiled. Thread-safe. */
public final class MatchConditions {
  private final List<AdmissionExpression> expressions = new ArrayList<>();

  /**
   * @param scope the variables that the conditions may use
   */
  public MatchConditions(JsonValue conditions, AdmissionScope scope) {
    for (JsonValue each : conditions) {
      expressions.add(scope.compile(each.path("expression").asText(), Result.CONDITION));
    }
  }

  public boolean isEmpty() {
    return expressions.isEmpty();
  }

  /** Evaluates the conditions. A false condition means no match, even if others fail. */
  public Outcome evaluate(AdmissionInput input) {
    var failures = new ArrayList<String>();
    for (AdmissionExpression each : expressions) {
      try {
        if (!each.isTrue(input)) {
          return new Outcome(false, "");
        }
      } catch (ExpressionException e) {
        if (e.outOfBudget()) {
          return new Outcome(false, e.getMessage());
        }
        failures.add(e.getMessage());
      }
    }
    return failures.isEmpty() ? new Outcome(true, "") : new Outcome(false, joined(failures));
  }

  /** Lists several errors as Go's aggregates do: each message once. */
  private static String joined(List<String> failures) {
    List<String> distinct = failures.stream().distinct().toList();
    if (distinct.size() == 1) {
      return distinct.get(0);
    }
    var all = new StringJoiner(", ", "[", "]");
    distinct.forEach(all::add);
    return all.toString();
  }

  /**
   * The result of all conditions.
   *
   * @param matches true if all are true
   * @param failure why they could not be evaluated; empty if they could
   */
  public record Outcome(boolean matches, String failure) {}
}
