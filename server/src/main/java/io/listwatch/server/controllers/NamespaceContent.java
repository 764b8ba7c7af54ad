package io.listwatch.server.controllers;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is left in a namespace after everything in it was asked to go, in the reference's words.
 *
 * <p>Not thread-safe: one attempt's own.
 */
final class NamespaceContent {
  /** By when whoever owns a finalizer is expected to have looked. */
  private static final Duration FINALIZER_PATIENCE = Duration.ofSeconds(15);

  private final Map<String, Integer> objects = new TreeMap<>();
  private final Map<String, Integer> finalizers = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private Duration patience = Duration.ZERO;

  /**
   * Some objects are still there.
   *
   * @param grace how long they may still take; zero if they should be gone
   */
  void remain(ResourceType type, String namespace, List<Resource> left, Duration grace) {
    objects.merge(type.plural() + "." + type.group(), left.size(), Integer::sum);
    List<String> held = left.stream().flatMap(each -> each.finalizers().stream()).toList();
    held.forEach(each -> finalizers.merge(each, 1, Integer::sum));
    if (!grace.isZero()) {
      wait(grace);
    } else if (!held.isEmpty()) {
      wait(FINALIZER_PATIENCE);
    } else {
      fail(
          "unexpected items still remain in namespace: %s for gvr: %s/%s, Resource=%s"
              .formatted(namespace, type.group(), type.version(), type.plural()));
    }
  }

  private void wait(Duration longer) {
    patience = longer.compareTo(patience) > 0 ? longer : patience;
  }

  /** Some objects could not even be asked to go. */
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

  /** When to look again if nothing happens. */
  Duration patience() {
    return patience.dividedBy(2).plusSeconds(1);
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
