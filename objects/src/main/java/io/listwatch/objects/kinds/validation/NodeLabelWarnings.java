package io.listwatch.objects.kinds.validation;

import java.util.List;
import java.util.Map;

/** Warns about deprecated node labels, which may select no node any more. */
final class NodeLabelWarnings {
  private static final Map<String, String> OLD =
      Map.of(
          "beta.kubernetes.io/arch",
          "deprecated since v1.14; use \"kubernetes.io/arch\" instead",
          "beta.kubernetes.io/os",
          "deprecated since v1.14; use \"kubernetes.io/os\" instead",
          "failure-domain.beta.kubernetes.io/region",
          "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
          "failure-domain.beta.kubernetes.io/zone",
          "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
          "beta.kubernetes.io/instance-type",
          "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
          "app.kubernetes.io/created-by",
          "deprecated since v1.9",
          "scheduler.alpha.kubernetes.io/preferAvoidPods",
          "deprecated since v1.22; use Taints and Tolerations instead",
          "node-role.kubernetes.io/master",
          "use \"node-role.kubernetes.io/control-plane\" instead");

  private NodeLabelWarnings() {}

  /**
   * Warns about a deprecated label in the path of a field; the message does not repeat its name.
   */
  static void label(FieldPath place, String label, List<String> warnings) {
    warn(place, label, "", warnings);
  }

  /** Warns about a field that contains the name of a deprecated label. */
  static void key(Field key, List<String> warnings) {
    warn(key.path(), key.text(), key.text() + " is ", warnings);
  }

  private static void warn(FieldPath place, String label, String subject, List<String> warnings) {
    String better = OLD.get(label);
    if (better != null) {
      warnings.add(place + ": " + subject + better);
    }
  }

  /** Warns about required node selector terms. */
  static void terms(Field terms, List<String> warnings) {
    terms.each(term -> expressions(term, warnings));
  }

  static void expressions(Field term, List<String> warnings) {
    term.at("matchExpressions").each(each -> key(each.at("key"), warnings));
  }

  /**
   * Warns about a preferred node selector term. Invalid label values are only warned about here.
   */
  static void preference(Field term, List<String> warnings) {
    for (Field each : term.at("matchExpressions").items()) {
      key(each.at("key"), warnings);
      for (Field value : each.at("values").items()) {
        for (String rule : TextForm.LABEL_VALUE.violations(value.text())) {
          warnings.add("%s: %s is invalid, %s".formatted(value.path(), value.text(), rule));
        }
      }
    }
  }
}
