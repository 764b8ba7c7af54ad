package io.listwatch.workloads.daemonset;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.IntOrPercent;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Selectors;
import io.listwatch.workloads.scheduler.NodeFit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads DaemonSets, their pods, and their eligible nodes. */
final class DaemonSetReader {
  private DaemonSetReader() {}

  static LabelSelector selector(ApiObject set) {
    return Selectors.of(set.spec().path("selector"));
  }

  static boolean rolling(ApiObject set) {
    return !set.spec().at("/updateStrategy/type").asText().equals("OnDelete");
  }

  static int maxSurge(ApiObject set, int desired) {
    JsonNode surge = set.spec().at("/updateStrategy/rollingUpdate/maxSurge");
    return rolling(set) ? IntOrPercent.roundedUp(surge, desired) : 0;
  }

  /** Returns maxUnavailable; 1 if both limits are 0, so that the update makes progress. */
  static int maxUnavailable(ApiObject set, int desired) {
    JsonNode unavailable = set.spec().at("/updateStrategy/rollingUpdate/maxUnavailable");
    int limit = IntOrPercent.roundedUp(unavailable, desired);
    return limit == 0 && maxSurge(set, desired) == 0 ? 1 : limit;
  }

  static Duration minReady(ApiObject set) {
    return Duration.ofSeconds(set.spec().path("minReadySeconds").asLong());
  }

  /** Returns all nodes by name, with the pods of the set on each. */
  static List<DaemonNode> nodes(
      ApiObject set, String hash, List<ApiObject> nodes, List<ApiObject> pods, Instant now) {
    Map<String, List<DaemonPod>> byNode = byNode(set, hash, pods, now);
    ApiObject template = DaemonPodTemplate.pod(set);
    var read = new ArrayList<DaemonNode>();
    for (ApiObject node : nodes) {
      read.add(
          new DaemonNode(
              node.name(),
              shouldRun(template, node),
              NodeFit.selects(template, node) && NodeFit.mayStay(template, node),
              byNode.getOrDefault(node.name(), List.of())));
    }
    return read;
  }

  /** True if a node should run a pod of a set. */
  static boolean suits(ApiObject set, ApiObject node) {
    return shouldRun(DaemonPodTemplate.pod(set), node);
  }

  private static boolean shouldRun(ApiObject template, ApiObject node) {
    return NodeFit.selects(template, node) && NodeFit.untolerated(template, node).isEmpty();
  }

  private static Map<String, List<DaemonPod>> byNode(
      ApiObject set, String hash, List<ApiObject> pods, Instant now) {
    var byNode = new HashMap<String, List<DaemonPod>>();
    for (ApiObject pod : pods) {
      Optional<String> node = DaemonPodTemplate.node(pod);
      boolean gone = Pods.finished(pod) && pod.terminating();
      if (node.isPresent() && !gone) {
        byNode.computeIfAbsent(node.get(), name -> new ArrayList<>()).add(pod(set, hash, pod, now));
      }
    }
    return byNode;
  }

  private static DaemonPod pod(ApiObject set, String hash, ApiObject pod, Instant now) {
    return new DaemonPod(
        pod.name(),
        phase(pod),
        pod.terminating(),
        pod.labelMap().getOrDefault(DaemonPodTemplate.REVISION, "").equals(hash),
        Pods.ready(pod),
        Pods.available(pod, minReady(set), now),
        !Pods.node(pod).isEmpty(),
        pod.created());
  }

  private static DaemonPod.Phase phase(ApiObject pod) {
    return switch (Pods.phase(pod)) {
      case "Failed" -> DaemonPod.Phase.FAILED;
      case "Succeeded" -> DaemonPod.Phase.SUCCEEDED;
      default -> DaemonPod.Phase.RUNNING;
    };
  }
}
