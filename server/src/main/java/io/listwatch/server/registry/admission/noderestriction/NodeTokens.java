package io.listwatch.server.registry.admission.noderestriction;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.admission.AdmissionRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Restricts a node to tokens that are bound to its pods, for audiences that the pods mention. */
final class NodeTokens {
  static final ResourceType NODES = ResourceType.cluster("v1", "Node", "nodes");
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final CompletionStage<String> ALLOWED = CompletableFuture.completedFuture("");

  private final NodeObjects objects;
  private final Authorizer authorizer;

  NodeTokens(NodeObjects objects, Authorizer authorizer) {
    this.objects = objects;
    this.authorizer = authorizer;
  }

  /** Completes with the reason why a node may not make this request; empty if it may. */
  CompletionStage<String> objection(String node, AdmissionRequest request) {
    JsonObject wanted = request.object();
    if (!request.subresource().equals("token") || wanted == null) {
      return ALLOWED;
    }
    JsonValue bound = wanted.at("/spec/boundObjectRef");
    String name = bound.path("name").asText();
    if (!bound.path("apiVersion").asText().equals("v1")
        || !bound.path("kind").asText().equals("Pod")
        || name.isEmpty()) {
      return done("node requested token not bound to a pod");
    }
    if (bound.path("uid").asText().isEmpty()) {
      return done("node requested token with a pod binding without a uid");
    }
    return objects
        .find("", "pods", request.namespace(), name)
        .thenCompose(
            pod ->
                ofPod(
                    node,
                    request,
                    bound.path("uid").asText(),
                    pod.orElseThrow(() -> ApiErrors.notFound(PODS, name))));
  }

  private static CompletionStage<String> done(String objection) {
    return CompletableFuture.completedFuture(objection);
  }

  private CompletionStage<String> ofPod(
      String node, AdmissionRequest request, String uid, JsonValue pod) {
    if (!pod.at("/metadata/uid").asText().equals(uid)) {
      return done(
          ("the UID in the bound object reference (%s) does not match the UID in record. The object"
                  + " might have been deleted and then recreated")
              .formatted(uid));
    }
    if (!pod.at("/spec/nodeName").asText().equals(node)) {
      return done("node requested token bound to a pod scheduled on a different node");
    }
    JsonObject wanted = request.object();
    JsonValue audiences = wanted == null ? JsonValue.MISSING : wanted.at("/spec/audiences");
    return audiences.size() > 1
        ? done("node may only request 0 or 1 audiences")
        : ofAudience(request, pod, audiences.path(0).asText());
  }

  private CompletionStage<String> ofAudience(
      AdmissionRequest request, JsonValue pod, String audience) {
    return new TokenAudiences(objects, request.namespace())
        .mentions(pod, audience)
        .thenCompose(mentioned -> mentioned ? ALLOWED : ofPermission(request, audience));
  }

  private CompletionStage<String> ofPermission(AdmissionRequest request, String audience) {
    var access =
        new AccessRequest(
            request.user(),
            "request-serviceaccounts-token-audience",
            "",
            "v1",
            audience,
            "",
            request.namespace(),
            request.key().name(),
            "");
    return authorizer
        .decide(access)
        .thenApply(
            decision ->
                decision.allowed()
                    ? ""
                    : "%s is not authorized to request tokens for audience %s"
                        .formatted(request.user().name(), Quotation.of(audience)));
  }
}
