package io.listwatch.server.registry.admission.noderestriction;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.admission.AdmissionRequest;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Restricts a node to its own Node object. The node may not change its taints and owners, nor the
 * labels that would steer workloads to it.
 */
final class NodeChanges {
  private static final String RESTRICTED = "node-restriction.kubernetes.io";
  private static final Set<String> OWN_LABELS =
      Set.of(
          "kubernetes.io/hostname",
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region",
          "beta.kubernetes.io/instance-type",
          "node.kubernetes.io/instance-type",
          "kubernetes.io/os",
          "kubernetes.io/arch",
          "beta.kubernetes.io/os",
          "beta.kubernetes.io/arch");

  private NodeChanges() {}

  /** Returns the reason why a node may not write this Node; empty if it may. */
  static String objection(String node, AdmissionRequest request) {
    String name = Quotation.of(node);
    if (!request.name().equals(node)) {
      return "node %s is not allowed to modify node %s"
          .formatted(name, Quotation.of(request.name()));
    }
    JsonObject next = request.object();
    if (next == null) {
      return "";
    }
    JsonObject old = request.oldObject();
    return request.operation() == Operation.CREATE || old == null
        ? ofCreate(name, next)
        : ofUpdate(name, next, old);
  }

  private static String ofCreate(String name, JsonObject next) {
    if (next.at("/spec/configSource").isObject()) {
      return "node %s is not allowed to create pods with a non-nil configSource".formatted(name);
    }
    Set<String> labels = forbidden(next.at("/metadata/labels"), JsonValue.MISSING);
    return labels.isEmpty()
        ? ""
        : "node %s is not allowed to set the following labels: %s"
            .formatted(name, String.join(", ", labels));
  }

  private static String ofUpdate(String name, JsonObject next, JsonObject old) {
    JsonValue source = next.at("/spec/configSource");
    if (source.isObject() && !source.equals(old.at("/spec/configSource"))) {
      return "node %s is not allowed to update configSource to a new non-nil configSource"
          .formatted(name);
    }
    if (!NodePods.same(next.at("/spec/taints"), old.at("/spec/taints"))) {
      return "node %s is not allowed to modify taints".formatted(name);
    }
    if (!NodePods.same(next.at("/metadata/ownerReferences"), old.at("/metadata/ownerReferences"))) {
      return "node %s is not allowed to modify ownerReferences".formatted(name);
    }
    Set<String> labels = forbidden(next.at("/metadata/labels"), old.at("/metadata/labels"));
    return labels.isEmpty() ? "" : "is not allowed to modify labels: " + String.join(", ", labels);
  }

  /** Returns the changed labels that a node may not change. */
  private static Set<String> forbidden(JsonValue next, JsonValue old) {
    var keys = new HashSet<>(next.fieldNames());
    keys.addAll(old.fieldNames());
    var forbidden = new TreeSet<String>();
    for (String key : keys) {
      if (!next.path(key).equals(old.path(key)) && isForbidden(key)) {
        forbidden.add(key);
      }
    }
    return forbidden;
  }

  private static boolean isForbidden(String label) {
    int slash = label.indexOf('/');
    String namespace = slash < 0 ? "" : label.substring(0, slash);
    boolean own =
        OWN_LABELS.contains(label)
            || isWithin(namespace, "kubelet.kubernetes.io")
            || isWithin(namespace, "node.kubernetes.io");
    boolean ofKubernetes = isWithin(namespace, "kubernetes.io") || isWithin(namespace, "k8s.io");
    return isWithin(namespace, RESTRICTED) || (ofKubernetes && !own);
  }

  private static boolean isWithin(String namespace, String domain) {
    return namespace.equals(domain) || namespace.endsWith("." + domain);
  }
}
