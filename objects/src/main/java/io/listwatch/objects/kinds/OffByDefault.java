package io.listwatch.objects.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
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
  private static final Map<String, List<String>> PODS =
      Map.of(
          "pods", path("spec"),
          "podtemplates", path("template.spec"),
          "replicationcontrollers", path("spec.template.spec"),
          "daemonsets.apps", path("spec.template.spec"),
          "deployments.apps", path("spec.template.spec"),
          "replicasets.apps", path("spec.template.spec"),
          "statefulsets.apps", path("spec.template.spec"),
          "jobs.batch", path("spec.template.spec"),
          "cronjobs.batch", path("spec.jobTemplate.spec.template.spec"));

  private static final List<List<String>> OF_PODS =
      paths(
          "schedulingGroup",
          "volumes.*.projected.sources.*.clusterTrustBundle",
          "volumes.*.projected.sources.*.podCertificate",
          "containers.*.lifecycle.stopSignal",
          "initContainers.*.lifecycle.stopSignal",
          "ephemeralContainers.*.lifecycle.stopSignal");

  private static final Map<String, List<List<String>>> OF_OTHERS =
      Map.of(
          "csidrivers.storage.k8s.io", paths("spec.preventPodSchedulingIfMissing"),
          "endpointslices.discovery.k8s.io", paths("endpoints.*.deprecatedTopology"),
          "nodes", paths("spec.configSource"),
          "leases.coordination.k8s.io", paths("spec.strategy", "spec.preferredHolder"),
          "statefulsets.apps", paths("spec.updateStrategy.rollingUpdate.maxUnavailable"));

  private OffByDefault() {}

  private static List<List<String>> paths(String... members) {
    return Arrays.stream(members).map(OffByDefault::path).toList();
  }

  private static List<String> path(String member) {
    return List.of(member.split("\\.", -1));
  }

  /**
   * Drops them from what an object is to become.
   *
   * @param resource such as {@code deployments.apps}
   * @param old what the object was; null if it is new
   */
  public static void drop(String resource, ObjectNode next, @Nullable ObjectNode old) {
    JsonNode before = old == null ? MissingNode.getInstance() : old;
    List<String> pod = PODS.get(resource);
    if (pod != null) {
      drop(OF_PODS, below(next, pod), below(before, pod));
    }
    drop(OF_OTHERS.getOrDefault(resource, List.of()), next, before);
  }

  private static JsonNode below(JsonNode node, List<String> path) {
    JsonNode below = node;
    for (String member : path) {
      below = below.path(member);
    }
    return below;
  }

  private static void drop(List<List<String>> members, JsonNode next, JsonNode old) {
    for (List<String> member : members) {
      if (!has(old, member)) {
        remove(next, member);
      }
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
