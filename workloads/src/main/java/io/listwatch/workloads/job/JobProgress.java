package io.listwatch.workloads.job;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Job and its pods at one moment, and what the pods have done so far.
 *
 * <p>A finished pod goes through three states, so that each is counted once even if the controller
 * restarts in between: it has the finalizer; the status names its uid as uncounted; the finalizer
 * is gone and it is part of the counter.
 */
final class JobProgress {
  final JobSpec spec;
  final JobStatus status;
  final List<JobPod> pods;
  final Instant now;

  final List<JobPod> active;
  final int ready;
  final int terminating;
  final int succeeded;
  final int failed;
  final PodBackoff backoff;

  /** The completed indexes of the status with those of newly succeeded pods. */
  final Indexes completedIndexes;

  /** Null if the Job has no backoffLimitPerIndex. */
  final @Nullable Indexes failedIndexes;

  /**
   * The last failed pod of each index that waits for a replacement. The pod keeps its finalizer
   * until then, because the replacement copies its failure count.
   */
  final Map<Integer, JobPod> awaitingReplacement;

  JobProgress(JobSpec spec, JobStatus status, List<JobPod> pods, PodBackoff before, Instant now) {
    this.spec = spec;
    this.status = status;
    this.pods = List.copyOf(pods);
    this.now = now;
    active = filtered(JobPod::active);
    ready = (int) active.stream().filter(JobPod::ready).count();
    terminating = filtered(JobPod::terminating).size();
    List<JobPod> newSucceeded = fresh(status.uncountedSucceeded(), this::hasSucceeded);
    List<JobPod> newFailed = fresh(status.uncountedFailed(), spec::failed);
    backoff = before.after(newSucceeded, newFailed);
    completedIndexes = spec.indexed() ? completed() : Indexes.NONE;
    succeeded =
        spec.indexed()
            ? completedIndexes.size()
            : status.succeeded() + newSucceeded.size() + status.uncountedSucceeded().size();
    failed = status.failed() + counted(newFailed) + status.uncountedFailed().size();
    failedIndexes = spec.backoffLimitPerIndex() == null ? null : failedIndexes();
    awaitingReplacement = failedIndexes == null ? Map.of() : awaitingReplacement(failedIndexes);
  }

  private List<JobPod> filtered(Predicate<JobPod> wanted) {
    return pods.stream().filter(wanted).toList();
  }

  private boolean hasSucceeded(JobPod pod) {
    return pod.phase() == PodPhase.SUCCEEDED;
  }

  /** Returns the pods that neither the counters nor {@code uncounted} contain yet. */
  private List<JobPod> fresh(Set<String> uncounted, Predicate<JobPod> wanted) {
    return filtered(
        pod ->
            pod.tracked()
                && !uncounted.contains(pod.uid())
                && spec.counts(pod)
                && wanted.test(pod));
  }

  private int counted(List<JobPod> failures) {
    return (int) failures.stream().filter(pod -> spec.failurePolicy().match(pod).counted()).count();
  }

  private Indexes completed() {
    return Indexes.parse(status.completedIndexes().toString(), spec.indexCount())
        .with(indexes(fresh(Set.of(), this::hasSucceeded)));
  }

  private Indexes failedIndexes() {
    Indexes before = status.failedIndexes() == null ? Indexes.NONE : status.failedIndexes();
    return Indexes.parse(before.toString(), spec.indexCount())
        .with(indexes(fresh(Set.of(), this::failsIndex)));
  }

  private boolean failsIndex(JobPod pod) {
    if (!spec.failed(pod)) {
      return false;
    }
    PodFailurePolicy.Match match = spec.failurePolicy().match(pod);
    return match.action() == PodFailurePolicy.Action.FAIL_INDEX
        || (match.counted() && pod.indexFailures() >= indexLimit());
  }

  private int indexLimit() {
    Integer limit = spec.backoffLimitPerIndex();
    return limit == null ? Integer.MAX_VALUE : limit;
  }

  private Map<Integer, JobPod> awaitingReplacement(Indexes given) {
    Indexes settled = completedIndexes.with(given).with(indexes(active));
    var last = new HashMap<Integer, JobPod>();
    for (JobPod pod : fresh(Set.of(), spec::failed)) {
      if (!settled.has(pod.index())) {
        last.merge(pod.index(), pod, JobProgress::later);
      }
    }
    return last;
  }

  private static JobPod later(JobPod one, JobPod other) {
    return one.allIndexFailures() <= other.allIndexFailures()
            && !other.finished().isBefore(one.finished())
        ? other
        : one;
  }

  /** Returns the indexes of pods that have one. */
  static Set<Integer> indexes(List<JobPod> pods) {
    return pods.stream().map(JobPod::index).filter(i -> i >= 0).collect(Collectors.toSet());
  }
}
