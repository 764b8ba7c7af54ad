package io.listwatch.server.registry.verbs;

import io.listwatch.model.ResourceType;
import java.util.Set;

/** The PriorityClasses that kube-apiserver creates and that cannot be deleted by name. */
final class SystemPriorities {
  private static final Set<String> NAMES =
      Set.of("system-node-critical", "system-cluster-critical");

  private SystemPriorities() {}

  static boolean contain(ResourceType type, String name) {
    return NAMES.contains(name)
        && type.plural().equals("priorityclasses")
        && type.group().equals("scheduling.k8s.io");
  }
}
