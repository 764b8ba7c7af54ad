package io.listwatch.workloads.job;

import static io.listwatch.workloads.job.JobCondition.Type.COMPLETE;
import static io.listwatch.workloads.job.JobCondition.Type.SUSPENDED;

import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.OwnedObjects;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Runs the pods of Jobs until they have completed or failed.
 *
 * <pre>
 *   Job + pods ──▶ JobProgress ──▶ JobVerdict: over?  ──▶ delete the active pods ──┐
 *                                       │ no                                       ▼
 *                                       └──▶ PodPlan: create, delete ──▶ PodTracking: count,
 *                                                              release, write the status
 * </pre>
 */
public final class JobController implements Reconciler<ResourceKey> {
  public static final ResourceType JOBS = ResourceType.namespaced("batch/v1", "Job", "jobs");

  /** A Job with another value in {@code spec.managedBy} belongs to another controller. */
  private static final String MANAGER = "kubernetes.io/job-controller";

  private final ControllerContext context;
  private final OwnedObjects owned;

  /**
   * The back-off of each Job. A restarted controller starts without it, as kube-controller-manager
   * does.
   */
  private final Map<ResourceKey, PodBackoff> backoffs = new ConcurrentHashMap<>();

  private JobController(ControllerContext context) {
    this.context = context;
    this.owned = new OwnedObjects(context, JOBS, Types.PODS);
  }

  public static Controller<?> create(ControllerContext context) {
    var controller = new JobController(context);
    return context
        .controller(controller)
        .watching(context.informer(JOBS), View::key)
        .watchingMany(
            context.informer(Types.PODS),
            pod -> controller.owned.ownersOf(pod.get(), JobPods::selector))
        .build();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<ApiObject> job = context.get(JOBS, key);
    if (job.isEmpty() || JobReader.status(job.get()).finished()) {
      backoffs.remove(key);
      releaseOrphans(
          key,
          job.map(owned::controlledBy)
              .orElseGet(() -> context.inNamespace(Types.PODS, String.valueOf(key.namespace()))));
      return Reconciliation.done();
    }
    boolean ours = job.get().spec().path("managedBy").asText(MANAGER).equals(MANAGER);
    return ours ? run(job.get()) : Reconciliation.done();
  }

  /** Removes the finalizer from pods whose Job is gone or finished: they are no longer counted. */
  private void releaseOrphans(ResourceKey key, List<ApiObject> pods) throws InterruptedException {
    for (ApiObject pod : pods) {
      if (belongsTo(pod, key) && JobPodReader.tracked(pod)) {
        JobPods.release(context, pod);
      }
    }
  }

  private static boolean belongsTo(ApiObject pod, ResourceKey job) {
    return pod.controller()
        .filter(owner -> owner.refersTo(JOBS) && owner.name().equals(job.name()))
        .isPresent();
  }

  private Reconciliation run(ApiObject job) throws InterruptedException {
    JobPods pods = JobPods.claim(context, owned, job);
    JobSpec spec = JobReader.spec(job);
    JobStatus before = started(JobReader.status(job), spec);
    PodBackoff backoff = backoffs.getOrDefault(job.key(), PodBackoff.NONE);
    var progress = new JobProgress(spec, before, pods.read(), backoff, context.now());
    JobTurn turn = JobTurn.of(progress, pods, job.terminating());
    track(job, progress, pods, turn);
    pods.throwFailure();
    return next(progress, turn);
  }

  private JobStatus started(JobStatus status, JobSpec spec) {
    return status.startTime() == null && !spec.suspended()
        ? status.with(draft -> draft.startTime = context.now())
        : status;
  }

  /** Writes the status, removes finalizers, and writes the status again if that changed it. */
  private void track(ApiObject job, JobProgress progress, JobPods pods, JobTurn turn)
      throws InterruptedException {
    PodTracking tracking =
        PodTracking.of(progress, turn.status(), turn.verdict(), job.terminating());
    ApiObject written = context.updateStatus(JOBS, job, JobWriter.status(job, tracking.status()));
    backoffs.put(job.key(), progress.backoff);
    reportSuspension(job, progress.status, tracking.status());
    PodTracking done = tracking.released(pods.release(tracking.release()));
    JobStatus settled = done.settled(progress);
    var unused = context.updateStatus(JOBS, written, JobWriter.status(written, settled));
    reportEnd(job, settled);
  }

  private void reportSuspension(ApiObject job, JobStatus before, JobStatus after) {
    if (!before.has(SUSPENDED) && after.has(SUSPENDED)) {
      context.normal(JOBS, job, "Suspended", "Job suspended");
    } else if (before.has(SUSPENDED) && !after.has(SUSPENDED)) {
      context.normal(JOBS, job, "Resumed", "Job resumed");
    }
  }

  private void reportEnd(ApiObject job, JobStatus status) {
    if (status.has(COMPLETE)) {
      context.normal(JOBS, job, "Completed", "Job completed");
      return;
    }
    JobCondition.whenTrue(status.conditions(), JobCondition.Type.FAILED)
        .ifPresent(failed -> context.warning(JOBS, job, failed.reason(), failed.message()));
  }

  /** Reconciles the Job again when a back-off or the deadline ends. */
  private static Reconciliation next(JobProgress progress, JobTurn turn) {
    return Stream.of(Optional.of(turn.delay()), JobVerdict.untilDeadline(progress))
        .flatMap(Optional::stream)
        .filter(delay -> !delay.isZero() && !delay.isNegative())
        .min(Duration::compareTo)
        .map(Reconciliation::again)
        .orElse(Reconciliation.done());
  }
}
