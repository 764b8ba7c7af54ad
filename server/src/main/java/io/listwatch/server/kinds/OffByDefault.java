package io.listwatch.server.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Members that the API knows and that are switched off unless somebody asks for them. They are
 * dropped from what is sent, unless the object has had them before.
 */
public final class OffByDefault {
  private static final String EACH = "*";

  /** Where each kind that has to do with pods says what they are to be. */
  private static final Map<String, String> PODS =
      Map.of(
          "pods", "spec",
          "podtemplates", "template.spec",
          "replicationcontrollers", "spec.template.spec",
          "daemonsets.apps", "spec.template.spec",
          "deployments.apps", "spec.template.spec",
          "replicasets.apps", "spec.template.spec",
          "statefulsets.apps", "spec.template.spec",
          "jobs.batch", "spec.template.spec",
          "cronjobs.batch", "spec.jobTemplate.spec.template.spec");

  private static final List<String> OF_PODS =
      List.of(
          "schedulingGroup",
          "volumes.*.projected.sources.*.clusterTrustBundle",
          "volumes.*.projected.sources.*.podCertificate",
          "containers.*.lifecycle.stopSignal",
          "initContainers.*.lifecycle.stopSignal",
          "ephemeralContainers.*.lifecycle.stopSignal");

  private static final Map<String, List<String>> OF_OTHERS =
      Map.of(
          "csidrivers.storage.k8s.io", List.of("spec.preventPodSchedulingIfMissing"),
          "endpointslices.discovery.k8s.io", List.of("endpoints.*.deprecatedTopology"),
          "nodes", List.of("spec.configSource"),
          "leases.coordination.k8s.io", List.of("spec.strategy", "spec.preferredHolder"),
          "statefulsets.apps", List.of("spec.updateStrategy.rollingUpdate.maxUnavailable"));

  private OffByDefault() {}

  /**
   * Drops them from what an object is to become.
   *
   * @param resource such as {@code deployments.apps}
   * @param old what the object was; null if it is new
   */
  public static void drop(String resource, ObjectNode next, @Nullable ObjectNode old) {
    String pod = PODS.get(resource);
    if (pod != null) {
      OF_PODS.forEach(member -> dropMember(pod + "." + member, next, old));
    }
    OF_OTHERS.getOrDefault(resource, List.of()).forEach(member -> dropMember(member, next, old));
  }

  private static void dropMember(String member, ObjectNode next, @Nullable ObjectNode old) {
    List<String> path = List.of(member.split("\\.", -1));
    if (old == null || !has(old, path)) {
      remove(next, path);
    }
  }

  private static boolean has(JsonNode node, List<String> path) {
    if (path.isEmpty()) {
      return !node.isMissingNode() && !node.isNull();
    }
    List<String> rest = path.subList(1, path.size());
    if (!path.get(0).equals(EACH)) {
      return has(node.path(path.get(0)), rest);
    }
    for (JsonNode each : node) {
      if (has(each, rest)) {
        return true;
      }
    }
    return false;
  }

  private static void remove(JsonNode node, List<String> path) {
    List<String> rest = path.subList(1, path.size());
    if (path.get(0).equals(EACH)) {
      node.forEach(each -> remove(each, rest));
    } else if (!(node instanceof ObjectNode object)) {
      return;
    } else if (rest.isEmpty()) {
      object.remove(path.get(0));
    } else if (has(object, path)) {
      remove(object.path(path.get(0)), rest);
      removeHollow(object);
    }
  }

  /** To have said only what is dropped about the life of a container is to have said nothing. */
  private static void removeHollow(ObjectNode container) {
    if (container.path("lifecycle") instanceof ObjectNode lifecycle && lifecycle.isEmpty()) {
      container.remove("lifecycle");
    }
  }
}
