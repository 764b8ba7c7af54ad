package io.listwatch.server.registry.admission;

import io.listwatch.model.ApiException;
import io.listwatch.model.Scope;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.AwaitedDecisions;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The plug-in OwnerReferencesPermissionEnforcement: only a user who may delete an object may change
 * its owners, and only a user who may set finalizers on an owner may set {@code
 * blockOwnerDeletion}.
 */
final class OwnerReferencesPermissionEnforcement implements Admission {
  private final Authorizer authorizer;
  private final AdmissionContext.Versions versions;
  private final Executor workers;

  OwnerReferencesPermissionEnforcement(
      Authorizer authorizer, AdmissionContext.Versions versions, Executor workers) {
    this.authorizer = authorizer;
    this.versions = versions;
    this.workers = workers;
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    JsonValue next = owners(request.object());
    JsonValue old = owners(request.oldObject());
    if (!isConcerned(request) || (next.isEmpty() ? old.isEmpty() : next.equals(old))) {
      return CompletableFuture.completedFuture(null);
    }
    try {
      return AwaitedDecisions.during(
              authorizer,
              workers,
              decisions -> {
                check(request, newlyBlocking(next, old), decisions);
                return true;
              })
          .thenAccept(allowed -> {});
    } catch (ApiException forbidden) {
      return CompletableFuture.failedFuture(forbidden);
    }
  }

  private void check(AdmissionRequest request, List<JsonValue> blocking, Authorizer decisions) {
    if (request.operation() == AdmissionRequest.Operation.UPDATE) {
      checkDelete(request, decisions);
    }
    if (!blocking.isEmpty()
        && !decisions.authorize(finalizers(request, "*", "*", null, "*")).allowed()) {
      blocking.forEach(each -> checkFinalizers(request, each, decisions));
    }
  }

  /**
   * False for the status subresource of pods, which cannot change owners: old kubelets send wrong
   * ones in it.
   */
  private static boolean isConcerned(AdmissionRequest request) {
    boolean podStatus =
        request.subresource().equals("status")
            && request.definition().type().toString().equals("pods");
    return !podStatus
        && switch (request.operation()) {
          case CREATE, UPDATE -> true;
          case DELETE, CONNECT -> false;
        };
  }

  private static JsonValue owners(@Nullable JsonObject object) {
    return object == null ? JsonValue.MISSING : object.path("metadata").path("ownerReferences");
  }

  private static void checkDelete(AdmissionRequest request, Authorizer decisions) {
    var type = request.definition().type();
    Authorizer.Decision decision =
        decisions.authorize(
            new AccessRequest(
                request.user(),
                Verb.DELETE.word(),
                type.group(),
                type.version(),
                type.plural(),
                request.subresource(),
                nullIfEmpty(request.namespace()),
                nullIfEmpty(request.name()),
                ""));
    if (!decision.allowed()) {
      throw forbidden(
          request,
          "cannot set an ownerRef on a resource you can't delete: %s, <nil>"
              .formatted(decision.reason()));
    }
  }

  /** Returns the owner references in which {@code blockOwnerDeletion} was not set before. */
  private static List<JsonValue> newlyBlocking(JsonValue next, JsonValue old) {
    Set<String> before = new HashSet<>();
    old.forEach(
        each -> {
          if (blocks(each)) {
            before.add(each.path("uid").asText());
          }
        });
    var blocking = new ArrayList<JsonValue>();
    next.forEach(
        each -> {
          if (blocks(each) && !before.contains(each.path("uid").asText())) {
            blocking.add(each);
          }
        });
    return blocking;
  }

  private static boolean blocks(JsonValue owner) {
    return owner.path("blockOwnerDeletion").asBoolean();
  }

  private void checkFinalizers(AdmissionRequest request, JsonValue owner, Authorizer decisions) {
    String apiVersion = owner.path("apiVersion").asText();
    String kind = owner.path("kind").asText();
    ResourceDefinition definition =
        versions
            .ofKind(apiVersion, kind)
            .orElseThrow(() -> forbidden(request, unknownKind(apiVersion, kind)));
    String namespace =
        definition.type().scope() == Scope.NAMESPACED ? nullIfEmpty(request.namespace()) : null;
    Authorizer.Decision decision =
        decisions.authorize(
            finalizers(
                request,
                definition.type().group(),
                definition.type().plural(),
                namespace,
                owner.path("name").asText()));
    if (!decision.allowed()) {
      throw forbidden(
          request,
          ("cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set"
                  + " finalizers on: %s, <nil>")
              .formatted(decision.reason()));
    }
  }

  private static String unknownKind(String apiVersion, String kind) {
    return ("cannot set blockOwnerDeletion in this case because cannot find RESTMapping for"
            + " APIVersion %s Kind %s: no matches for kind %s in version %s")
        .formatted(apiVersion, kind, Quotation.of(kind), Quotation.of(apiVersion));
  }

  private static AccessRequest finalizers(
      AdmissionRequest request,
      String group,
      String plural,
      @Nullable String namespace,
      String name) {
    return AccessRequest.onResource(
        request.user(), Verb.UPDATE.word(), group, plural, "finalizers", namespace, name);
  }

  private static ApiException forbidden(AdmissionRequest request, String why) {
    return ApiErrors.forbidden(request.definition().type(), request.name(), why);
  }

  private static @Nullable String nullIfEmpty(String text) {
    return text.isEmpty() ? null : text;
  }
}
