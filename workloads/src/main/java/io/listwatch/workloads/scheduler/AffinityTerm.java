package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Selectors;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * A term of the affinity between pods.
 *
 * @param namespaces empty for all of them
 */
record AffinityTerm(String topologyKey, List<String> namespaces, LabelSelector selector) {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  AffinityTerm {
    namespaces = List.copyOf(namespaces);
  }

  /**
   * Returns the required terms of a pod.
   *
   * @param kind {@code podAffinity} or {@code podAntiAffinity}
   */
  static List<AffinityTerm> required(ApiObject pod, String kind) {
    JsonNode terms = pod.spec().path("affinity").path(kind).path(REQUIRED);
    return StreamSupport.stream(terms.spliterator(), false).map(term -> of(pod, term)).toList();
  }

  static AffinityTerm of(ApiObject owner, JsonNode term) {
    return new AffinityTerm(
        term.path("topologyKey").asText(),
        namespaces(owner, term),
        Selectors.of(term.path("labelSelector")));
  }

  /** Those listed; all for an empty namespaceSelector; else the pod's own. */
  private static List<String> namespaces(ApiObject owner, JsonNode term) {
    if (term.has("namespaceSelector") && term.path("namespaceSelector").isEmpty()) {
      return List.of();
    }
    List<String> listed = Selectors.texts(term.path("namespaces"));
    return listed.isEmpty() ? List.of(owner.namespace()) : listed;
  }

  boolean selects(PodInfo pod) {
    return (namespaces.isEmpty() || namespaces.contains(pod.namespace()))
        && selector.matches(pod.labels());
  }
}
