package io.listwatch.server.kinds.validation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.schema.NameRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What clients are told about objects in which nothing is wrong, as the reference tells it. */
public final class KindWarnings {
  private static final String OLD_CLASS = "kubernetes.io/ingress.class";

  private static final String PODS = "Pod names and hostnames";

  /** What else the names of some kinds are used in. */
  private static final Map<String, String> NAME_USES =
      Map.of(
          "pods", "the Pod's hostname",
          "cronjobs.batch", PODS,
          "deployments.apps", PODS,
          "jobs.batch", PODS,
          "replicasets.apps", PODS,
          "replicationcontrollers", PODS);

  private KindWarnings() {}

  /**
   * What is to be told about an object that is written.
   *
   * @param resource such as {@code deployments.apps}
   * @param old null if it is new; of a change that leaves the generation, nothing is told
   */
  public static List<String> of(String resource, ObjectNode next, @Nullable ObjectNode old) {
    if (old != null && next.at("/metadata/generation").equals(old.at("/metadata/generation"))) {
      return List.of();
    }
    Field object = Field.root(next, new ArrayList<>());
    var warnings = new ArrayList<String>();
    String use = NAME_USES.get(resource);
    if (old == null && use != null) {
      warnings.addAll(ofName(object.at("metadata", "name").text(), use));
    }
    warnings.addAll(ofContent(resource, object, old == null));
    return warnings;
  }

  private static List<String> ofName(String name, String use) {
    List<String> violations = NameRule.LABEL.violations(name);
    return violations.isEmpty()
        ? List.of()
        : List.of(
            "metadata.name: this is used in %s, which can result in surprising behavior; a DNS label is recommended: [%s]"
                .formatted(use, String.join(" ", violations)));
  }

  private static List<String> ofContent(String resource, Field object, boolean isNew) {
    return switch (resource) {
      case "pods" -> isNew ? PodWarnings.of(object) : List.of();
      case "podtemplates" -> PodWarnings.of(object.at("template"));
      case "cronjobs.batch" -> PodWarnings.of(object.at("spec", "jobTemplate", "spec", "template"));
      case "daemonsets.apps",
          "deployments.apps",
          "jobs.batch",
          "replicasets.apps",
          "replicationcontrollers",
          "statefulsets.apps" ->
          PodWarnings.of(object.at("spec", "template"));
      case "ingresses.networking.k8s.io" -> isNew ? ofIngress(object) : List.of();
      case "persistentvolumes" -> ofVolume(object);
      default -> List.of();
    };
  }

  private static List<String> ofIngress(Field ingress) {
    boolean old = ingress.at("metadata", "annotations", OLD_CLASS).present();
    return old && ingress.at("spec", "ingressClassName").absent()
        ? List.of(
            "annotation \"%s\" is deprecated, please use 'spec.ingressClassName' instead"
                .formatted(OLD_CLASS))
        : List.of();
  }

  private static List<String> ofVolume(Field volume) {
    Field policy = volume.at("spec", "persistentVolumeReclaimPolicy");
    return policy.is("Recycle")
        ? List.of(
            policy.path()
                + ": The Recycle reclaim policy is deprecated. Instead, the recommended approach is"
                + " to use dynamic provisioning.")
        : List.of();
  }
}
