package io.listwatch.workloads.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Selectors;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the spec and status of Jobs. */
final class JobReader {
  private JobReader() {}

  static JobSpec spec(ApiObject job) {
    JsonNode spec = job.spec();
    Integer completions = integer(spec.path("completions"));
    return new JobSpec(
        spec.path("parallelism").asInt(1),
        completions,
        spec.path("completionMode").asText().equals("Indexed"),
        spec.path("backoffLimit").asInt(Integer.MAX_VALUE),
        integer(spec.path("backoffLimitPerIndex")),
        integer(spec.path("maxFailedIndexes")),
        spec.path("suspend").asBoolean(),
        seconds(spec.path("activeDeadlineSeconds")),
        spec.path("podReplacementPolicy").asText().equals("Failed"),
        spec.at("/template/spec/restartPolicy").asText().equals("OnFailure"),
        failurePolicy(spec.at("/podFailurePolicy/rules")),
        successPolicy(spec.at("/successPolicy/rules"), completions == null ? 0 : completions));
  }

  private static @Nullable Integer integer(JsonNode value) {
    return value.isNumber() ? value.asInt() : null;
  }

  private static @Nullable Duration seconds(JsonNode value) {
    return value.isNumber() ? Duration.ofSeconds(value.asLong()) : null;
  }

  private static PodFailurePolicy failurePolicy(JsonNode rules) {
    var read = new ArrayList<PodFailurePolicy.Rule>();
    for (JsonNode rule : rules) {
      read.add(
          new PodFailurePolicy.Rule(
              action(rule.path("action").asText()),
              exitCodes(rule.path("onExitCodes")),
              conditions(rule.path("onPodConditions"))));
    }
    return new PodFailurePolicy(read);
  }

  private static PodFailurePolicy.Action action(String text) {
    return switch (text) {
      case "Ignore" -> PodFailurePolicy.Action.IGNORE;
      case "FailIndex" -> PodFailurePolicy.Action.FAIL_INDEX;
      case "FailJob" -> PodFailurePolicy.Action.FAIL_JOB;
      default -> PodFailurePolicy.Action.COUNT;
    };
  }

  private static PodFailurePolicy.@Nullable ExitCodes exitCodes(JsonNode requirement) {
    if (!requirement.isObject()) {
      return null;
    }
    var values = new ArrayList<Integer>();
    requirement.path("values").forEach(value -> values.add(value.asInt()));
    JsonNode container = requirement.path("containerName");
    return new PodFailurePolicy.ExitCodes(
        container.isTextual() ? container.asText() : null,
        requirement.path("operator").asText().equals("In"),
        values);
  }

  /** Reads pod conditions, and patterns of them. */
  static List<JobPod.Condition> conditions(JsonNode conditions) {
    var read = new ArrayList<JobPod.Condition>();
    conditions.forEach(
        each ->
            read.add(
                new JobPod.Condition(each.path("type").asText(), each.path("status").asText())));
    return read;
  }

  private static SuccessPolicy successPolicy(JsonNode rules, int completions) {
    var read = new ArrayList<SuccessPolicy.Rule>();
    for (JsonNode rule : rules) {
      JsonNode indexes = rule.path("succeededIndexes");
      read.add(
          new SuccessPolicy.Rule(
              indexes.isTextual() ? Indexes.parse(indexes.asText(), completions) : null,
              integer(rule.path("succeededCount"))));
    }
    return new SuccessPolicy(read);
  }

  static JobStatus status(ApiObject job) {
    JsonNode status = job.status();
    JsonNode uncounted = status.path("uncountedTerminatedPods");
    JsonNode failed = status.path("failedIndexes");
    return new JobStatus(
        status.path("active").asInt(),
        status.path("ready").asInt(),
        status.path("terminating").asInt(),
        status.path("succeeded").asInt(),
        status.path("failed").asInt(),
        Set.copyOf(Selectors.strings(uncounted.path("succeeded"))),
        Set.copyOf(Selectors.strings(uncounted.path("failed"))),
        Indexes.parse(status.path("completedIndexes").asText(), Integer.MAX_VALUE),
        failed.isTextual() ? Indexes.parse(failed.asText(), Integer.MAX_VALUE) : null,
        time(status.path("startTime")),
        time(status.path("completionTime")),
        jobConditions(status.path("conditions")));
  }

  private static @Nullable Instant time(JsonNode value) {
    return value.isTextual() ? ApiObject.time(value) : null;
  }

  private static List<JobCondition> jobConditions(JsonNode conditions) {
    var read = new ArrayList<JobCondition>();
    for (JsonNode each : conditions) {
      Optional<JobCondition.Type> type = JobCondition.Type.parse(each.path("type").asText());
      type.ifPresent(
          known ->
              read.add(
                  new JobCondition(
                      known,
                      each.path("status").asText().equals("True"),
                      each.path("reason").asText(),
                      each.path("message").asText(),
                      ApiObject.time(each.path("lastTransitionTime")))));
    }
    return read;
  }
}
