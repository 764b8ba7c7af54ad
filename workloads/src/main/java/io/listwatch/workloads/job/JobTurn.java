package io.listwatch.workloads.job;

import static io.listwatch.workloads.job.JobCondition.Type.SUSPENDED;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The changes to a Job's pods in one reconcile.
 *
 * @param status the status with the numbers of pods after these changes
 * @param verdict the condition that ends the Job, or null
 * @param delay when to look again, or zero
 */
record JobTurn(JobStatus status, @Nullable JobCondition verdict, Duration delay) {
  /** Deletes the active pods of a Job that is over; otherwise creates and deletes as planned. */
  static JobTurn of(JobProgress job, JobPods pods, boolean deleting) throws InterruptedException {
    Optional<JobCondition> verdict = JobVerdict.early(job);
    if (verdict.isPresent()) {
      List<JobPod> deleted = pods.delete(job.active);
      boolean all = deleted.size() == job.active.size();
      return new JobTurn(counted(job, deleted, 0), all ? verdict.get() : null, Duration.ZERO);
    }
    return deleting ? finish(job, counted(job, List.of(), 0), Duration.ZERO) : manage(job, pods);
  }

  private static JobTurn manage(JobProgress job, JobPods pods) throws InterruptedException {
    PodPlan plan = PodPlan.of(job);
    List<JobPod> deleted = pods.delete(pods.release(plan.delete()));
    int created = pods.create(job, plan.create());
    JobStatus status = counted(job, deleted, created);
    JobTurn turn = finish(job, status, plan.delay());
    return turn.verdict() == null ? new JobTurn(suspension(job, status), null, plan.delay()) : turn;
  }

  private static JobTurn finish(JobProgress job, JobStatus status, Duration delay) {
    return new JobTurn(status, JobVerdict.completion(job, status.active()).orElse(null), delay);
  }

  private static JobStatus counted(JobProgress job, List<JobPod> deleted, int created) {
    int deletedReady = (int) deleted.stream().filter(JobPod::ready).count();
    return job.status.with(
        draft -> {
          draft.active = job.active.size() - deleted.size() + created;
          draft.terminating = job.terminating + deleted.size();
          draft.ready = job.ready - deletedReady;
        });
  }

  /** Updates the condition Suspended. A resumed Job starts anew, and so does its deadline. */
  static JobStatus suspension(JobProgress job, JobStatus status) {
    if (job.spec.suspended() == status.has(SUSPENDED)) {
      return status;
    }
    boolean suspended = job.spec.suspended();
    var condition =
        new JobCondition(
            SUSPENDED,
            suspended,
            suspended ? "JobSuspended" : "JobResumed",
            suspended ? "Job suspended" : "Job resumed",
            job.now);
    return status.with(condition).with(draft -> draft.startTime = suspended ? null : job.now);
  }
}
