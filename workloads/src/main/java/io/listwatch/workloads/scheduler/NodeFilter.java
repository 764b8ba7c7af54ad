package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/** Decides whether a node can take a pod, and why not, in the words of kube-scheduler. */
final class NodeFilter {
  private NodeFilter() {}

  /** Returns the reason why a pod does not fit a node; empty if it does. */
  static Optional<String> rejection(CycleState cycle, NodeState node) {
    if (node.node().spec().path("unschedulable").asBoolean() && !cycle.toleratesCordon()) {
      return Optional.of("node(s) were unschedulable");
    }
    Optional<JsonNode> taint = Taints.untolerated(cycle.pod(), node.node());
    if (taint.isPresent()) {
      return taint.map(NodeFilter::words);
    }
    if (!cycle.nodeAffinity().allows(node.labels())) {
      return Optional.of("node(s) didn't match Pod's node affinity/selector");
    }
    Optional<String> missing = insufficient(cycle.info().requests(), node);
    if (missing.isPresent()) {
      return missing;
    }
    if (HostPorts.conflict(cycle.info().ports(), node)) {
      return Optional.of("node(s) didn't have free ports for the requested pod ports");
    }
    if (!cycle.spread().allows(node)) {
      return Optional.of("node(s) didn't match pod topology spread constraints");
    }
    if (!cycle.podAffinity().attracts(node)) {
      return Optional.of("node(s) didn't match pod affinity rules");
    }
    return cycle.podAffinity().repels(node)
        ? Optional.of("node(s) didn't match pod anti-affinity rules")
        : Optional.empty();
  }

  private static String words(JsonNode taint) {
    return "node(s) had untolerated taint {%s: %s}"
        .formatted(taint.path("key").asText(), taint.path("value").asText());
  }

  private static Optional<String> insufficient(Requests requests, NodeState node) {
    String first = "";
    for (Map.Entry<String, Long> each : requests.quantities().entrySet()) {
      String name = each.getKey();
      if (each.getValue() > 0
          && each.getValue() > free(node, name)
          && (first.isEmpty() || name.compareTo(first) < 0)) {
        first = name;
      }
    }
    if (first.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(first.equals("pods") ? "Too many pods" : "Insufficient " + first);
  }

  private static long free(NodeState node, String resource) {
    return node.allocatable().of(resource) - node.used().of(resource);
  }
}
