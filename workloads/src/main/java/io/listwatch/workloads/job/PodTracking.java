package io.listwatch.workloads.job;

import static io.listwatch.workloads.job.JobCondition.Type.COMPLETE;
import static io.listwatch.workloads.job.JobCondition.Type.FAILED;
import static io.listwatch.workloads.job.JobCondition.Type.FAILURE_TARGET;
import static io.listwatch.workloads.job.JobCondition.Type.SUCCESS_CRITERIA_MET;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts finished pods in two steps, so that none is lost or counted twice: write {@link #status},
 * remove the finalizer of {@link #release}, then write {@link #settled}.
 *
 * @param status the status with newly finished pods as uncounted, and the interim condition
 * @param release pods whose finalizer may go once {@code status} is written
 * @param end the condition that ends the Job, or null
 * @param complete false if more finished pods are left than one status can hold
 */
record PodTracking(
    JobStatus status, List<JobPod> release, @Nullable JobCondition end, boolean complete) {
  /** The number of uncounted uids that keeps the status below about 20 KB. */
  static final int MAX_UNCOUNTED = 500;

  /**
   * Computes both steps.
   *
   * @param before the status with the current numbers of active, ready and terminating pods
   * @param deleting true if the Job itself is being deleted
   */
  static PodTracking of(
      JobProgress job, JobStatus before, @Nullable JobCondition verdict, boolean deleting) {
    JobStatus counted = before.counting(trackedUids(job.pods)::contains);
    List<JobPod> finished =
        job.pods.stream()
            .filter(pod -> pod.tracked() && mayRelease(job, verdict, deleting, pod))
            .sorted(uncountedFirst(counted))
            .toList();
    List<JobPod> release = finished.stream().limit(MAX_UNCOUNTED).toList();
    JobStatus status =
        counted.with(
            draft -> {
              release.forEach(pod -> count(job, verdict, pod, draft));
              indexes(job, draft);
            });
    return new PodTracking(
        interim(status, verdict), release, end(job, verdict), release.size() == finished.size());
  }

  /** Puts pods first that the status already names: they need no additional space in it. */
  private static Comparator<JobPod> uncountedFirst(JobStatus status) {
    return Comparator.comparing(
            (JobPod pod) ->
                !status.uncountedSucceeded().contains(pod.uid())
                    && !status.uncountedFailed().contains(pod.uid()))
        .thenComparingInt(JobPod::index);
  }

  private static List<String> trackedUids(List<JobPod> pods) {
    return pods.stream().filter(JobPod::tracked).map(JobPod::uid).toList();
  }

  private static boolean mayRelease(
      JobProgress job, @Nullable JobCondition verdict, boolean deleting, JobPod pod) {
    if (deleting || verdict != null || pod.phase() == PodPhase.SUCCEEDED) {
      return true;
    }
    JobPod awaiting = job.awaitingReplacement.get(pod.index());
    boolean copiesPending = awaiting != null && awaiting.uid().equals(pod.uid());
    return job.spec.failed(pod) && !copiesPending;
  }

  /** Records a pod as uncounted. A succeeded pod of an Indexed Job is counted by its index. */
  private static void count(
      JobProgress job, @Nullable JobCondition verdict, JobPod pod, JobStatus.Draft draft) {
    if (pod.phase() == PodPhase.SUCCEEDED && !draft.uncountedFailed.contains(pod.uid())) {
      if (!job.spec.indexed()) {
        draft.uncountedSucceeded.add(pod.uid());
      }
    } else if (countsAsFailed(job, verdict, pod)) {
      draft.uncountedFailed.add(pod.uid());
    }
  }

  /** When a Job fails, every pod that has not finished counts as failed. */
  private static boolean countsAsFailed(
      JobProgress job, @Nullable JobCondition verdict, JobPod pod) {
    boolean jobFails = verdict != null && verdict.type() != SUCCESS_CRITERIA_MET;
    return (jobFails || job.spec.failed(pod))
        && job.spec.counts(pod)
        && job.spec.failurePolicy().match(pod).counted();
  }

  private static void indexes(JobProgress job, JobStatus.Draft draft) {
    if (!job.spec.indexed()) {
      return;
    }
    draft.completedIndexes = job.completedIndexes;
    draft.succeeded = job.completedIndexes.size();
    draft.failedIndexes = job.failedIndexes;
  }

  private static JobStatus interim(JobStatus status, @Nullable JobCondition verdict) {
    return verdict == null || verdict.type() == FAILED ? status : status.with(verdict);
  }

  private static @Nullable JobCondition end(JobProgress job, @Nullable JobCondition verdict) {
    if (verdict == null || verdict.type() == FAILED) {
      return verdict;
    }
    return verdict.as(verdict.type() == FAILURE_TARGET ? FAILED : COMPLETE, job.now);
  }

  /** Returns a copy for the case that only some of the pods could be released. */
  PodTracking released(List<JobPod> pods) {
    return new PodTracking(status, List.copyOf(pods), end, complete);
  }

  /**
   * Returns the status after the finalizers of {@link #release} are gone: their pods are counted,
   * and the Job ends unless pods are left.
   */
  JobStatus settled(JobProgress job) {
    var released = release.stream().map(JobPod::uid).collect(Collectors.toSet());
    Predicate<String> tracked = trackedUids(job.pods)::contains;
    JobStatus counted = status.counting(tracked.and(uid -> !released.contains(uid)));
    return ending(counted).map(last -> finished(counted, last)).orElse(counted);
  }

  private Optional<JobCondition> ending(JobStatus counted) {
    boolean over = complete && !counted.hasUncounted() && counted.terminating() == 0;
    return over ? Optional.ofNullable(end) : Optional.empty();
  }

  private static JobStatus finished(JobStatus counted, JobCondition last) {
    JobStatus finished = counted.with(last);
    return last.type() == COMPLETE
        ? finished.with(draft -> draft.completionTime = last.since())
        : finished;
  }
}
