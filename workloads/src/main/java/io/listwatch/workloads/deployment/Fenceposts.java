package io.listwatch.workloads.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.IntOrPercent;

/**
 * The bounds of a rolling update, as numbers of pods.
 *
 * @param replicas the number of pods that the Deployment wants
 * @param surge how many pods more than that may exist
 * @param unavailable how many pods fewer than that may be available
 */
record Fenceposts(int replicas, int surge, int unavailable) {
  static Fenceposts of(ApiObject deployment) {
    int replicas = deployment.spec().path("replicas").asInt(1);
    JsonNode strategy = deployment.spec().path("strategy");
    if (!strategy.path("type").asText().equals("RollingUpdate")) {
      return new Fenceposts(replicas, 0, 0);
    }
    JsonNode rolling = strategy.path("rollingUpdate");
    return rolling(replicas, rolling.path("maxSurge"), rolling.path("maxUnavailable"));
  }

  /**
   * Resolves percentages. If both bounds round to zero, one pod may be unavailable: otherwise the
   * rollout could not proceed.
   */
  static Fenceposts rolling(int replicas, JsonNode maxSurge, JsonNode maxUnavailable) {
    int surge = IntOrPercent.roundedUp(maxSurge, replicas);
    int unavailable = IntOrPercent.roundedDown(maxUnavailable, replicas);
    int atLeastOne = surge == 0 && unavailable == 0 ? 1 : unavailable;
    return new Fenceposts(replicas, surge, Math.min(atLeastOne, replicas));
  }

  int maxTotal() {
    return replicas + surge;
  }

  int minAvailable() {
    return replicas - unavailable;
  }
}
