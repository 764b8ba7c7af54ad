package io.listwatch.objects.kinds.validation;

import java.util.List;

/** Warns about Nodes and RuntimeClasses. */
final class NodeWarnings {
  private NodeWarnings() {}

  static void node(Field node, List<String> warnings) {
    Field spec = node.at("spec");
    if (spec.at("configSource").present()) {
      warnings.add("spec.configSource: the feature is removed");
    }
    if (!spec.at("externalID").isEmpty()) {
      warnings.add("spec.externalID: this field is deprecated, and is unused by Kubernetes");
    }
    spec.at("podCIDRs").each(each -> AddressWarnings.network(each, warnings));
  }

  static void runtimeClass(Field runtimeClass, List<String> warnings) {
    Field selector = runtimeClass.at("scheduling", "nodeSelector");
    for (String label : selector.entries().keySet()) {
      NodeLabelWarnings.label(selector.path(), label, warnings);
    }
  }
}
