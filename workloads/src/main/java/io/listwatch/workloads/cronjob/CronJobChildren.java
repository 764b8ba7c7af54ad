package io.listwatch.workloads.cronjob;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.DeleteOptions;
import io.listwatch.client.DeleteOptions.Propagation;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ApiException;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.job.JobController;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.OwnerReference;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The Jobs of one CronJob while it is reconciled, and the status that follows from them. */
final class CronJobChildren {
  private static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";
  private static final Comparator<ApiObject> BY_START =
      Comparator.comparing((ApiObject job) -> ApiObject.time(job.status().path("startTime")))
          .thenComparing(ApiObject::name);

  private final ControllerContext context;
  private final ApiObject cronJob;
  private final List<ApiObject> jobs;
  private final ObjectNode status;

  /** The references in {@code status.active}. */
  private final List<JsonNode> active = new ArrayList<>();

  CronJobChildren(ControllerContext context, ApiObject cronJob, List<ApiObject> jobs) {
    this.context = context;
    this.cronJob = cronJob;
    this.jobs = jobs;
    this.status = cronJob.statusCopy();
    status.path("active").forEach(active::add);
  }

  /** Returns the status; the list of active Jobs is left out if it is empty. */
  ObjectNode status() {
    status.remove("active");
    if (!active.isEmpty()) {
      ArrayNode list = status.putArray("active");
      active.forEach(list::add);
    }
    return status;
  }

  boolean anyActive() {
    return !active.isEmpty();
  }

  /** Removes finished and missing Jobs from the active ones. */
  void settle() {
    for (ApiObject job : jobs) {
      Optional<String> end = end(job);
      boolean listed = isActive(job);
      if (end.isPresent() && listed) {
        forget(job.uid());
        normal(
            "SawCompletedJob",
            "Saw completed job: %s, condition: %s".formatted(job.name(), end.get()));
      } else if (end.isEmpty() && !listed) {
        context.warning(
            CronJobController.CRON_JOBS,
            cronJob,
            "UnexpectedJob",
            "Saw a job that the controller did not create or forgot: " + job.name());
      }
      end.filter("Complete"::equals).ifPresent(complete -> succeeded(job));
    }
    for (JsonNode reference : List.copyOf(active)) {
      String uid = reference.path("uid").asText();
      if (jobs.stream().noneMatch(job -> job.uid().equals(uid))) {
        forget(uid);
        normal("MissingJob", "Active job went missing: " + reference.path("name").asText());
      }
    }
  }

  /** Returns Complete or Failed; empty while the Job runs. */
  private static Optional<String> end(ApiObject job) {
    JsonNode conditions = job.status().path("conditions");
    return List.of("Complete", "Failed").stream()
        .filter(type -> Conditions.isTrue(conditions, type))
        .findFirst();
  }

  private boolean isActive(ApiObject job) {
    return active.stream().anyMatch(each -> each.path("uid").asText().equals(job.uid()));
  }

  private void forget(String uid) {
    active.removeIf(each -> each.path("uid").asText().equals(uid));
  }

  private void succeeded(ApiObject job) {
    JsonNode completed = job.status().path("completionTime");
    Instant last = ApiObject.time(status.path("lastSuccessfulTime"));
    if (completed.isTextual() && ApiObject.time(completed).isAfter(last)) {
      status.set("lastSuccessfulTime", completed);
    }
  }

  /** Deletes finished Jobs beyond the history limits, the oldest first. */
  void deleteOld() throws InterruptedException {
    deleteOld("Complete", cronJob.spec().path("successfulJobsHistoryLimit"));
    deleteOld("Failed", cronJob.spec().path("failedJobsHistoryLimit"));
  }

  private void deleteOld(String end, JsonNode limit) throws InterruptedException {
    List<ApiObject> finished =
        jobs.stream()
            .filter(job -> end(job).filter(end::equals).isPresent() && !job.terminating())
            .sorted(BY_START)
            .toList();
    int surplus = limit.isNumber() ? Math.max(0, finished.size() - limit.asInt()) : 0;
    for (ApiObject job : finished.subList(0, surplus)) {
      delete(job);
    }
  }

  /** Deletes the active Jobs, so that a new one can replace them. */
  void deleteActive() throws InterruptedException {
    for (ApiObject job : jobs) {
      if (isActive(job)) {
        delete(job);
      }
    }
  }

  private void delete(ApiObject job) throws InterruptedException {
    var options = DeleteOptions.DEFAULT.ifUid(job.uid()).propagation(Propagation.BACKGROUND);
    var unused = context.resources(JobController.JOBS).delete(job.key(), options);
    forget(job.uid());
    normal("SuccessfulDelete", "Deleted job " + job.name());
  }

  /** Creates the Job of a scheduled time, whose name depends only on that time. */
  void start(Instant scheduled, ZoneId zone) throws InterruptedException {
    ApiObject job = job(scheduled, zone);
    try {
      ApiObject created = context.resources(JobController.JOBS).create(job);
      normal("SuccessfulCreate", "Created job " + created.name());
      started(created, scheduled);
    } catch (AlreadyExistsException earlier) {
      context
          .resources(JobController.JOBS)
          .get(job.key())
          .filter(this::isUnrecorded)
          .ifPresent(found -> started(found, scheduled));
    } catch (ApiException failure) {
      context.warning(
          CronJobController.CRON_JOBS,
          cronJob,
          "FailedCreate",
          "Error creating job: " + failure.getMessage());
      throw failure;
    }
  }

  /** True for a Job that was created before, but not written into the status. */
  private boolean isUnrecorded(ApiObject job) {
    return job.isControlledBy(cronJob) && !isActive(job);
  }

  private void started(ApiObject job, Instant scheduled) {
    ObjectNode reference = JsonNodeFactory.instance.objectNode();
    reference.put("apiVersion", JobController.JOBS.apiVersion());
    reference.put("kind", JobController.JOBS.kind());
    reference.put("namespace", job.namespace()).put("name", job.name());
    reference.put("uid", job.uid()).put("resourceVersion", job.version());
    active.add(reference);
    status.put("lastScheduleTime", ApiObject.timestamp(scheduled));
  }

  private ApiObject job(Instant scheduled, ZoneId zone) {
    JsonNode template = cronJob.spec().path("jobTemplate");
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("apiVersion", JobController.JOBS.apiVersion());
    json.put("kind", JobController.JOBS.kind());
    ObjectNode metadata = json.putObject("metadata");
    metadata.put("namespace", cronJob.namespace());
    metadata.put("name", cronJob.name() + "-" + scheduled.getEpochSecond() / 60);
    ObjectNode labels = metadata.putObject("labels");
    ApiObject.strings(template.at("/metadata/labels")).forEach(labels::put);
    ObjectNode annotations = metadata.putObject("annotations");
    ApiObject.strings(template.at("/metadata/annotations")).forEach(annotations::put);
    annotations.put(SCHEDULED, rfc3339(scheduled, zone));
    metadata
        .putArray("ownerReferences")
        .add(OwnerReference.controller(CronJobController.CRON_JOBS, cronJob).toJson());
    json.set("spec", template.path("spec").deepCopy());
    return ApiObject.of(json);
  }

  private static String rfc3339(Instant time, ZoneId zone) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
        time.truncatedTo(ChronoUnit.SECONDS).atZone(zone));
  }

  private void normal(String reason, String message) {
    context.normal(CronJobController.CRON_JOBS, cronJob, reason, message);
  }
}
