package io.listwatch.workloads.object;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.selector.LabelSelector;
import io.listwatch.selector.Labels;
import java.util.HashMap;
import java.util.stream.StreamSupport;

/** Node selectors, as in the node affinity of pods and of volumes. */
public final class NodeSelector {
  private NodeSelector() {}

  /** Returns the labels of a node, and its name for {@code matchFields}. */
  public static Labels labels(ApiObject node) {
    var all = new HashMap<>(node.labelMap());
    all.put("metadata.name", node.name());
    return Labels.of(all);
  }

  /**
   * True if a node meets one of the terms, or if there is no selector.
   *
   * @param selector an object with {@code nodeSelectorTerms}, or a missing node
   */
  public static boolean matches(JsonNode selector, Labels node) {
    return selector.isMissingNode()
        || StreamSupport.stream(selector.path("nodeSelectorTerms").spliterator(), false)
            .anyMatch(term -> matchesTerm(term, node));
  }

  /** True if all expressions of a term match. A term without expressions matches nothing. */
  public static boolean matchesTerm(JsonNode term, Labels node) {
    LabelSelector selector = LabelSelector.everything();
    for (JsonNode expression : term.path("matchExpressions")) {
      selector = Selectors.require(selector, expression);
    }
    for (JsonNode field : term.path("matchFields")) {
      selector = Selectors.require(selector, field);
    }
    return !selector.isEverything() && selector.matches(node);
  }
}
