package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.ResourceDefinition;
import org.jspecify.annotations.Nullable;

/**
 * One binding of a mutating policy with one of its parameters, for one request.
 *
 * @param matched the resource that the policy's rule names
 */
record MutatingInvocation(
    MutatingPolicy policy,
    PolicyBinding binding,
    ResourceDefinition matched,
    @Nullable JsonObject parameter) {
  /** Returns the id by which a second round finds this invocation. */
  String id() {
    String parameterId =
        parameter == null
            ? ""
            : parameter.path("metadata").path("namespace").asText()
                + "/"
                + parameter.path("metadata").path("name").asText();
    return policy.name() + "/" + binding.name() + "/" + parameterId;
  }
}
