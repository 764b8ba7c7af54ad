package io.listwatch.workloads.replicaset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.Counts;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Selectors;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The facts about pods from which the status of a ReplicaSet or ReplicationController follows.
 *
 * @param active the pods that count as replicas
 * @param terminating the number of pods that are being deleted; null for kinds without that field
 * @param failure the message of the last create or delete; null if it did not fail
 */
public record ReplicaStatus(
    List<ApiObject> active, @Nullable Integer terminating, @Nullable String failure) {
  private static final String FAILURE = "ReplicaFailure";

  public ReplicaStatus {
    active = List.copyOf(active);
  }

  /** Returns the status of the set now. */
  public ObjectNode of(ApiObject set, Instant now) {
    ObjectNode status = set.statusCopy();
    Duration minReady = minReady(set);
    LabelSelector template =
        Selectors.ofLabels(ApiObject.strings(set.spec().at("/template/metadata/labels")));
    status.put("replicas", active.size());
    Counts.put(status, "fullyLabeledReplicas", count(pod -> template.matches(pod.labels())));
    Counts.put(status, "readyReplicas", count(Pods::ready));
    Counts.put(status, "availableReplicas", count(pod -> Pods.available(pod, minReady, now)));
    if (terminating != null) {
      status.put("terminatingReplicas", terminating);
    }
    status.put("observedGeneration", set.generation());
    setFailure(status, set, now);
    return status;
  }

  private int count(Predicate<ApiObject> counted) {
    return (int) active.stream().filter(counted).count();
  }

  private void setFailure(ObjectNode status, ApiObject set, Instant now) {
    if (failure == null) {
      Conditions.remove(status, FAILURE);
    } else if (set.condition(FAILURE).isMissingNode()) {
      String reason = active.size() < wanted(set) ? "FailedCreate" : "FailedDelete";
      Conditions.set(status, Conditions.condition(status, FAILURE, "True", reason, failure, now));
    }
  }

  static int wanted(ApiObject set) {
    return set.spec().path("replicas").asInt(1);
  }

  private static Duration minReady(ApiObject set) {
    return Duration.ofSeconds(set.spec().path("minReadySeconds").asInt());
  }

  /** Returns how long it takes until another ready pod counts as available. */
  public Optional<Duration> untilNextAvailable(ApiObject set, Instant now) {
    Duration minReady = minReady(set);
    return active.stream()
        .flatMap(pod -> Pods.availableAt(pod, minReady).stream())
        .filter(at -> at.isAfter(now))
        .min(Instant::compareTo)
        .map(at -> Duration.between(now, at));
  }
}
