package io.listwatch.workloads.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.control.PodTemplates;
import io.listwatch.workloads.object.ApiObject;

/** Makes the pods of Jobs: the template with the tracking finalizer and the completion index. */
final class JobPodTemplate {
  /** The server appends five characters to a generated name, which has at most 63. */
  private static final int MAX_PREFIX = 58;

  private JobPodTemplate() {}

  /**
   * Returns a pod to create.
   *
   * @param index the completion index, or -1 for a NonIndexed Job
   */
  static ApiObject pod(ResourceType type, ApiObject job, JobProgress progress, int index) {
    return PodTemplates.pod(type, job, job.spec().path("template"))
        .edited(
            pod -> {
              ObjectNode metadata = pod.withObject("/metadata");
              track(metadata.withArray("/finalizers"));
              if (index >= 0) {
                number(pod, metadata, job.name(), index);
                failures(metadata, progress, index);
              }
            });
  }

  private static void track(ArrayNode finalizers) {
    for (JsonNode finalizer : finalizers) {
      if (finalizer.asText().equals(JobPodReader.TRACKING_FINALIZER)) {
        return;
      }
    }
    finalizers.add(JobPodReader.TRACKING_FINALIZER);
  }

  private static void number(ObjectNode pod, ObjectNode metadata, String job, int index) {
    metadata.withObject("/annotations").put(JobPodReader.INDEX, String.valueOf(index));
    metadata.withObject("/labels").put(JobPodReader.INDEX, String.valueOf(index));
    metadata.put("generateName", prefix(job, index));
    ObjectNode spec = pod.withObject("/spec");
    spec.put("hostname", job + "-" + index);
    spec.path("initContainers").forEach(JobPodTemplate::environment);
    spec.path("containers").forEach(JobPodTemplate::environment);
  }

  private static String prefix(String job, int index) {
    String suffix = "-" + index + "-";
    int length = Math.min(job.length(), MAX_PREFIX - suffix.length());
    return job.substring(0, length) + suffix;
  }

  private static void environment(JsonNode container) {
    ArrayNode variables = ((ObjectNode) container).withArray("/env");
    for (JsonNode variable : variables) {
      if (variable.path("name").asText().equals("JOB_COMPLETION_INDEX")) {
        return;
      }
    }
    variables
        .addObject()
        .put("name", "JOB_COMPLETION_INDEX")
        .putObject("valueFrom")
        .putObject("fieldRef")
        .put("fieldPath", "metadata.labels['" + JobPodReader.INDEX + "']");
  }

  /** Carries the failure counts of the index over from the pod that this one replaces. */
  private static void failures(ObjectNode metadata, JobProgress progress, int index) {
    if (progress.failedIndexes == null) {
      return;
    }
    JobPod replaced = progress.awaitingReplacement.get(index);
    int failures = 0;
    int ignored = 0;
    if (replaced != null) {
      boolean counted = progress.spec.failurePolicy().match(replaced).counted();
      failures = replaced.indexFailures() + (counted ? 1 : 0);
      ignored = replaced.ignoredIndexFailures() + (counted ? 0 : 1);
    }
    ObjectNode annotations = metadata.withObject("/annotations");
    annotations.put(JobPodReader.INDEX_FAILURES, String.valueOf(failures));
    if (ignored > 0) {
      annotations.put(JobPodReader.IGNORED_INDEX_FAILURES, String.valueOf(ignored));
    }
  }
}
