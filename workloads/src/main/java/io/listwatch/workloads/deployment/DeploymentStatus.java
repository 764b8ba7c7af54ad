package io.listwatch.workloads.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.Counts;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes the status of a Deployment from its ReplicaSets. */
final class DeploymentStatus {
  static final String AVAILABLE = "Available";
  static final String PROGRESSING = "Progressing";
  static final String REPLICA_FAILURE = "ReplicaFailure";

  private DeploymentStatus() {}

  /** Returns the counts and the condition Available; other conditions stay as they are. */
  static ObjectNode of(
      ApiObject deployment, @Nullable ApiObject newSet, Collection<ApiObject> sets, Instant now) {
    Fenceposts posts = Fenceposts.of(deployment);
    ObjectNode status = deployment.statusCopy();
    int available = sum(sets, "availableReplicas");
    int wanted = sets.stream().mapToInt(SetSize::sizeOf).sum();
    status.put("observedGeneration", deployment.generation());
    Counts.put(status, "replicas", sum(sets, "replicas"));
    Counts.put(status, "updatedReplicas", newSet == null ? 0 : sum(List.of(newSet), "replicas"));
    Counts.put(status, "readyReplicas", sum(sets, "readyReplicas"));
    Counts.put(status, "availableReplicas", available);
    Counts.put(status, "unavailableReplicas", Math.max(0, wanted - available));
    putTerminating(status, sets);
    setAvailable(status, available >= posts.minAvailable(), now);
    return status;
  }

  private static int sum(Collection<ApiObject> sets, String field) {
    return sets.stream().mapToInt(set -> set.status().path(field).asInt()).sum();
  }

  /** Sets {@code terminatingReplicas}, unless a set has not reported its number. */
  private static void putTerminating(ObjectNode status, Collection<ApiObject> sets) {
    boolean known =
        sets.stream()
            .map(ApiObject::status)
            .allMatch(each -> each.has("terminatingReplicas") || !each.has("observedGeneration"));
    if (known) {
      status.put("terminatingReplicas", sum(sets, "terminatingReplicas"));
    } else {
      status.remove("terminatingReplicas");
    }
  }

  private static void setAvailable(ObjectNode status, boolean enough, Instant now) {
    Conditions.set(
        status,
        enough
            ? condition(
                status,
                AVAILABLE,
                "True",
                "MinimumReplicasAvailable",
                "Deployment has minimum availability.",
                now)
            : condition(
                status,
                AVAILABLE,
                "False",
                "MinimumReplicasUnavailable",
                "Deployment does not have minimum availability.",
                now));
  }

  /** Returns a condition of a Deployment, which also has {@code lastUpdateTime}. */
  static ObjectNode condition(
      ObjectNode status, String type, String value, String reason, String message, Instant now) {
    return Conditions.condition(status, type, value, reason, message, now)
        .put("lastUpdateTime", ApiObject.timestamp(now));
  }

  /**
   * Copies the condition ReplicaFailure from the new set, or else from any other; removes it if no
   * set has it.
   */
  static void setReplicaFailure(
      ObjectNode status, @Nullable ApiObject newSet, Collection<ApiObject> sets) {
    JsonNode failure =
        newSet == null || newSet.condition(REPLICA_FAILURE).isMissingNode()
            ? firstFailure(sets)
            : newSet.condition(REPLICA_FAILURE);
    if (failure == null) {
      Conditions.remove(status, REPLICA_FAILURE);
    } else {
      ObjectNode copy = failure.deepCopy();
      copy.set("lastUpdateTime", failure.path("lastTransitionTime"));
      Conditions.set(status, copy);
    }
  }

  private static @Nullable JsonNode firstFailure(Collection<ApiObject> sets) {
    return sets.stream()
        .map(set -> set.condition(REPLICA_FAILURE))
        .filter(condition -> !condition.isMissingNode())
        .findFirst()
        .orElse(null);
  }
}
