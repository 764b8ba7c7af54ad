package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.registry.admission.AdmissionNotes;
import io.listwatch.server.registry.admission.policy.ValidatingPolicy.Violation;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The audit annotations of one request, with the keys of kube-apiserver: those that policies
 * compute, and one for the violations that are to be audited.
 *
 * <p>Threads: one step of admission uses it at a time.
 */
final class PolicyAnnotations {
  private static final String FAILURES = "validation.policy.admission.k8s.io/validation_failure";
  private static final int MAX_FAILURES = 50;
  private static final int MAX_VALUE = 10 * 1024;

  private final AdmissionNotes notes;

  /** Bindings may compute different values for a key. */
  private final Map<String, Set<String>> values = new LinkedHashMap<>();

  private final JsonArray failures = new JsonArray();

  PolicyAnnotations(AdmissionNotes notes) {
    this.notes = notes;
  }

  void add(String policy, String key, String value) {
    values
        .computeIfAbsent(policy + "/" + key, each -> new LinkedHashSet<>())
        .add(value.length() <= MAX_VALUE ? value : value.substring(0, MAX_VALUE));
  }

  void failed(String policy, PolicyBinding binding, Violation violation) {
    if (failures.size() == MAX_FAILURES) {
      return;
    }
    JsonObject failure =
        failures
            .addObject()
            .put("message", violation.message())
            .put("policy", policy)
            .put("binding", binding.name())
            .put("expressionIndex", violation.index());
    JsonArray actions = failure.putArray("validationActions");
    binding.actions().forEach(actions::add);
  }

  void publish() {
    values.forEach((key, all) -> notes.annotate(key, String.join(", ", all)));
    if (!failures.isEmpty()) {
      notes.annotate(FAILURES, JsonTrees.write(failures));
    }
  }
}
