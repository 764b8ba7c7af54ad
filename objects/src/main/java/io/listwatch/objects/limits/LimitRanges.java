package io.listwatch.objects.limits;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Applies a LimitRange to pods and PersistentVolumeClaims. */
public final class LimitRanges {
  private static final String ANNOTATION = "kubernetes.io/limit-ranger";
  private static final String CONTAINER = "Container";
  private static final String POD = "Pod";
  private static final String CLAIM = "PersistentVolumeClaim";

  private LimitRanges() {}

  /**
   * Fills in the default requests and limits of all containers, and records that in an annotation.
   */
  public static void setDefaults(JsonValue limitRange, JsonObject pod) {
    var requests = new TreeMap<String, JsonValue>();
    var limits = new TreeMap<String, JsonValue>();
    for (JsonValue limit : limitRange.path("spec").path("limits")) {
      if (limit.path("type").asText().equals(CONTAINER)) {
        limit
            .path("defaultRequest")
            .properties()
            .forEach(e -> requests.put(e.getKey(), e.getValue()));
        limit.path("default").properties().forEach(e -> limits.put(e.getKey(), e.getValue()));
      }
    }
    if (requests.isEmpty() && limits.isEmpty()) {
      return;
    }
    var told = new ArrayList<String>();
    for (JsonValue each : pod.path("spec").path("containers")) {
      fill((JsonObject) each, requests, limits, "container", told);
    }
    for (JsonValue each : pod.path("spec").path("initContainers")) {
      fill((JsonObject) each, requests, limits, "init container", told);
    }
    if (!told.isEmpty()) {
      Metadata.of(pod)
          .node()
          .withObject("annotations")
          .put(ANNOTATION, "LimitRanger plugin set: " + String.join("; ", told));
    }
  }

  private static void fill(
      JsonObject container,
      Map<String, JsonValue> requests,
      Map<String, JsonValue> limits,
      String kind,
      List<String> told) {
    fill(container, "requests", requests, " request for " + kind, told);
    fill(container, "limits", limits, " limit for " + kind, told);
  }

  private static void fill(
      JsonObject container,
      String side,
      Map<String, JsonValue> defaults,
      String what,
      List<String> told) {
    JsonValue given = container.path("resources").path(side);
    if (defaults.keySet().stream().allMatch(given::has)) {
      return;
    }
    List<String> set = defaults.keySet().stream().filter(name -> !given.has(name)).toList();
    JsonObject resources = container.withObject("resources").withObject(side);
    set.forEach(name -> resources.set(name, defaults.get(name)));
    told.add(String.join(", ", set) + what + " " + container.path("name").asText());
  }

  /**
   * Returns why a pod or claim is out of bounds; empty if it is not.
   *
   * @param plural {@code pods} or {@code persistentvolumeclaims}
   */
  public static String violation(JsonValue limitRange, String plural, JsonValue object) {
    Set<String> found = new LinkedHashSet<>();
    boolean isPod = plural.equals("pods");
    for (JsonValue limit : limitRange.path("spec").path("limits")) {
      String type = limit.path("type").asText();
      if (isPod && type.equals(CONTAINER)) {
        checkContainers(limit, object.path("spec"), found);
      } else if (isPod && type.equals(POD)) {
        new LimitCheck(limit, found)
            .check(
                PodResources.total(object.path("spec"), "requests"),
                PodResources.total(object.path("spec"), "limits"));
      } else if (!isPod && type.equals(CLAIM)) {
        new LimitCheck(limit, found)
            .checkRequests(object.path("spec").path("resources").path("requests"));
      }
    }
    String all = String.join(", ", found);
    return found.size() > 1 ? "[" + all + "]" : all;
  }

  private static void checkContainers(JsonValue limit, JsonValue spec, Set<String> found) {
    var check = new LimitCheck(limit, found);
    for (String list : List.of("containers", "initContainers")) {
      for (JsonValue each : spec.path(list)) {
        JsonValue resources = each.path("resources");
        check.check(resources.path("requests"), resources.path("limits"));
      }
    }
  }
}
