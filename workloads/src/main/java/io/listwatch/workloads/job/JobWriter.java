package io.listwatch.workloads.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Counts;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Writes the status of Jobs. */
final class JobWriter {
  private JobWriter() {}

  /** Returns the status as JSON. Conditions of other types in the Job's status stay. */
  static ObjectNode status(ApiObject job, JobStatus status) {
    ObjectNode json = job.json().objectNode();
    conditions(json, job.status().path("conditions"), status);
    time(json, "startTime", status.startTime());
    time(json, "completionTime", status.completionTime());
    Counts.put(json, "active", status.active());
    Counts.put(json, "succeeded", status.succeeded());
    Counts.put(json, "failed", status.failed());
    json.put("terminating", status.terminating());
    if (!status.completedIndexes().isEmpty()) {
      json.put("completedIndexes", status.completedIndexes().toString());
    }
    if (status.failedIndexes() != null) {
      json.put("failedIndexes", status.failedIndexes().toString());
    }
    ObjectNode uncounted = json.putObject("uncountedTerminatedPods");
    uids(uncounted, "succeeded", status.uncountedSucceeded());
    uids(uncounted, "failed", status.uncountedFailed());
    json.put("ready", status.ready());
    return json;
  }

  private static void conditions(ObjectNode json, JsonNode before, JobStatus status) {
    ArrayNode conditions = json.arrayNode();
    for (JsonNode each : before) {
      if (JobCondition.Type.parse(each.path("type").asText()).isEmpty()) {
        conditions.add(each);
      }
    }
    status.conditions().forEach(each -> conditions.add(condition(json, each)));
    if (!conditions.isEmpty()) {
      json.set("conditions", conditions);
    }
  }

  private static ObjectNode condition(ObjectNode factory, JobCondition condition) {
    String since = ApiObject.timestamp(condition.since());
    return factory
        .objectNode()
        .put("type", condition.type().toString())
        .put("status", condition.status() ? "True" : "False")
        .put("lastProbeTime", since)
        .put("lastTransitionTime", since)
        .put("reason", condition.reason())
        .put("message", condition.message());
  }

  private static void time(ObjectNode json, String field, @Nullable Instant time) {
    if (time != null) {
      json.put(field, ApiObject.timestamp(time));
    }
  }

  private static void uids(ObjectNode json, String field, Collection<String> uids) {
    if (!uids.isEmpty()) {
      ArrayNode list = json.putArray(field);
      uids.forEach(list::add);
    }
  }
}
