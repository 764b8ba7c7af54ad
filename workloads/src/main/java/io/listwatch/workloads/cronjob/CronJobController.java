package io.listwatch.workloads.cronjob;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.OwnedObjects;
import io.listwatch.workloads.job.JobController;
import io.listwatch.workloads.object.ApiObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates the Jobs of CronJobs at their scheduled times, and deletes old ones. */
public final class CronJobController implements Reconciler<ResourceKey> {
  public static final ResourceType CRON_JOBS =
      ResourceType.namespaced("batch/v1", "CronJob", "cronjobs");

  /** Added to each wait, because timers may fire a moment early. */
  private static final Duration PADDING = Duration.ofMillis(100);

  private final ControllerContext context;
  private final OwnedObjects owned;

  private CronJobController(ControllerContext context) {
    this.context = context;
    this.owned = new OwnedObjects(context, CRON_JOBS, JobController.JOBS);
  }

  public static Controller<?> create(ControllerContext context) {
    var controller = new CronJobController(context);
    return context
        .controller(controller)
        .watching(context.informer(CRON_JOBS), View::key)
        .watchingMany(
            context.informer(JobController.JOBS),
            job -> controller.owned.ownersOf(job.get(), none -> LabelSelector.nothing()))
        .build();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<ApiObject> cronJob = context.get(CRON_JOBS, key);
    return cronJob.isPresent() ? run(cronJob.get()) : Reconciliation.done();
  }

  private Reconciliation run(ApiObject cronJob) throws InterruptedException {
    var children = new CronJobChildren(context, cronJob, owned.controlledBy(cronJob));
    children.settle();
    children.deleteOld();
    Optional<CronSchedule> schedule =
        cronJob.terminating() || cronJob.spec().path("suspend").asBoolean()
            ? Optional.empty()
            : schedule(cronJob);
    Optional<Instant> next = Optional.empty();
    if (schedule.isPresent()) {
      CronDecision decision = decide(cronJob, schedule.get(), children);
      report(cronJob, decision);
      if (decision.start() != null) {
        start(cronJob, children, decision.start());
      }
      next = Optional.ofNullable(decision.next());
    }
    var unused = context.updateStatus(CRON_JOBS, cronJob, children.status());
    return next.map(this::at).orElse(Reconciliation.done());
  }

  private Reconciliation at(Instant time) {
    Duration delay = Duration.between(context.now(), time).plus(PADDING);
    return Reconciliation.again(delay.isNegative() || delay.isZero() ? PADDING : delay);
  }

  /** Returns the schedule; empty, with an event, if it is malformed. */
  private Optional<CronSchedule> schedule(ApiObject cronJob) {
    String zone = cronJob.spec().path("timeZone").asText();
    String text = cronJob.spec().path("schedule").asText();
    try {
      return Optional.of(CronSchedule.parse(text, zone(zone)));
    } catch (DateTimeException unknown) {
      context.warning(
          CRON_JOBS,
          cronJob,
          "UnknownTimeZone",
          "invalid timeZone: \"%s\": %s".formatted(zone, unknown.getMessage()));
    } catch (IllegalArgumentException malformed) {
      context.warning(
          CRON_JOBS,
          cronJob,
          "UnparseableSchedule",
          "unparseable schedule: \"%s\" : %s".formatted(text, malformed.getMessage()));
    }
    return Optional.empty();
  }

  /**
   * Returns the time zone of a schedule. Schedules without one use that of kube-controller-manager,
   * which is mostly UTC.
   */
  private static ZoneId zone(String name) {
    return name.isEmpty() ? ZoneOffset.UTC : ZoneId.of(name);
  }

  private CronDecision decide(ApiObject cronJob, CronSchedule schedule, CronJobChildren children) {
    JsonNode last = cronJob.status().path("lastScheduleTime");
    Instant lastScheduled = last.isTextual() ? ApiObject.time(last) : null;
    boolean forbid = cronJob.spec().path("concurrencyPolicy").asText().equals("Forbid");
    return CronDecision.of(
        schedule,
        new CronDecision.Input(
            lastScheduled == null ? cronJob.created() : lastScheduled,
            lastScheduled,
            seconds(cronJob.spec().path("startingDeadlineSeconds")),
            forbid && children.anyActive(),
            context.now()));
  }

  private static @Nullable Duration seconds(JsonNode value) {
    return value.isNumber() ? Duration.ofSeconds(value.asLong()) : null;
  }

  private void report(ApiObject cronJob, CronDecision decision) {
    if (decision.tooManyMissed()) {
      context.warning(
          CRON_JOBS,
          cronJob,
          "TooManyMissedTimes",
          "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check"
              + " clock skew");
    }
    if (decision.missed() != null) {
      context.warning(
          CRON_JOBS,
          cronJob,
          "MissSchedule",
          "Missed scheduled time to start a job: " + decision.missed());
    }
    if (decision.blocked()) {
      context.normal(
          CRON_JOBS,
          cronJob,
          "JobAlreadyActive",
          "Not starting job because prior execution is running and concurrency policy is Forbid");
    }
  }

  private void start(ApiObject cronJob, CronJobChildren children, Instant scheduled)
      throws InterruptedException {
    if (cronJob.spec().path("concurrencyPolicy").asText().equals("Replace")) {
      children.deleteActive();
    }
    children.start(scheduled, zone(cronJob.spec().path("timeZone").asText()));
  }
}
