package io.listwatch.workloads.statefulset;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.IntOrPercent;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Selectors;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** Reads StatefulSets and their pods. */
final class StatefulSetReader {
  private StatefulSetReader() {}

  static StatefulSetState state(ApiObject set, String currentRevision, String updateRevision) {
    JsonNode spec = set.spec();
    JsonNode rolling = spec.at("/updateStrategy/rollingUpdate");
    int replicas = spec.path("replicas").asInt(1);
    JsonNode maxUnavailable = rolling.path("maxUnavailable");
    return new StatefulSetState(
        replicas,
        spec.at("/ordinals/start").asInt(),
        spec.path("podManagementPolicy").asText().equals("Parallel"),
        spec.at("/updateStrategy/type").asText().equals("OnDelete"),
        rolling.path("partition").asInt(),
        Math.max(1, IntOrPercent.roundedDown(maxUnavailable, replicas)),
        currentRevision,
        updateRevision,
        set.terminating());
  }

  static LabelSelector selector(ApiObject set) {
    return Selectors.of(set.spec().path("selector"));
  }

  static ClaimRetention retention(ApiObject set) {
    JsonNode policy = set.spec().path("persistentVolumeClaimRetentionPolicy");
    return new ClaimRetention(
        policy.path("whenScaled").asText().equals("Delete"),
        policy.path("whenDeleted").asText().equals("Delete"));
  }

  static Duration minReady(ApiObject set) {
    return Duration.ofSeconds(set.spec().path("minReadySeconds").asLong());
  }

  /** Returns the pods that have an ordinal, lowest first. */
  static List<StatefulPod> pods(ApiObject set, List<ApiObject> pods, Instant now) {
    return pods.stream()
        .map(pod -> pod(set, pod, now))
        .filter(pod -> pod.ordinal() >= 0)
        .sorted(Comparator.comparingInt(StatefulPod::ordinal))
        .toList();
  }

  private static StatefulPod pod(ApiObject set, ApiObject pod, Instant now) {
    return new StatefulPod(
        pod.name(),
        StatefulPod.parseOrdinal(set.name(), pod.name()),
        pod.labelMap().getOrDefault(StatefulPodTemplate.REVISION, ""),
        Pods.finished(pod),
        Pods.phase(pod).equals("Running") && Pods.ready(pod),
        Pods.available(pod, minReady(set), now),
        pod.terminating());
  }
}
