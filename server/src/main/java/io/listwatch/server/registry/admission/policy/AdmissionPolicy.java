package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.admission.MatchConstraints;

/** A ValidatingAdmissionPolicy or a MutatingAdmissionPolicy. Immutable. */
interface AdmissionPolicy {
  String name();

  MatchConstraints constraints();

  /** Returns {@code paramKind}; missing if the policy has no parameters. */
  JsonValue paramKind();

  boolean ignoresFailures();
}
