package io.listwatch.objects.limits;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A LimitRange, prepared for many pods and PersistentVolumeClaims. Immutable. */
public final class LimitRange {
  private static final String ANNOTATION = "kubernetes.io/limit-ranger";
  private static final String CONTAINER = "Container";

  /** The default requests of containers. */
  private final SortedMap<String, JsonValue> requests = new TreeMap<>();

  /** The default limits of containers. */
  private final SortedMap<String, JsonValue> limits = new TreeMap<>();

  /** One check for each item of the LimitRange. */
  private final List<LimitCheck> checks = new ArrayList<>();

  private LimitRange(JsonValue items) {
    for (JsonValue each : items) {
      var check = new LimitCheck(each);
      checks.add(check);
      if (check.type().equals(CONTAINER)) {
        addAll(each.path("defaultRequest"), requests);
        addAll(each.path("default"), limits);
      }
    }
  }

  private static void addAll(JsonValue from, Map<String, JsonValue> into) {
    from.properties().forEach(each -> into.put(each.getKey(), each.getValue()));
  }

  /** Reads a LimitRange. */
  public static LimitRange of(JsonValue object) {
    return new LimitRange(object.path("spec").path("limits"));
  }

  /**
   * Fills in the default requests and limits of all containers, and records that in an annotation.
   */
  public void setDefaults(JsonObject pod) {
    if (requests.isEmpty() && limits.isEmpty()) {
      return;
    }
    var told = new ArrayList<String>();
    for (JsonValue each : pod.path("spec").path("containers")) {
      fill((JsonObject) each, "container", told);
    }
    for (JsonValue each : pod.path("spec").path("initContainers")) {
      fill((JsonObject) each, "init container", told);
    }
    if (!told.isEmpty()) {
      Metadata.of(pod)
          .node()
          .withObject("annotations")
          .put(ANNOTATION, "LimitRanger plugin set: " + String.join("; ", told));
    }
  }

  private void fill(JsonObject container, String kind, List<String> told) {
    fill(container, "requests", requests, "request for", kind, told);
    fill(container, "limits", limits, "limit for", kind, told);
  }

  private static void fill(
      JsonObject container,
      String side,
      Map<String, JsonValue> defaults,
      String what,
      String kind,
      List<String> told) {
    JsonValue given = container.path("resources").path(side);
    if (hasAll(given, defaults)) {
      return;
    }
    List<String> set = defaults.keySet().stream().filter(name -> !given.has(name)).toList();
    JsonObject resources = container.withObject("resources").withObject(side);
    set.forEach(name -> resources.set(name, defaults.get(name)));
    told.add(
        "%s %s %s %s"
            .formatted(String.join(", ", set), what, kind, container.path("name").asText()));
  }

  private static boolean hasAll(JsonValue given, Map<String, JsonValue> defaults) {
    for (String each : defaults.keySet()) {
      if (!given.has(each)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns why a pod or claim is out of bounds; empty if it is not.
   *
   * @param plural {@code pods} or {@code persistentvolumeclaims}
   */
  public String violation(String plural, JsonValue object) {
    JsonValue spec = object.path("spec");
    Set<String> found = new LinkedHashSet<>();
    for (LimitCheck each : checks) {
      if (plural.equals("pods")) {
        checkPod(each, spec, found);
      } else if (each.type().equals("PersistentVolumeClaim")) {
        each.checkRequests(spec.path("resources").path("requests"), found);
      }
    }
    String all = String.join(", ", found);
    return found.size() > 1 ? "[" + all + "]" : all;
  }

  private static void checkPod(LimitCheck check, JsonValue spec, Set<String> found) {
    if (check.type().equals(CONTAINER)) {
      checkContainers(check, spec.path("containers"), found);
      checkContainers(check, spec.path("initContainers"), found);
    } else if (check.type().equals("Pod")) {
      check.check(PodResources.total(spec, "requests"), PodResources.total(spec, "limits"), found);
    }
  }

  private static void checkContainers(LimitCheck check, JsonValue containers, Set<String> found) {
    for (JsonValue each : containers) {
      JsonValue resources = each.path("resources");
      check.check(resources.path("requests"), resources.path("limits"), found);
    }
  }
}
