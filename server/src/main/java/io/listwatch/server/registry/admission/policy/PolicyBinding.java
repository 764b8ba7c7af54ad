package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.admission.MatchConstraints;
import java.util.ArrayList;
import java.util.List;

/** A ValidatingAdmissionPolicyBinding or a MutatingAdmissionPolicyBinding. Immutable. */
final class PolicyBinding {
  private final String name;
  private final JsonValue spec;
  private final MatchConstraints constraints;
  private final List<String> actions = new ArrayList<>();

  PolicyBinding(JsonValue binding) {
    this.name = binding.path("metadata").path("name").asText();
    this.spec = binding.path("spec");
    JsonValue resources = spec.path("matchResources");
    this.constraints = new MatchConstraints(resources, resources.path("resourceRules"));
    spec.path("validationActions").forEach(each -> actions.add(each.asText()));
  }

  String name() {
    return name;
  }

  String policy() {
    return spec.path("policyName").asText();
  }

  MatchConstraints constraints() {
    return constraints;
  }

  /** Returns {@code paramRef}; missing if the binding has no parameters. */
  JsonValue paramRef() {
    return spec.path("paramRef");
  }

  /** Returns the actions after a failed validation: Deny, Warn or Audit. Empty for a mutation. */
  List<String> actions() {
    return actions;
  }
}
