package io.listwatch.workloads.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a scale target, grouped by how their metrics count.
 *
 * @param ready the number of pods that count in full
 * @param unready pods that are starting, whose usage does not count yet
 * @param missing pods that run without metrics
 * @param usage the usage of ready pods
 */
record PodGroups(int ready, Set<String> unready, Set<String> missing, Map<String, PodUsage> usage) {
  /** The time after a pod's start during which its CPU usage may be that of its initialization. */
  private static final Duration INITIALIZATION = Duration.ofMinutes(5);

  /** A pod that last changed its readiness within this time of its start has never been ready. */
  private static final Duration FIRST_READINESS = Duration.ofSeconds(30);

  PodGroups {
    unready = Set.copyOf(unready);
    missing = Set.copyOf(missing);
    usage = Map.copyOf(usage);
  }

  static PodGroups of(
      List<ApiObject> pods, Map<String, PodUsage> metrics, String resource, Instant now) {
    int ready = 0;
    var unready = new TreeSet<String>();
    var missing = new TreeSet<String>();
    var usage = new HashMap<>(metrics);
    for (ApiObject pod : pods) {
      PodUsage metric = metrics.get(pod.name());
      if (pod.terminating() || Pods.phase(pod).equals("Failed")) {
        usage.remove(pod.name());
      } else if (Pods.phase(pod).equals("Pending")
          || (metric != null && resource.equals("cpu") && starting(pod, metric, now))) {
        unready.add(pod.name());
        usage.remove(pod.name());
      } else if (metric == null) {
        missing.add(pod.name());
      } else {
        ready++;
      }
    }
    return new PodGroups(ready, unready, missing, usage);
  }

  private static boolean starting(ApiObject pod, PodUsage metric, Instant now) {
    JsonNode condition = pod.condition("Ready");
    @Nullable JsonNode start = pod.status().get("startTime");
    if (condition.isMissingNode() || start == null) {
      return true;
    }
    Instant started = ApiObject.time(start);
    Instant changed = ApiObject.time(condition.path("lastTransitionTime"));
    boolean no = condition.path("status").asText().equals("False");
    return started.plus(INITIALIZATION).isAfter(now)
        ? no || metric.measured().isBefore(changed.plus(metric.window()))
        : no && started.plus(FIRST_READINESS).isAfter(changed);
  }
}
