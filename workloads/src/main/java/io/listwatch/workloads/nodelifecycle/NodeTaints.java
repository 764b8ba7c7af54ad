package io.listwatch.workloads.nodelifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The taints that a node has because of its conditions; a function of the node. */
final class NodeTaints {
  static final String NOT_READY = "node.kubernetes.io/not-ready";
  static final String UNREACHABLE = "node.kubernetes.io/unreachable";
  private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

  /** The taints of node conditions that are True. */
  private static final Map<String, String> BY_CONDITION =
      Map.of(
          "MemoryPressure", "node.kubernetes.io/memory-pressure",
          "DiskPressure", "node.kubernetes.io/disk-pressure",
          "PIDPressure", "node.kubernetes.io/pid-pressure",
          "NetworkUnavailable", "node.kubernetes.io/network-unavailable");

  private NodeTaints() {}

  /** A taint without a value. */
  record Taint(String key, String effect) {
    static Taint of(JsonNode taint) {
      return new Taint(taint.path("key").asText(), taint.path("effect").asText());
    }
  }

  /**
   * Returns the taints that a node should have.
   *
   * @param evicting false while no node is ready: then the fault is probably not the nodes'
   */
  static List<Taint> wanted(ApiObject node, boolean evicting) {
    var taints = new ArrayList<Taint>();
    BY_CONDITION.forEach(
        (type, key) -> {
          if (node.condition(type).path("status").asText().equals("True")) {
            taints.add(new Taint(key, "NoSchedule"));
          }
        });
    if (node.spec().path("unschedulable").asBoolean()) {
      taints.add(new Taint(UNSCHEDULABLE, "NoSchedule"));
    }
    String ready = node.condition("Ready").path("status").asText();
    if (ready.equals("False") || ready.equals("Unknown")) {
      String key = ready.equals("False") ? NOT_READY : UNREACHABLE;
      taints.add(new Taint(key, "NoSchedule"));
      if (evicting) {
        taints.add(new Taint(key, "NoExecute"));
      }
    }
    return taints;
  }

  /** True if a taint follows from conditions; all others belong to users. */
  static boolean managed(Taint taint) {
    boolean ready = taint.key().equals(NOT_READY) || taint.key().equals(UNREACHABLE);
    return taint.effect().equals("NoSchedule")
        ? ready || taint.key().equals(UNSCHEDULABLE) || BY_CONDITION.containsValue(taint.key())
        : ready && taint.effect().equals("NoExecute");
  }
}
