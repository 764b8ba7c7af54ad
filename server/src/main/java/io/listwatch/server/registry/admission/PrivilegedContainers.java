package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Rejects privileged containers in pods and pod templates, with the error of kube-apiserver's
 * validation. Part of the chain only if privileged containers are not allowed.
 */
final class PrivilegedContainers implements Admission {
  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return PodSecurityAdmission.hasPodSpec(definition);
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    JsonObject object = request.object();
    if (object == null || !request.isOfResource()) {
      return CompletableFuture.completedFuture(null);
    }
    String template = request.definition().traits().podTemplate();
    List<FieldError> errors = errors(object, template.isEmpty() ? "spec" : template + ".spec");
    return errors.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(
            ApiErrors.invalid(request.definition().type(), request.key().name(), errors));
  }

  private static List<FieldError> errors(JsonObject object, String path) {
    var errors = new ArrayList<FieldError>();
    JsonValue spec = object.at("/" + path.replace('.', '/'));
    for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
      int index = 0;
      for (JsonValue each : spec.path(list)) {
        if (each.path("securityContext").path("privileged").asBoolean()) {
          errors.add(
              FieldError.forbidden(
                  "%s.%s[%d].securityContext.privileged".formatted(path, list, index),
                  "disallowed by cluster policy"));
        }
        index++;
      }
    }
    return errors;
  }
}
