package io.listwatch.server.registry.admission;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.podsecurity.PodSecurityStandard;
import io.listwatch.objects.podsecurity.PodSecurityViolations;
import io.listwatch.selector.Quotation;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the existing pods of a namespace that violate its new standard. Checks at most {@value
 * #MAX_PODS} pods and takes at most a second: one pod of each controller first.
 */
final class ExistingPods {
  static final int MAX_PODS = 3000;
  private static final Duration MAX_TIME = Duration.ofSeconds(1);

  private final Timers timers;
  private final Set<String> exemptRuntimes;

  ExistingPods(Timers timers, Set<String> exemptRuntimes) {
    this.timers = timers;
    this.exemptRuntimes = exemptRuntimes;
  }

  List<String> warnings(String namespace, List<Resource> all, PodSecurityStandard standard) {
    long end = timers.nanoTime() + MAX_TIME.toNanos();
    List<JsonValue> pods = prioritized(all);
    Map<String, SortedSet<String>> names = new TreeMap<>();
    int checked = 0;
    for (JsonValue pod : pods.subList(0, Math.min(pods.size(), MAX_PODS))) {
      checked++;
      PodSecurityViolations found = standard.evaluate(pod.path("metadata"), pod.path("spec"));
      if (!found.isEmpty()) {
        names
            .computeIfAbsent(found.reasons(), none -> new TreeSet<>())
            .add(pod.path("metadata").path("name").asText());
      }
      if (timers.nanoTime() - end > 0) {
        break;
      }
    }
    return told(namespace, standard, names, checked, pods.size());
  }

  private static List<String> told(
      String namespace,
      PodSecurityStandard standard,
      Map<String, SortedSet<String>> names,
      int checked,
      int total) {
    var warnings = new ArrayList<String>();
    if (checked < total) {
      warnings.add(
          "new PodSecurity enforce level only checked against the first %d of %d existing pods"
              .formatted(checked, total));
    }
    if (!names.isEmpty()) {
      warnings.add(
          "existing pods in namespace %s violate the new PodSecurity enforce level %s"
              .formatted(Quotation.of(namespace), Quotation.of(standard.toString())));
    }
    var ofPods = new TreeSet<String>();
    names.forEach((reasons, pods) -> ofPods.add(first(pods) + ": " + reasons));
    warnings.addAll(ofPods);
    return warnings;
  }

  private static String first(SortedSet<String> pods) {
    int others = pods.size() - 1;
    return switch (others) {
      case 0 -> pods.first();
      case 1 -> pods.first() + " (and 1 other pod)";
      default -> pods.first() + " (and " + others + " other pods)";
    };
  }

  /** Returns one pod of each controller first, then the others. */
  private List<JsonValue> prioritized(List<Resource> all) {
    var first = new ArrayList<JsonValue>();
    var others = new ArrayList<JsonValue>();
    var controllers = new HashSet<String>();
    for (Resource each : all) {
      JsonValue pod = JsonTrees.read(each.toByteArray());
      if (exemptRuntimes.contains(pod.path("spec").path("runtimeClassName").asText())) {
        continue;
      }
      String controller = controller(pod);
      (controller.isEmpty() || controllers.add(controller) ? first : others).add(pod);
    }
    first.addAll(others);
    return first;
  }

  private static String controller(JsonValue pod) {
    for (JsonValue each : pod.path("metadata").path("ownerReferences")) {
      if (each.path("controller").asBoolean()) {
        return each.path("uid").asText();
      }
    }
    return "";
  }
}
