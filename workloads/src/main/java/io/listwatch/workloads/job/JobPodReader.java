package io.listwatch.workloads.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Selectors;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the pods of Jobs. */
final class JobPodReader {
  static final String TRACKING_FINALIZER = "batch.kubernetes.io/job-tracking";
  static final String INDEX = "batch.kubernetes.io/job-completion-index";
  static final String INDEX_FAILURES = "batch.kubernetes.io/job-index-failure-count";
  static final String IGNORED_INDEX_FAILURES =
      "batch.kubernetes.io/job-index-ignored-failure-count";

  private JobPodReader() {}

  static JobPod read(ApiObject pod) {
    return new JobPod(
        pod.namespace(),
        pod.name(),
        pod.uid(),
        number(pod, INDEX, -1),
        phase(pod),
        pod.terminating(),
        Pods.ready(pod),
        !Pods.node(pod).isEmpty(),
        tracked(pod),
        restarts(pod),
        exits(pod),
        JobReader.conditions(pod.status().path("conditions")),
        finished(pod),
        number(pod, INDEX_FAILURES, 0),
        number(pod, IGNORED_INDEX_FAILURES, 0));
  }

  static boolean tracked(ApiObject pod) {
    return Selectors.strings(pod.metadata().path("finalizers")).contains(TRACKING_FINALIZER);
  }

  /** Returns the annotation as a number; users may have changed it to anything. */
  private static int number(ApiObject pod, String annotation, int otherwise) {
    try {
      return Math.max(
          otherwise, pod.annotation(annotation).map(Integer::parseInt).orElse(otherwise));
    } catch (NumberFormatException malformed) {
      return otherwise;
    }
  }

  private static PodPhase phase(ApiObject pod) {
    try {
      return PodPhase.valueOf(Pods.phase(pod).toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      return PodPhase.UNKNOWN;
    }
  }

  private static List<JsonNode> containers(ApiObject pod) {
    var statuses = new ArrayList<JsonNode>();
    pod.status().path("containerStatuses").forEach(statuses::add);
    pod.status().path("initContainerStatuses").forEach(statuses::add);
    return statuses;
  }

  private static int restarts(ApiObject pod) {
    return containers(pod).stream().mapToInt(each -> each.path("restartCount").asInt()).sum();
  }

  private static List<JobPod.Exit> exits(ApiObject pod) {
    return containers(pod).stream()
        .filter(each -> each.at("/state/terminated").isObject())
        .map(
            each ->
                new JobPod.Exit(
                    each.path("name").asText(), each.at("/state/terminated/exitCode").asInt()))
        .toList();
  }

  /**
   * Returns when the pod finished: when its last container did, or else when it stopped being
   * ready, was deleted, or was created.
   */
  private static Instant finished(ApiObject pod) {
    return lastContainer(pod)
        .or(() -> notReadySince(pod))
        .or(() -> deleted(pod))
        .orElseGet(pod::created);
  }

  private static Optional<Instant> lastContainer(ApiObject pod) {
    Optional<Instant> last = Optional.empty();
    for (JsonNode container : pod.status().path("containerStatuses")) {
      JsonNode finished = container.at("/state/terminated/finishedAt");
      if (!finished.isTextual()) {
        return Optional.empty();
      }
      Instant time = ApiObject.time(finished);
      last = last.filter(time::isBefore).or(() -> Optional.of(time));
    }
    return last;
  }

  private static Optional<Instant> notReadySince(ApiObject pod) {
    JsonNode ready = pod.condition("Ready");
    return ready.path("status").asText().equals("False")
            && ready.path("lastTransitionTime").isTextual()
        ? Optional.of(ApiObject.time(ready.path("lastTransitionTime")))
        : Optional.empty();
  }

  private static Optional<Instant> deleted(ApiObject pod) {
    if (!pod.terminating()) {
      return Optional.empty();
    }
    long grace = pod.metadata().path("deletionGracePeriodSeconds").asLong();
    return Optional.of(
        ApiObject.time(pod.metadata().path("deletionTimestamp")).minusSeconds(grace));
  }
}
