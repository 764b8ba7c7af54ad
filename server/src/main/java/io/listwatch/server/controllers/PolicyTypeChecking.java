package io.listwatch.server.controllers;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.PolicyTypeCheck;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.openapi.CustomSchemas;
import io.listwatch.server.registry.openapi.ResolvedSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code status.typeChecking} of ValidatingAdmissionPolicies: for each expression, its type
 * errors with the schema of each matched kind. They are warnings; the policy takes effect in spite
 * of them.
 */
final class PolicyTypeChecking implements Reconciler<ResourceKey> {
  /** The field manager that kube-controller-manager writes this status with. */
  private static final String MANAGER = "validatingadmissionpolicy-status";

  private final LiveObjects objects;
  private final CustomSchemas schemas;
  private final ResourceDefinition policies;

  PolicyTypeChecking(LiveObjects objects, CustomSchemas schemas) {
    this.objects = objects;
    this.schemas = schemas;
    this.policies =
        objects.builtIn("admissionregistration.k8s.io", "v1", "validatingadmissionpolicies");
  }

  /** True if the policy has changed since it was checked. */
  static boolean isOutdated(Resource policy) {
    JsonObject tree = LiveObjects.tree(policy);
    return tree.path("metadata").path("generation").longValue()
        > tree.path("status").path("observedGeneration").longValue();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Optional<Resource> policy = objects.get(policies, key);
    if (policy.isPresent() && isOutdated(policy.get())) {
      write(key, LiveObjects.tree(policy.get()));
    }
    return Reconciliation.done();
  }

  private void write(ResourceKey key, JsonObject policy) throws InterruptedException {
    var applied =
        new JsonObject()
            .put("apiVersion", policies.type().apiVersion())
            .put("kind", policies.type().kind());
    applied.putObject("metadata").put("name", key.name());
    JsonObject status = applied.putObject("status");
    status.set("observedGeneration", policy.path("metadata").path("generation"));
    JsonObject checking = status.putObject("typeChecking");
    JsonArray warnings = warnings(policy.path("spec"));
    if (!warnings.isEmpty()) {
      checking.set("expressionWarnings", warnings);
    }
    try {
      objects.apply(policies, key, "status", applied, MANAGER);
    } catch (NotFoundException deleted) {
      // Nothing is left to check.
    }
  }

  private JsonArray warnings(JsonValue spec) {
    List<Checked> checks = checks(spec);
    var warnings = new JsonArray();
    int index = 0;
    for (JsonValue each : spec.path("validations")) {
      String path = "spec.validations[" + index++ + "].";
      for (String member : List.of("expression", "messageExpression")) {
        String expression = each.path(member).asText();
        String warning = expression.isEmpty() ? "" : warning(expression, checks);
        if (!warning.isEmpty()) {
          warnings.add(new JsonObject().put("fieldRef", path + member).put("warning", warning));
        }
      }
    }
    return warnings;
  }

  /**
   * Returns the type errors of an expression: a paragraph for each kind whose schema it does not
   * match.
   */
  private static String warning(String expression, List<Checked> checks) {
    var paragraphs = new ArrayList<String>();
    for (Checked each : checks) {
      String errors = each.check.errors(expression);
      if (!errors.isEmpty()) {
        paragraphs.add(each.kind + ": " + errors + "\n");
      }
    }
    return String.join("\n", paragraphs);
  }

  private List<Checked> checks(JsonValue spec) {
    JsonValue params = params(spec.path("paramKind"));
    var checks = new ArrayList<Checked>();
    for (ResourceDefinition each : MatchedKinds.of(spec, objects.definitions())) {
      var check = new PolicyTypeCheck(schema(each), params);
      for (JsonValue variable : spec.path("variables")) {
        check.define(variable.path("name").asText(), variable.path("expression").asText());
      }
      checks.add(new Checked(MatchedKinds.describe(each), check));
    }
    return checks;
  }

  private JsonValue schema(ResourceDefinition definition) {
    return ResolvedSchema.of(
        definition, definition.custom() ? schemas.of(definition.type()) : JsonValue.MISSING);
  }

  /** Returns the schema of the parameters; null if the policy has none. */
  private @Nullable JsonValue params(JsonValue kind) {
    if (!kind.isObject()) {
      return null;
    }
    return objects.definitions().stream()
        .filter(each -> each.type().apiVersion().equals(kind.path("apiVersion").asText()))
        .filter(each -> each.type().kind().equals(kind.path("kind").asText()))
        .findFirst()
        .map(this::schema)
        .orElse(JsonValue.MISSING);
  }

  private record Checked(String kind, PolicyTypeCheck check) {}
}
