package io.listwatch.server.registry.admission.noderestriction;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.x509.SigningRequest;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.node.NodeIdentity;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.Admission;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import java.io.IOException;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Restricts the writes of nodes to their own Node, Lease, CSINode, ResourceSlices and certificate
 * requests, the status of their pods and claims, mirror pods, and tokens of their pods. Other kinds
 * and other users are not restricted.
 */
public final class NodeRestriction implements Admission {
  private static final String LEASES = "kube-node-lease";
  private static final Set<String> NODE_SIGNERS =
      Set.of("kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet");
  private static final Set<String> RESOURCES =
      Set.of(
          "pods",
          "nodes",
          "persistentvolumeclaims",
          "serviceaccounts",
          "leases.coordination.k8s.io",
          "csinodes.storage.k8s.io",
          "resourceslices.resource.k8s.io",
          "certificatesigningrequests.certificates.k8s.io");

  private static final CompletionStage<String> ALLOWED = CompletableFuture.completedFuture("");

  private final NodePods pods;
  private final NodeTokens tokens;

  public NodeRestriction(NodeObjects objects, Authorizer authorizer) {
    this.pods = new NodePods(objects);
    this.tokens = new NodeTokens(objects, authorizer);
  }

  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return !definition.custom() && RESOURCES.contains(resource(definition.type()));
  }

  private static String resource(ResourceType type) {
    return type.group().isEmpty() ? type.plural() : type.plural() + "." + type.group();
  }

  @Override
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    Optional<String> node = NodeIdentity.of(request.user());
    return node.isEmpty() || !isInterestedIn(request.definition())
        ? CompletableFuture.completedFuture(false)
        : objection(node.get(), request).thenApply(problem -> checked(request, problem));
  }

  private static boolean checked(AdmissionRequest request, String problem) {
    if (!problem.isEmpty()) {
      throw ApiErrors.forbidden(request.definition().type(), request.key().name(), problem);
    }
    return false;
  }

  /** Completes with the reason why a node may not make this request; empty if it may. */
  private CompletionStage<String> objection(String node, AdmissionRequest request) {
    if (node.isEmpty()) {
      return done("could not determine node from user " + Quotation.of(request.user().name()));
    }
    return switch (request.definition().type().plural()) {
      case "pods" -> pods.objection(node, request);
      case "serviceaccounts" -> tokens.objection(node, request);
      case "nodes" -> done(NodeChanges.objection(node, request));
      case "persistentvolumeclaims" -> done(ClaimChanges.objection(node, request));
      case "leases" -> done(ofLease(node, request));
      case "csinodes" ->
          done(
              request.key().name().equals(node)
                  ? ""
                  : "can only access CSINode with the same name as the requesting node");
      case "resourceslices" -> done(ofSlice(node, request));
      case "certificatesigningrequests" -> done(ofCertificate(node, request));
      default -> ALLOWED;
    };
  }

  private static CompletionStage<String> done(String objection) {
    return objection.isEmpty() ? ALLOWED : CompletableFuture.completedFuture(objection);
  }

  private static String ofLease(String node, AdmissionRequest request) {
    if (!request.namespace().equals(LEASES)) {
      return "can only access leases in the \"%s\" system namespace".formatted(LEASES);
    }
    return request.key().name().equals(node)
        ? ""
        : "can only access node lease with the same name as the requesting node";
  }

  private static String ofSlice(String node, AdmissionRequest request) {
    JsonObject slice =
        switch (request.operation()) {
          case CREATE -> request.object();
          case DELETE -> request.oldObject();
          default -> null;
        };
    return slice == null || slice.at("/spec/nodeName").asText().equals(node)
        ? ""
        : "can only %s ResourceSlice with the same NodeName as the requesting node"
            .formatted(request.operation() == Operation.CREATE ? "create" : "delete");
  }

  private static String ofCertificate(String node, AdmissionRequest request) {
    JsonObject object = request.object();
    if (request.operation() != Operation.CREATE
        || object == null
        || !NODE_SIGNERS.contains(object.at("/spec/signerName").asText())) {
      return "";
    }
    try {
      return commonName(object.at("/spec/request")).equals("system:node:" + node)
          ? ""
          : "can only create a node CSR with CN=system:node:" + node;
    } catch (IOException | IllegalArgumentException e) {
      return "unable to parse csr: " + e.getMessage();
    }
  }

  private static String commonName(JsonValue request) throws IOException {
    byte[] pem = Base64.getDecoder().decode(request.asText());
    return SigningRequest.verified(new String(pem, ISO_8859_1)).commonName();
  }
}
