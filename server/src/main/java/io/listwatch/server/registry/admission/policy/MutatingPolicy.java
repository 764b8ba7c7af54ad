package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.cel.AdmissionExpression;
import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import io.listwatch.objects.schema.cel.AdmissionInput;
import io.listwatch.server.registry.admission.MatchConditions;
import io.listwatch.server.registry.admission.MatchConstraints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A MutatingAdmissionPolicy with its expressions compiled. Immutable. */
final class MutatingPolicy implements AdmissionPolicy {
  private final String name;
  private final JsonValue spec;
  private final MatchConstraints constraints;
  private final MatchConditions conditions;
  private final Map<String, AdmissionExpression> variables = new LinkedHashMap<>();
  private final List<Mutation> mutations = new ArrayList<>();

  /** Changes an object. */
  interface Mutation {
    /**
     * Returns the changed object. Does not change the given one.
     *
     * @param schema of the object's version
     */
    JsonObject apply(JsonObject object, Schema schema, AdmissionInput input)
        throws MutationFailedException;
  }

  MutatingPolicy(JsonValue policy) {
    this.name = policy.path("metadata").path("name").asText();
    this.spec = policy.path("spec");
    JsonValue resources = spec.path("matchConstraints");
    this.constraints = new MatchConstraints(resources, resources.path("resourceRules"));
    this.conditions = new MatchConditions(spec.path("matchConditions"));
    for (JsonValue each : spec.path("variables")) {
      String expression = each.path("expression").asText();
      variables.put(
          each.path("name").asText(), AdmissionExpression.compile(expression, Result.VARIABLE));
    }
    spec.path("mutations").forEach(each -> mutations.add(mutation(each)));
  }

  private static Mutation mutation(JsonValue mutation) {
    return mutation.path("patchType").asText().equals("JSONPatch")
        ? new JsonPatchMutation(mutation.path("jsonPatch").path("expression").asText())
        : new ConfigurationMutation(
            mutation.path("applyConfiguration").path("expression").asText());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public MatchConstraints constraints() {
    return constraints;
  }

  @Override
  public JsonValue paramKind() {
    return spec.path("paramKind");
  }

  @Override
  public boolean ignoresFailures() {
    return spec.path("failurePolicy").asText().equals("Ignore");
  }

  /** True if the policy runs again if another one changes the object after it. */
  boolean reinvocable() {
    return spec.path("reinvocationPolicy").asText().equals("IfNeeded");
  }

  List<Mutation> mutations() {
    return mutations;
  }

  MatchConditions.Outcome match(AdmissionInput input) {
    return conditions.isEmpty()
        ? new MatchConditions.Outcome(true, "")
        : conditions.evaluate(withVariables(input));
  }

  /** Sets {@code variables}, which see the input's object. */
  AdmissionInput withVariables(AdmissionInput input) {
    return input.variables(variables);
  }
}
