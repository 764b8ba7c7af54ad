package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.selector.Labels;
import io.listwatch.workloads.object.ApiObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The affinity and anti-affinity between one pod and those on the nodes, by topology. The pods are
 * looked at once for each term, not once for each node.
 */
final class PodAffinity {
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private final List<Domains> attracting;

  /**
   * True if no pod runs that the required terms select, and they select the pod itself: the first
   * pod of a group that wants to be together may start anywhere.
   */
  private final boolean first;

  private final List<Domains> repelling;
  private final List<Preference> preferences;

  /**
   * By topology key, the values of the domains from which the anti-affinity of a running pod
   * excludes this one.
   */
  private final Map<String, Set<String>> closed;

  private PodAffinity(
      List<Domains> attracting,
      boolean first,
      List<Domains> repelling,
      List<Preference> preferences,
      Map<String, Set<String>> closed) {
    this.attracting = attracting;
    this.first = first;
    this.repelling = repelling;
    this.preferences = preferences;
    this.closed = closed;
  }

  static PodAffinity of(
      ApiObject pod,
      PodInfo info,
      Collection<NodeState> nodes,
      Function<String, Labels> namespaces) {
    List<AffinityTerm> required = AffinityTerm.required(pod, "podAffinity");
    Predicate<PodInfo> wanted =
        other -> required.stream().allMatch(term -> term.selects(other, namespaces));
    List<Domains> attracting =
        required.stream().map(term -> Domains.of(term.topologyKey(), wanted, nodes)).toList();
    boolean first =
        attracting.stream().allMatch(each -> each.values.isEmpty()) && wanted.test(info);
    List<Domains> repelling =
        info.antiAffinity().stream().map(term -> Domains.of(term, nodes, namespaces)).toList();
    var preferences = new ArrayList<Preference>();
    for (JsonNode each : preferred(pod, "podAffinity")) {
      preferences.add(Preference.of(pod, each, 1, nodes, namespaces));
    }
    for (JsonNode each : preferred(pod, "podAntiAffinity")) {
      preferences.add(Preference.of(pod, each, -1, nodes, namespaces));
    }
    return new PodAffinity(
        attracting, first, repelling, preferences, closed(info, nodes, namespaces));
  }

  private static JsonNode preferred(ApiObject pod, String kind) {
    return pod.spec().path("affinity").path(kind).path(PREFERRED);
  }

  private static Map<String, Set<String>> closed(
      PodInfo pod, Collection<NodeState> nodes, Function<String, Labels> namespaces) {
    var closed = new HashMap<String, Set<String>>();
    for (NodeState node : nodes) {
      for (PodInfo running : node.repelling()) {
        for (AffinityTerm term : running.antiAffinity()) {
          @Nullable String value = node.labels().value(term.topologyKey());
          if (value != null && term.selects(pod, namespaces)) {
            closed.computeIfAbsent(term.topologyKey(), key -> new HashSet<>()).add(value);
          }
        }
      }
    }
    return closed;
  }

  /**
   * True if, for each required term, a pod that all of them select runs in the node's topology
   * domain. In any case the node must have the labels of all topology keys.
   */
  boolean attracts(NodeState node) {
    return attracting.stream()
        .allMatch(each -> first ? node.labels().value(each.key) != null : each.contain(node));
  }

  /** True if the anti-affinity of this pod, or of a running one, excludes the node. */
  boolean repels(NodeState node) {
    return repelling.stream().anyMatch(each -> each.contain(node))
        || closed.entrySet().stream()
            .anyMatch(each -> contains(each.getValue(), each.getKey(), node));
  }

  /**
   * Returns the sum of the weights of the preferred terms that a node meets; anti-affinity
   * subtracts.
   */
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

  private record Preference(Domains domains, int weight) {
    static Preference of(
        ApiObject pod,
        JsonNode json,
        int sign,
        Collection<NodeState> nodes,
        Function<String, Labels> namespaces) {
      AffinityTerm term = AffinityTerm.of(pod, json.path("podAffinityTerm"));
      return new Preference(
          Domains.of(term, nodes, namespaces), sign * json.path("weight").asInt());
    }
  }

  /**
   * The topology domains of the pods that a term selects.
   *
   * @param key the topology key
   * @param values the values of its label
   */
  private record Domains(String key, Set<String> values) {
    static Domains of(
        AffinityTerm term, Collection<NodeState> nodes, Function<String, Labels> namespaces) {
      return of(term.topologyKey(), pod -> term.selects(pod, namespaces), nodes);
    }

    static Domains of(String key, Predicate<PodInfo> selected, Collection<NodeState> nodes) {
      var values = new HashSet<String>();
      for (NodeState node : nodes) {
        @Nullable String value = node.labels().value(key);
        if (value != null && !values.contains(value) && node.pods().stream().anyMatch(selected)) {
          values.add(value);
        }
      }
      return new Domains(key, values);
    }

    boolean contain(NodeState node) {
      return PodAffinity.contains(values, key, node);
    }
  }
}
