package io.listwatch.workloads.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a Job's spec that the rules need, after the server's defaults.
 *
 * @param completions null if any success completes the Job
 * @param backoffLimitPerIndex null if failures count for the whole Job
 * @param onlyReplaceFailed true for {@code podReplacementPolicy: Failed}
 * @param restartOnFailure true if the template's {@code restartPolicy} is {@code OnFailure}
 */
record JobSpec(
    int parallelism,
    @Nullable Integer completions,
    boolean indexed,
    int backoffLimit,
    @Nullable Integer backoffLimitPerIndex,
    @Nullable Integer maxFailedIndexes,
    boolean suspended,
    @Nullable Duration activeDeadline,
    boolean onlyReplaceFailed,
    boolean restartOnFailure,
    PodFailurePolicy failurePolicy,
    SuccessPolicy successPolicy) {

  /** Returns the number of indexes of an Indexed Job, which always has completions. */
  int indexCount() {
    return completions == null ? 0 : completions;
  }

  /** True if {@code pod} counts: every pod of a NonIndexed Job, else one with an index in range. */
  boolean counts(JobPod pod) {
    return !indexed || (pod.index() >= 0 && pod.index() < indexCount());
  }

  /** True if {@code pod} counts as failed, which depends on {@code podReplacementPolicy}. */
  boolean failed(JobPod pod) {
    return pod.phase() == PodPhase.FAILED || (!onlyReplaceFailed && pod.terminating());
  }
}
