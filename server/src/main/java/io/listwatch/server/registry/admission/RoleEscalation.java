package io.listwatch.server.registry.admission;

import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.rbac.EscalationCheck;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Rejects a role or binding that would grant permissions which its author does not hold. The verb
 * {@code escalate} on roles, or {@code bind} on the bound role, permits it.
 *
 * <p>Runs as the last mutating step: kube-apiserver checks escalation before it validates the
 * object.
 */
public final class RoleEscalation implements Admission {
  private static final String GROUP = "rbac.authorization.k8s.io";
  private static final List<String> FIELDS_OF_GARBAGE_COLLECTION =
      List.of("ownerReferences", "finalizers", "managedFields", "resourceVersion");

  private final EscalationCheck check;
  private final Authorizer authorizer;

  public RoleEscalation(EscalationCheck check, Authorizer authorizer) {
    this.check = check;
    this.authorizer = authorizer;
  }

  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return definition.type().group().equals(GROUP);
  }

  @Override
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    JsonObject object = request.object();
    if (object == null
        || !request.definition().type().group().equals(GROUP)
        || request.user().groups().contains(UserInfo.MASTERS)
        || changesOnlyGarbageCollection(object, request.oldObject())) {
      return CompletableFuture.completedFuture(false);
    }
    return switch (request.definition().type().plural()) {
      case "roles", "clusterroles" -> admitRole(request, object);
      case "rolebindings", "clusterrolebindings" -> admitBinding(request, object);
      default -> CompletableFuture.completedFuture(false);
    };
  }

  private CompletionStage<Boolean> admitRole(AdmissionRequest request, JsonObject role) {
    boolean created = request.operation() == AdmissionRequest.Operation.CREATE;
    String resource = request.definition().type().plural();
    return unlessAllowed(
        request,
        "escalate",
        resource,
        created ? null : request.key().name(),
        () -> checkRole(request, role));
  }

  private void checkRole(AdmissionRequest request, JsonObject role) {
    JsonObject old = request.oldObject();
    if ((aggregates(role) || (old != null && aggregates(old)))
        && !check.holdsEverything(request.user())) {
      throw forbidden(request, "must have cluster-admin privileges to use the aggregationRule");
    }
    check
        .ofRules(request.user(), request.key().namespace(), role.path("rules"))
        .ifPresent(
            problem -> {
              throw forbidden(request, problem);
            });
  }

  private static boolean aggregates(JsonObject role) {
    return !role.path("aggregationRule").path("clusterRoleSelectors").isEmpty();
  }

  private CompletionStage<Boolean> admitBinding(AdmissionRequest request, JsonObject binding) {
    JsonValue role = binding.path("roleRef");
    String kind = role.path("kind").asText();
    String namespace = request.key().namespace();
    if (!kind.equals("ClusterRole") && (!kind.equals("Role") || namespace == null)) {
      return CompletableFuture.completedFuture(false);
    }
    return unlessAllowed(
        request,
        "bind",
        kind.equals("Role") ? "roles" : "clusterroles",
        role.path("name").asText(),
        () -> checkBinding(request, role));
  }

  private void checkBinding(AdmissionRequest request, JsonValue role) {
    String namespace = request.key().namespace();
    if (!check.exists(role, namespace)) {
      throw ApiErrors.notFound(request.definition().type(), role.path("name").asText());
    }
    check
        .ofBinding(request.user(), namespace, role)
        .ifPresent(
            problem -> {
              throw forbidden(request, problem);
            });
  }

  /**
   * Runs a check unless the user has this verb. Completes with false, because it changes nothing.
   */
  private CompletionStage<Boolean> unlessAllowed(
      AdmissionRequest request,
      String verb,
      String resource,
      @Nullable String name,
      Runnable check) {
    return authorizer
        .decide(
            AccessRequest.onResource(
                request.user(), verb, GROUP, resource, "", request.key().namespace(), name))
        .thenApply(
            decision -> {
              if (!decision.allowed()) {
                check.run();
              }
              return false;
            });
  }

  private static ApiException forbidden(AdmissionRequest request, String reason) {
    return ApiErrors.forbidden(request.definition().type(), request.key().name(), reason);
  }

  private static boolean changesOnlyGarbageCollection(JsonObject next, @Nullable JsonObject old) {
    return old != null && withoutGarbageCollection(next).equals(withoutGarbageCollection(old));
  }

  private static JsonObject withoutGarbageCollection(JsonObject object) {
    JsonObject copy = object.deepCopy();
    if (copy.get("metadata") instanceof JsonObject metadata) {
      FIELDS_OF_GARBAGE_COLLECTION.forEach(metadata::remove);
    }
    return copy;
  }
}
