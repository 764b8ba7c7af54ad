package io.listwatch.server.registry.admission.policy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.cel.AdmissionExpression.Result;
import io.listwatch.objects.schema.cel.AdmissionInput;
import java.util.ArrayList;
import java.util.List;

/** A MutatingAdmissionPolicy with its expressions compiled. Immutable. */
final class MutatingPolicy extends AdmissionPolicy {
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
    super(policy);
    spec().path("mutations").forEach(each -> mutations.add(mutation(each)));
  }

  private Mutation mutation(JsonValue mutation) {
    return mutation.path("patchType").asText().equals("JSONPatch")
        ? new JsonPatchMutation(
            compiled(mutation.path("jsonPatch").path("expression"), Result.PATCH))
        : new ConfigurationMutation(
            compiled(mutation.path("applyConfiguration").path("expression"), Result.CONFIGURATION));
  }

  /** True if the policy runs again after another one has changed the object. */
  boolean reinvocable() {
    return spec().path("reinvocationPolicy").asText().equals("IfNeeded");
  }

  List<Mutation> mutations() {
    return mutations;
  }
}
