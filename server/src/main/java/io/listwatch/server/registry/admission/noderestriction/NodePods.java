package io.listwatch.server.registry.admission.noderestriction;

import io.listwatch.model.ApiException;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Restricts a node to its own pods: mirror pods, status, eviction and deletion. */
final class NodePods {
  private static final String MIRROR = "kubernetes.io/config.mirror";
  private static final List<String> CLAIM_STATUSES =
      List.of("resourceClaimStatuses", "extendedResourceClaimStatus");

  private final NodeObjects objects;

  NodePods(NodeObjects objects) {
    this.objects = objects;
  }

  /** Completes with the reason why a node may not make this request; empty if it may. */
  CompletionStage<String> objection(String node, AdmissionRequest request) {
    return switch (request.subresource()) {
      case "" ->
          request.operation() == Operation.CREATE
              ? ofCreate(node, request)
              : CompletableFuture.completedFuture(ofChange(node, request));
      case "status" -> CompletableFuture.completedFuture(ofStatus(node, request));
      case "eviction" -> ofEviction(node, request);
      default ->
          CompletableFuture.completedFuture(
              "unexpected pod subresource %s, only 'status' and 'eviction' are allowed"
                  .formatted(Quotation.of(request.subresource())));
    };
  }

  /** Completes exceptionally if there is no such pod. */
  private CompletionStage<String> ofEviction(String node, AdmissionRequest request) {
    return objects
        .find("", "pods", request.namespace(), request.key().name())
        .thenApply(
            pod ->
                isOn(node, pod.orElseThrow(() -> notFound(request)))
                    ? ""
                    : "node %s can only evict pods with spec.nodeName set to itself"
                        .formatted(node));
  }

  private static ApiException notFound(AdmissionRequest request) {
    return ApiErrors.notFound(request.definition().type(), request.key().name());
  }

  private static boolean isOn(String node, @Nullable JsonValue pod) {
    return pod != null && pod.at("/spec/nodeName").asText().equals(node);
  }

  private static String ofChange(String node, AdmissionRequest request) {
    if (request.operation() != Operation.DELETE) {
      return "unexpected operation %s, node %s can only create and delete mirror pods"
          .formatted(Quotation.of(request.operation().name()), Quotation.of(node));
    }
    return isOn(node, request.oldObject())
        ? ""
        : "node %s can only delete pods with spec.nodeName set to itself"
            .formatted(Quotation.of(node));
  }

  private static String ofStatus(String node, AdmissionRequest request) {
    JsonObject next = request.object();
    JsonObject old = request.oldObject();
    String name = Quotation.of(node);
    if (next == null || old == null) {
      return "unexpected operation " + Quotation.of(request.operation().name());
    }
    if (!isOn(node, old)) {
      return "node %s can only update pod status for pods with spec.nodeName set to itself"
          .formatted(name);
    }
    if (!same(next.at("/metadata/labels"), old.at("/metadata/labels"))) {
      return "node %s cannot update labels through pod status".formatted(name);
    }
    for (String field : CLAIM_STATUSES) {
      if (!same(next.path("status").path(field), old.path("status").path(field))) {
        return field.startsWith("extended")
            ? "node %s cannot update extended resource claim status".formatted(name)
            : "node %s cannot update resource claim statues".formatted(name);
      }
    }
    return "";
  }

  /** True if two lists or maps are equal, or both are empty or absent. */
  static boolean same(JsonValue one, JsonValue other) {
    return one.equals(other) || (one.size() == 0 && other.size() == 0);
  }

  private CompletionStage<String> ofCreate(String node, AdmissionRequest request) {
    JsonObject pod = Objects.requireNonNull(request.object());
    String name = Quotation.of(node);
    if (!pod.at("/metadata/annotations").has(MIRROR)) {
      return CompletableFuture.completedFuture(
          "pod does not have \"%s\" annotation, node %s can only create mirror pods"
              .formatted(MIRROR, name));
    }
    if (!isOn(node, pod)) {
      return CompletableFuture.completedFuture(
          "node %s can only create pods with spec.nodeName set to itself".formatted(name));
    }
    JsonValue owners = pod.at("/metadata/ownerReferences");
    String problem = ofOwners(node, owners);
    return problem.isEmpty()
        ? ofOwnerUid(node, owners.path(0).path("uid").asText())
            .thenApply(found -> found.isEmpty() ? ofReferences(name, pod) : found)
        : CompletableFuture.completedFuture(problem);
  }

  private static String ofOwners(String node, JsonValue owners) {
    String name = Quotation.of(node);
    JsonValue owner = owners.path(0);
    if (owners.size() > 1) {
      return "node %s can only create pods with a single owner reference set to itself"
          .formatted(name);
    }
    if (!owner.path("apiVersion").asText().equals("v1")
        || !owner.path("kind").asText().equals("Node")
        || !owner.path("name").asText().equals(node)) {
      return "node %s can only create pods with an owner reference set to itself".formatted(name);
    }
    if (!owner.path("controller").asBoolean()) {
      return "node %s can only create pods with a controller owner reference set to itself"
          .formatted(name);
    }
    return owner.path("blockOwnerDeletion").asBoolean()
        ? "node %s must not set blockOwnerDeletion on an owner reference".formatted(name)
        : "";
  }

  private CompletionStage<String> ofOwnerUid(String node, String uid) {
    return objects
        .find("", "nodes", null, node)
        .thenApply(
            found -> {
              JsonValue owner = found.orElseThrow(() -> ApiErrors.notFound(NodeTokens.NODES, node));
              String actual = owner.at("/metadata/uid").asText();
              return actual.equals(uid)
                  ? ""
                  : "node %s UID mismatch: expected %s got %s".formatted(node, uid, actual);
            });
  }

  /** A mirror pod that refers to other objects would give its node access to them. */
  private static String ofReferences(String name, JsonObject pod) {
    String resource = MirrorPodReferences.first(pod);
    return resource.isEmpty()
        ? ""
        : "node %s can not create pods that reference %s".formatted(name, resource);
  }
}
