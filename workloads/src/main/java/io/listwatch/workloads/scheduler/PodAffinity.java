package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The affinity and anti-affinity between one pod and those on the nodes, by topology. The pods are
 * looked at once for each term, not once for each node.
 */
final class PodAffinity {
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private final List<Domains> attracting;
  private final List<Domains> repelling;
  private final List<Preference> preferences;

  /** The values of topology labels from which pods that run there keep this one away, by label. */
  private final Map<String, Set<String>> closed;

  private PodAffinity(
      List<Domains> attracting,
      List<Domains> repelling,
      List<Preference> preferences,
      Map<String, Set<String>> closed) {
    this.attracting = attracting;
    this.repelling = repelling;
    this.preferences = preferences;
    this.closed = closed;
  }

  static PodAffinity of(ApiObject pod, PodInfo info, Collection<NodeState> nodes) {
    var attracting = new ArrayList<Domains>();
    for (AffinityTerm term : AffinityTerm.required(pod, "podAffinity")) {
      Domains found = Domains.of(term, nodes);
      // The first pod of a group that wants to be together may start anywhere.
      boolean first = !found.anywhere() && term.selects(info);
      if (!first) {
        attracting.add(found);
      }
    }
    List<Domains> repelling =
        info.antiAffinity().stream().map(term -> Domains.of(term, nodes)).toList();
    var preferences = new ArrayList<Preference>();
    addPreferences(pod, "podAffinity", 1, nodes, preferences);
    addPreferences(pod, "podAntiAffinity", -1, nodes, preferences);
    return new PodAffinity(attracting, repelling, preferences, closed(info, nodes));
  }

  private static void addPreferences(
      ApiObject pod, String kind, int sign, Collection<NodeState> nodes, List<Preference> to) {
    for (JsonNode preferred : pod.spec().path("affinity").path(kind).path(PREFERRED)) {
      AffinityTerm term = AffinityTerm.of(pod, preferred.path("podAffinityTerm"));
      to.add(new Preference(Domains.of(term, nodes), sign * preferred.path("weight").asInt()));
    }
  }

  private static Map<String, Set<String>> closed(PodInfo pod, Collection<NodeState> nodes) {
    var closed = new HashMap<String, Set<String>>();
    for (NodeState node : nodes) {
      for (PodInfo running : node.repelling()) {
        for (AffinityTerm term : running.antiAffinity()) {
          @Nullable String value = node.labels().value(term.topologyKey());
          if (value != null && term.selects(pod)) {
            closed.computeIfAbsent(term.topologyKey(), key -> new HashSet<>()).add(value);
          }
        }
      }
    }
    return closed;
  }

  /** True if each required term of the pod has a matching pod in the node's topology. */
  boolean attracts(NodeState node) {
    return attracting.stream().allMatch(each -> each.contain(node));
  }

  /** True if the pod, or one that already runs, keeps the pod away from the node. */
  boolean repels(NodeState node) {
    return repelling.stream().anyMatch(each -> each.contain(node))
        || closed.entrySet().stream()
            .anyMatch(each -> contains(each.getValue(), each.getKey(), node));
  }

  /** Returns the weights of the preferred terms that a node meets, less those against it. */
  long preference(NodeState node) {
    long sum = 0;
    for (Preference each : preferences) {
      sum += each.domains.contain(node) ? each.weight : 0;
    }
    return sum;
  }

  private static boolean contains(Set<String> values, String key, NodeState node) {
    @Nullable String value = node.labels().value(key);
    return value != null && values.contains(value);
  }

  private record Preference(Domains domains, int weight) {}

  /**
   * Where pods run that a term selects.
   *
   * @param values of the topology's label
   * @param anywhere true if such pods run at all, even on nodes without the label
   */
  private record Domains(String key, Set<String> values, boolean anywhere) {
    static Domains of(AffinityTerm term, Collection<NodeState> nodes) {
      var values = new HashSet<String>();
      boolean anywhere = false;
      for (NodeState node : nodes) {
        @Nullable String value = node.labels().value(term.topologyKey());
        if (!(anywhere && (value == null || values.contains(value)))
            && node.pods().stream().anyMatch(term::selects)) {
          anywhere = true;
          if (value != null) {
            values.add(value);
          }
        }
      }
      return new Domains(term.topologyKey(), values, anywhere);
    }

    boolean contain(NodeState node) {
      return PodAffinity.contains(values, key, node);
    }
  }
}
