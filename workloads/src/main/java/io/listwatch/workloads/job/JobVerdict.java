package io.listwatch.workloads.job;

import static io.listwatch.workloads.job.JobCondition.Type.FAILED;
import static io.listwatch.workloads.job.JobCondition.Type.FAILURE_TARGET;
import static io.listwatch.workloads.job.JobCondition.Type.SUCCESS_CRITERIA_MET;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Decides whether a Job is over, and why.
 *
 * <p>The order matters, because several reasons may hold at once: a decision in the status stands;
 * then come failures, then successes.
 */
final class JobVerdict {
  private JobVerdict() {}

  /**
   * Returns the condition that ends the Job before all completions are reached: SuccessCriteriaMet,
   * FailureTarget, or Failed if the status has FailureTarget already.
   */
  static Optional<JobCondition> early(JobProgress job) {
    return Stream.<Supplier<Optional<JobCondition>>>of(
            () -> JobCondition.whenTrue(job.status.conditions(), SUCCESS_CRITERIA_MET),
            () -> failureTarget(job),
            () -> failedByPolicy(job),
            () -> overBackoffLimit(job),
            () -> pastDeadline(job),
            () -> failedIndexes(job),
            () -> successPolicy(job))
        .map(Supplier::get)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<JobCondition> failureTarget(JobProgress job) {
    return JobCondition.whenTrue(job.status.conditions(), FAILURE_TARGET)
        .map(target -> target.as(FAILED, job.now));
  }

  private static Optional<JobCondition> failedByPolicy(JobProgress job) {
    return job.pods.stream()
        .filter(job.spec::failed)
        .map(job.spec.failurePolicy()::match)
        .filter(match -> match.action() == PodFailurePolicy.Action.FAIL_JOB)
        .findFirst()
        .map(match -> failure(job, "PodFailurePolicy", match.message()));
  }

  private static Optional<JobCondition> overBackoffLimit(JobProgress job) {
    boolean over = job.failed > job.spec.backoffLimit() || tooManyRestarts(job);
    return when(over, job, "BackoffLimitExceeded", "Job has reached the specified backoff limit");
  }

  /**
   * With {@code restartPolicy: OnFailure}, containers restart in their pod, and each restart
   * counts.
   */
  private static boolean tooManyRestarts(JobProgress job) {
    int restarts =
        job.pods.stream()
            .filter(pod -> pod.phase() == PodPhase.RUNNING || pod.phase() == PodPhase.PENDING)
            .mapToInt(JobPod::restarts)
            .sum();
    return job.spec.restartOnFailure() && restarts >= Math.max(1, job.spec.backoffLimit());
  }

  private static Optional<JobCondition> pastDeadline(JobProgress job) {
    boolean past =
        untilDeadline(job).filter(left -> left.isZero() || left.isNegative()).isPresent();
    return when(past, job, "DeadlineExceeded", "Job was active longer than specified deadline");
  }

  /** Returns the time left of {@code activeDeadlineSeconds}, if the Job has one and has started. */
  static Optional<Duration> untilDeadline(JobProgress job) {
    Duration deadline = job.spec.activeDeadline();
    Instant start = job.status.startTime();
    if (deadline == null || start == null || job.spec.suspended()) {
      return Optional.empty();
    }
    return Optional.of(deadline.minus(Duration.between(start, job.now)));
  }

  private static Optional<JobCondition> failedIndexes(JobProgress job) {
    if (job.failedIndexes == null || job.failedIndexes.isEmpty()) {
      return Optional.empty();
    }
    int failed = job.failedIndexes.size();
    Integer limit = job.spec.maxFailedIndexes();
    if (limit != null && failed > limit) {
      return Optional.of(
          failure(
              job,
              "MaxFailedIndexesExceeded",
              "Job has exceeded the specified maximal number of failed indexes"));
    }
    boolean over = failed + job.completedIndexes.size() >= job.spec.indexCount();
    return when(over, job, "FailedIndexes", "Job has failed indexes");
  }

  private static Optional<JobCondition> successPolicy(JobProgress job) {
    OptionalInt rule =
        job.spec.indexed()
            ? job.spec.successPolicy().match(job.completedIndexes)
            : OptionalInt.empty();
    return rule.isEmpty()
        ? Optional.empty()
        : Optional.of(success(job, "SuccessPolicy", "Matched rules at index " + rule.getAsInt()));
  }

  /** Returns SuccessCriteriaMet if all completions are reached and no pod is active. */
  static Optional<JobCondition> completion(JobProgress job, int active) {
    Integer completions = job.spec.completions();
    int needed = completions == null ? 1 : completions;
    return job.succeeded >= needed && active == 0
        ? Optional.of(
            success(job, "CompletionsReached", "Reached expected number of succeeded pods"))
        : Optional.empty();
  }

  private static Optional<JobCondition> when(
      boolean holds, JobProgress job, String reason, String message) {
    return holds ? Optional.of(failure(job, reason, message)) : Optional.empty();
  }

  private static JobCondition failure(JobProgress job, String reason, String message) {
    return new JobCondition(FAILURE_TARGET, true, reason, message, job.now);
  }

  private static JobCondition success(JobProgress job, String reason, String message) {
    return new JobCondition(SUCCESS_CRITERIA_MET, true, reason, message, job.now);
  }
}
