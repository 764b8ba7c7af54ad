package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates node affinity, pod affinity and pod anti-affinity. */
final class AffinityRules {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private AffinityRules() {}

  static void check(Field affinity) {
    Field node = affinity.at("nodeAffinity");
    node.at(REQUIRED).ifPresent(AffinityRules::checkNodes);
    node.at(PREFERRED)
        .each(
            term -> {
              checkWeight(term.at("weight"));
              checkNodeTerm(term.at("preference"), false);
            });
    checkPods(affinity.at("podAffinity"));
    checkPods(affinity.at("podAntiAffinity"));
  }

  /** Validates a node selector, which needs at least one term. */
  static void checkNodes(Field selector) {
    Field terms = selector.at("nodeSelectorTerms");
    if (terms.isEmpty()) {
      terms.required("must have at least one node selector term");
      return;
    }
    terms.each(term -> checkNodeTerm(term, true));
  }

  private static void checkNodeTerm(Field term, boolean labelValues) {
    term.at("matchExpressions").each(each -> checkNodeLabel(each, labelValues));
    term.at("matchFields").each(AffinityRules::checkNodeField);
  }

  private static void checkNodeLabel(Field expression, boolean labelValues) {
    Field values = expression.at("values");
    switch (expression.at("operator").text()) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          values.required("must be specified when `operator` is 'In' or 'NotIn'");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      case "Gt", "Lt" -> {
        if (values.size() != 1) {
          values.required("must be specified single value when `operator` is 'Lt' or 'Gt'");
        }
      }
      default -> invalidOperator(expression);
    }
    expression.at("key").matches(TextForm.QUALIFIED_NAME);
    if (labelValues) {
      values.each(value -> value.matches(TextForm.LABEL_VALUE));
    }
  }

  private static void checkNodeField(Field expression) {
    Field values = expression.at("values");
    if (!List.of("In", "NotIn").contains(expression.at("operator").text())) {
      invalidOperator(expression);
    } else if (values.size() != 1) {
      values.required(
          "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
    }
    Field key = expression.at("key");
    if (!key.is("metadata.name")) {
      key.invalid(key.text(), "not a valid field selector key");
    } else {
      values.each(value -> value.matches(TextForm.SUBDOMAIN));
    }
  }

  private static void invalidOperator(Field expression) {
    Field operator = expression.at("operator");
    operator.invalid(operator.text(), "not a valid selector operator");
  }

  private static void checkPods(Field affinity) {
    affinity.at(REQUIRED).each(AffinityRules::checkPodTerm);
    affinity
        .at(PREFERRED)
        .each(
            term -> {
              checkWeight(term.at("weight"));
              checkPodTerm(term.at("podAffinityTerm"));
            });
  }

  private static void checkWeight(Field weight) {
    if (weight.number() < 1 || weight.number() > 100) {
      weight.invalid(weight.number(), "must be in the range 1-100");
    }
  }

  private static void checkPodTerm(Field term) {
    LabelSelectorRules.check(term.at("labelSelector"));
    LabelSelectorRules.check(term.at("namespaceSelector"));
    Field namespace = term.at("namespace");
    term.at("namespaces").texts().forEach(name -> namespace.matches(TextForm.DNS_LABEL, name));
    checkLabelKeys(term);
    Field topology = term.at("topologyKey");
    if (topology.isEmpty()) {
      topology.required("can not be empty");
    }
    topology.matches(TextForm.QUALIFIED_NAME);
  }

  /** Validates {@code matchLabelKeys} and {@code mismatchLabelKeys}. */
  static void checkLabelKeys(Field term) {
    Field selector = term.at("labelSelector");
    checkKeys(term.at("matchLabelKeys"), selector);
    checkKeys(term.at("mismatchLabelKeys"), selector);
    checkTwice(term, selector);
    Set<String> mismatched = new HashSet<>(term.at("mismatchLabelKeys").texts());
    term.at("matchLabelKeys")
        .each(
            key -> {
              if (mismatched.contains(key.text())) {
                key.invalid("exists in both matchLabelKeys and mismatchLabelKeys");
              }
            });
  }

  private static void checkKeys(Field keys, Field selector) {
    if (keys.isEmpty()) {
      return;
    }
    if (selector.absent()) {
      keys.forbidden("must not be specified when labelSelector is not set");
    } else {
      keys.each(key -> key.matches(TextForm.QUALIFIED_NAME));
    }
  }

  /**
   * Rejects a key of {@code matchLabelKeys} that the label selector contains twice: once merged in
   * by the server, once written by the client.
   */
  private static void checkTwice(Field term, Field selector) {
    List<String> keys = term.at("matchLabelKeys").texts();
    Set<String> seen = new HashSet<>(selector.at("matchLabels").entries().keySet());
    selector
        .at("matchExpressions")
        .each(
            expression -> {
              String key = expression.at("key").text();
              int index = keys.lastIndexOf(key);
              if (index >= 0 && seen.contains(key)) {
                term.called(term.path().index(index))
                    .invalid(key, "exists in both matchLabelKeys and labelSelector");
              }
              seen.add(key);
            });
  }
}
