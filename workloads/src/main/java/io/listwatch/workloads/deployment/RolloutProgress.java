package io.listwatch.workloads.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The condition Progressing of a Deployment: whether its rollout moves, is done or is stuck. */
final class RolloutProgress {
  static final String TIMED_OUT = "ProgressDeadlineExceeded";
  private static final String DONE = "NewReplicaSetAvailable";
  private static final int NO_DEADLINE = Integer.MAX_VALUE;

  private RolloutProgress() {}

  /** True if the Deployment has a progress deadline; the largest number means none. */
  static boolean hasDeadline(ApiObject deployment) {
    JsonNode seconds = deployment.spec().path("progressDeadlineSeconds");
    return seconds.isNumber() && seconds.asInt() != NO_DEADLINE;
  }

  /** True if all pods are of the new template and available, and no old pod is left. */
  static boolean complete(ApiObject deployment, JsonNode status) {
    int wanted = deployment.spec().path("replicas").asInt(1);
    return status.path("updatedReplicas").asInt() == wanted
        && status.path("replicas").asInt() == wanted
        && status.path("availableReplicas").asInt() == wanted
        && status.path("observedGeneration").asLong() >= deployment.generation();
  }

  /**
   * Sets the condition in a new status.
   *
   * @param deployment with the status as it was
   */
  static void update(
      ObjectNode status, ApiObject deployment, @Nullable ApiObject newSet, Instant now) {
    if (!hasDeadline(deployment)) {
      Conditions.remove(status, DeploymentStatus.PROGRESSING);
      return;
    }
    JsonNode current = deployment.condition(DeploymentStatus.PROGRESSING);
    String subject =
        newSet == null
            ? "Deployment \"%s\"".formatted(deployment.name())
            : "ReplicaSet \"%s\"".formatted(newSet.name());
    boolean wasComplete =
        status.path("replicas").asInt() == status.path("updatedReplicas").asInt()
            && current.path("reason").asText().equals(DONE);
    if (wasComplete) {
      return;
    }
    if (complete(deployment, status)) {
      Conditions.set(
          status,
          progressing(status, "True", DONE, subject + " has successfully progressed.", now));
    } else if (moved(deployment.status(), status)) {
      // The update time starts the deadline anew, even if nothing else of the condition changes.
      ObjectNode moving =
          progressing(status, "True", "ReplicaSetUpdated", subject + " is progressing.", now);
      if (current.path("status").asText().equals("True")) {
        moving.set("lastTransitionTime", current.path("lastTransitionTime"));
      }
      Conditions.replace(status, moving);
    } else if (timedOut(deployment, current, now)) {
      Conditions.set(
          status,
          progressing(status, "False", TIMED_OUT, subject + " has timed out progressing.", now));
    }
  }

  static ObjectNode progressing(
      ObjectNode status, String value, String reason, String message, Instant now) {
    return DeploymentStatus.condition(
        status, DeploymentStatus.PROGRESSING, value, reason, message, now);
  }

  private static boolean moved(JsonNode before, JsonNode after) {
    return grew(before, after, "updatedReplicas")
        || grew(before, after, "readyReplicas")
        || grew(before, after, "availableReplicas")
        || oldReplicas(after) < oldReplicas(before);
  }

  private static boolean grew(JsonNode before, JsonNode after, String field) {
    return after.path(field).asInt() > before.path(field).asInt();
  }

  private static int oldReplicas(JsonNode status) {
    return status.path("replicas").asInt() - status.path("updatedReplicas").asInt();
  }

  private static boolean timedOut(ApiObject deployment, JsonNode current, Instant now) {
    String reason = current.path("reason").asText();
    if (current.isMissingNode() || reason.equals(DONE)) {
      return false;
    }
    return reason.equals(TIMED_OUT) || deadline(deployment, current).isBefore(now);
  }

  private static Instant deadline(ApiObject deployment, JsonNode current) {
    return ApiObject.time(current.path("lastUpdateTime"))
        .plusSeconds(deployment.spec().path("progressDeadlineSeconds").asInt());
  }

  /**
   * Returns when to check whether the rollout is stuck; empty if the rollout is complete, or
   * already known to be stuck.
   */
  static Optional<Duration> nextCheck(ApiObject deployment, Instant now) {
    JsonNode current = deployment.condition(DeploymentStatus.PROGRESSING);
    boolean settled =
        !hasDeadline(deployment)
            || current.isMissingNode()
            || complete(deployment, deployment.status())
            || current.path("reason").asText().equals(TIMED_OUT);
    if (settled) {
      return Optional.empty();
    }
    // Timestamps have whole seconds, so a second more makes sure that the deadline has passed.
    Duration left = Duration.between(now, deadline(deployment, current).plusSeconds(1));
    return Optional.of(left.isNegative() || left.isZero() ? Duration.ofSeconds(1) : left);
  }
}
