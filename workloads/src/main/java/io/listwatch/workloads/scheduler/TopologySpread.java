package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Selectors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The topology spread constraints of one pod: how unevenly matching pods may be spread. */
final class TopologySpread {
  private final List<Constraint> constraints;

  private TopologySpread(List<Constraint> constraints) {
    this.constraints = constraints;
  }

  static TopologySpread of(
      ApiObject pod, PodInfo info, NodeAffinity affinity, Collection<NodeState> nodes) {
    var constraints = new ArrayList<Constraint>();
    for (JsonNode constraint : pod.spec().path("topologySpreadConstraints")) {
      constraints.add(Constraint.of(constraint, pod, info, affinity, nodes));
    }
    return new TopologySpread(constraints);
  }

  /** True if each DoNotSchedule constraint still holds with the pod on that node. */
  boolean allows(NodeState node) {
    return constraints.stream().allMatch(each -> !each.hard || each.skew(node) <= each.maxSkew);
  }

  /** Returns the sum of the skews of all constraints: lower is better. */
  long unevenness(NodeState node) {
    long sum = 0;
    for (Constraint each : constraints) {
      sum += Math.max(0, Math.min(Short.MAX_VALUE, each.skew(node)));
    }
    return sum;
  }

  /**
   * One constraint, with the matching pods of each domain.
   *
   * @param itself 1 if the pod itself matches
   * @param least the number of matching pods in the emptiest domain; 0 if there are fewer domains
   *     than the minimum, because one that does not exist yet is the emptiest
   */
  private record Constraint(
      String key, boolean hard, long maxSkew, long itself, Map<String, Long> counts, long least) {
    static Constraint of(
        JsonNode json,
        ApiObject pod,
        PodInfo info,
        NodeAffinity affinity,
        Collection<NodeState> nodes) {
      String key = json.path("topologyKey").asText();
      LabelSelector selector = selector(json, pod);
      var counts = new HashMap<String, Long>();
      for (NodeState node : nodes) {
        @Nullable String domain = node.labels().value(key);
        if (domain != null && counts(json, pod, affinity, node)) {
          counts.merge(domain, matching(node, info.namespace(), selector), Long::sum);
        }
      }
      boolean enough = counts.size() >= json.path("minDomains").asInt(1);
      return new Constraint(
          key,
          !json.path("whenUnsatisfiable").asText().equals("ScheduleAnyway"),
          json.path("maxSkew").asLong(),
          selector.matches(info.labels()) ? 1 : 0,
          counts,
          enough ? counts.values().stream().mapToLong(Long::longValue).min().orElse(0) : 0);
    }

    /**
     * Returns the selector of a constraint, which also requires the pod's own values of the {@code
     * matchLabelKeys}.
     */
    private static LabelSelector selector(JsonNode json, ApiObject pod) {
      LabelSelector selector = Selectors.of(json.path("labelSelector"));
      for (String key : Selectors.strings(json.path("matchLabelKeys"))) {
        String value = pod.labelMap().get(key);
        selector = value == null ? selector : selector.and(key).is(value);
      }
      return selector;
    }

    /** True if the policies of a constraint let the pods of a node count. */
    private static boolean counts(
        JsonNode json, ApiObject pod, NodeAffinity affinity, NodeState node) {
      boolean byAffinity = !json.path("nodeAffinityPolicy").asText().equals("Ignore");
      boolean byTaints = json.path("nodeTaintsPolicy").asText().equals("Honor");
      return (!byAffinity || affinity.allows(node.labels()))
          && (!byTaints || Taints.untolerated(pod, node.node()).isEmpty());
    }

    private static long matching(NodeState node, String namespace, LabelSelector selector) {
      return node.pods().stream()
          .filter(each -> each.namespace().equals(namespace) && !each.terminating())
          .filter(each -> selector.matches(each.labels()))
          .count();
    }

    /** Returns how many more pods the node's domain would have than the emptiest one. */
    long skew(NodeState node) {
      @Nullable String own = node.labels().value(key);
      return own == null ? Long.MAX_VALUE : counts.getOrDefault(own, 0L) + itself - least;
    }
  }
}
