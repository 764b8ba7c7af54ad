package io.listwatch.server.controllers;

import io.listwatch.model.ResourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The objects that remain in a namespace after all of them were deleted, with kube-apiserver's
 * messages.
 *
 * <p>Not thread-safe: used by a single attempt.
 */
final class NamespaceContent {
  /** Estimated time until finalizers are removed, as in kube-controller-manager. */
  private static final Duration FINALIZER_ESTIMATE = Duration.ofSeconds(15);

  private final Map<String, Integer> objects = new TreeMap<>();
  private final Map<String, Integer> finalizers = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private Duration longestEstimate = Duration.ZERO;

  /**
   * Adds objects that remain.
   *
   * @param grace time that they may still take; zero if they should be gone by now
   */
  void remain(ResourceType type, String namespace, RemainingObjects left, Duration grace) {
    objects.merge(type.plural() + "." + type.group(), left.count(), Integer::sum);
    left.finalizers().forEach((name, count) -> finalizers.merge(name, count, Integer::sum));
    if (!grace.isZero()) {
      wait(grace);
    } else if (!left.finalizers().isEmpty()) {
      wait(FINALIZER_ESTIMATE);
    } else {
      fail(
          "unexpected items still remain in namespace: %s for gvr: %s/%s, Resource=%s"
              .formatted(namespace, type.group(), type.version(), type.plural()));
    }
  }

  private void wait(Duration longer) {
    longestEstimate = longer.compareTo(longestEstimate) > 0 ? longer : longestEstimate;
  }

  /** Adds the failure of a deletion. */
  void fail(String why) {
    failures.add(why);
  }

  boolean isGone() {
    return objects.isEmpty() && failures.isEmpty();
  }

  boolean hasFailed() {
    return !failures.isEmpty();
  }

  boolean hasFinalizers() {
    return !finalizers.isEmpty();
  }

  boolean hasObjects() {
    return !objects.isEmpty();
  }

  /**
   * Returns the time until the next attempt if nothing changes: half of the longest estimate plus a
   * second.
   */
  Duration retryDelay() {
    return longestEstimate.dividedBy(2).plusSeconds(1);
  }

  String failures() {
    return "Failed to delete all resource types, %d remaining: %s"
        .formatted(failures.size(), String.join(", ", failures));
  }

  String objects() {
    return objects.entrySet().stream()
        .map(each -> each.getKey() + " has " + each.getValue() + " resource instances")
        .collect(Collectors.joining(", ", "Some resources are remaining: ", ""));
  }

  String finalizers() {
    return finalizers.entrySet().stream()
        .map(each -> each.getKey() + " in " + each.getValue() + " resource instances")
        .collect(
            Collectors.joining(
                ", ", "Some content in the namespace has finalizers remaining: ", ""));
  }
}
