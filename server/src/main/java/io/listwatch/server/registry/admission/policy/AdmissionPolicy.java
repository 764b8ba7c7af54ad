package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.AdmissionExpression;
import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import io.listwatch.objects.schema.cel.AdmissionInput;
import io.listwatch.objects.schema.cel.AdmissionScope;
import io.listwatch.server.registry.admission.MatchConditions;
import io.listwatch.server.registry.admission.MatchConstraints;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A ValidatingAdmissionPolicy or a MutatingAdmissionPolicy, with its expressions compiled.
 * Immutable.
 */
abstract class AdmissionPolicy {
  private final String name;
  private final JsonValue spec;
  private final MatchConstraints constraints;
  private final AdmissionScope scope;
  private final MatchConditions conditions;
  private final Map<String, AdmissionExpression> variables = new LinkedHashMap<>();

  AdmissionPolicy(JsonValue policy) {
    this.name = policy.path("metadata").path("name").asText();
    this.spec = policy.path("spec");
    JsonValue resources = spec.path("matchConstraints");
    this.constraints = new MatchConstraints(resources, resources.path("resourceRules"));
    this.scope = AdmissionScope.composed(paramKind().isObject());
    for (JsonValue each : spec.path("variables")) {
      String variable = each.path("name").asText();
      variables.put(variable, scope.define(variable, each.path("expression").asText()));
    }
    this.conditions = new MatchConditions(spec.path("matchConditions"), scope);
  }

  final AdmissionExpression compiled(JsonValue expression, Result result) {
    return scope.compile(expression.asText(), result);
  }

  final String name() {
    return name;
  }

  final JsonValue spec() {
    return spec;
  }

  final MatchConstraints constraints() {
    return constraints;
  }

  /** Returns {@code paramKind}; missing if the policy has no parameters. */
  final JsonValue paramKind() {
    return spec.path("paramKind");
  }

  final boolean ignoresFailures() {
    return spec.path("failurePolicy").asText().equals("Ignore");
  }

  /** Sets {@code variables} and evaluates the match conditions. */
  final MatchConditions.Outcome match(AdmissionInput input) {
    return conditions.evaluate(withVariables(input));
  }

  /** Sets {@code variables}, which see the input's object. */
  final AdmissionInput withVariables(AdmissionInput input) {
    return input.variables(variables);
  }
}
