package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.selector.LabelSelector;
import io.listwatch.selector.Labels;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Selectors;
import java.util.List;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A term of pod affinity or anti-affinity. It applies to the namespaces that it lists, and to those
 * whose labels match.
 *
 * @param namespaces the names of namespaces
 * @param namespaceSelector null if the labels of namespaces do not matter
 */
record AffinityTerm(
    String topologyKey,
    List<String> namespaces,
    @Nullable LabelSelector namespaceSelector,
    LabelSelector selector) {
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
    List<String> listed = Selectors.strings(term.path("namespaces"));
    boolean selects = term.path("namespaceSelector").isObject();
    return new AffinityTerm(
        term.path("topologyKey").asText(),
        listed.isEmpty() && !selects ? List.of(owner.namespace()) : listed,
        selects ? Selectors.of(term.path("namespaceSelector")) : null,
        Selectors.of(term.path("labelSelector")));
  }

  /**
   * True if the term applies to a pod.
   *
   * @param labels returns the labels of a namespace
   */
  boolean selects(PodInfo pod, Function<String, Labels> labels) {
    return selector.matches(pod.labels()) && applies(pod.namespace(), labels);
  }

  private boolean applies(String namespace, Function<String, Labels> labels) {
    return namespaces.contains(namespace)
        || (namespaceSelector != null
            && (namespaceSelector.isEverything()
                || namespaceSelector.matches(labels.apply(namespace))));
  }
}
