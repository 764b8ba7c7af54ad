package io.listwatch.workloads.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Facts about a pod that several controllers use. */
public final class Pods {
  private Pods() {}

  public static String phase(ApiObject pod) {
    return pod.status().path("phase").asText("Pending");
  }

  /** Returns the node's name; empty if the pod is not scheduled. */
  public static String node(ApiObject pod) {
    return pod.spec().path("nodeName").asText();
  }

  /** True if all containers have ended for good. */
  public static boolean finished(ApiObject pod) {
    String phase = phase(pod);
    return phase.equals("Succeeded") || phase.equals("Failed");
  }

  /** True if the pod counts as a replica: neither finished nor being deleted. */
  public static boolean active(ApiObject pod) {
    return !finished(pod) && !pod.terminating();
  }

  public static boolean ready(ApiObject pod) {
    return Conditions.isTrue(pod.status().path("conditions"), "Ready");
  }

  /** True if the pod has been ready for {@code minReady}. */
  public static boolean available(ApiObject pod, Duration minReady, Instant now) {
    return availableAt(pod, minReady).filter(since -> !since.isAfter(now)).isPresent();
  }

  /**
   * Returns the time at which a ready pod becomes or became available; empty if the pod is not
   * ready.
   */
  public static Optional<Instant> availableAt(ApiObject pod, Duration minReady) {
    if (!ready(pod)) {
      return Optional.empty();
    }
    JsonNode since = pod.condition("Ready").path("lastTransitionTime");
    if (minReady.isZero()) {
      return Optional.of(Instant.EPOCH);
    }
    return since.isTextual() ? Optional.of(ApiObject.time(since).plus(minReady)) : Optional.empty();
  }

  /** Returns the restarts of the container that was restarted most often. */
  public static int restarts(ApiObject pod) {
    int most = 0;
    for (JsonNode container : pod.status().path("containerStatuses")) {
      most = Math.max(most, container.path("restartCount").asInt());
    }
    return most;
  }
}
