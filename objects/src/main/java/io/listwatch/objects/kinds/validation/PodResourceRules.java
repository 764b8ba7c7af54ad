package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.kinds.PodRequests;
import io.listwatch.objects.schema.Quantities;
import java.util.Collection;

/** Validates pod-level resources, which the containers of a pod share. */
final class PodResourceRules {
  private PodResourceRules() {}

  /**
   * @param claims the names of the pod's resource claims
   */
  static void check(Field spec, Collection<String> claims) {
    Field resources = spec.at("resources");
    if (resources.absent()) {
      return;
    }
    if (spec.at("os", "name").is("windows")) {
      resources.forbidden("may not be set for a windows pod");
      return;
    }
    ResourceRules.checkPod(resources, claims);
    checkSum(spec, "requests", "");
    checkSum(spec, "limits", "hugepages-");
    spec.at("containers").each(container -> checkLimits(container, resources));
  }

  /**
   * Rejects a pod-level quantity below the sum over the containers, for resources whose names have
   * the prefix.
   */
  private static void checkSum(Field spec, String side, String prefix) {
    spec.at("resources", side)
        .entries()
        .forEach(
            (name, quantity) -> {
              String sum = PodRequests.sum(spec.value(), side, name);
              if (name.startsWith(prefix)
                  && Quantities.decimalValue(sum).compareTo(quantity.quantity()) > 0
                  && !sum.isEmpty()) {
                quantity.invalid(
                    ResourceRules.shown(quantity),
                    "must be greater than or equal to aggregate container %s of %s"
                        .formatted(side, sum));
              }
            });
  }

  private static void checkLimits(Field container, Field resources) {
    container
        .at("resources", "limits")
        .entries()
        .forEach(
            (name, limit) -> {
              Field whole = resources.at("limits", name);
              if (whole.present() && limit.quantity().compareTo(whole.quantity()) > 0) {
                FieldPath place = placeOf(container, resources).key(name).child("limits");
                limit
                    .called(place)
                    .invalid(
                        ResourceRules.shown(limit),
                        "must be less than or equal to pod limits of "
                            + ResourceRules.shown(whole));
              }
            });
  }

  /**
   * Returns the path at which kube-apiserver reports a container: below the pod's {@code
   * resources}.
   */
  private static FieldPath placeOf(Field container, Field resources) {
    String path = container.path().toString();
    String index = path.substring(path.lastIndexOf('[') + 1, path.length() - 1);
    return resources.path().child("containers").index(Integer.parseInt(index));
  }
}
