package io.listwatch.workloads.job;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pods that a running Job needs to create or delete: never both at once, deletions first.
 *
 * @param create completion indexes of the new pods, -1 for each pod of a NonIndexed Job
 * @param delay zero, or when to look again because failed pods have to wait for their replacement
 */
record PodPlan(List<JobPod> delete, List<Integer> create, Duration delay) {
  /** The largest number of pods to create or delete in one reconcile of the Job. */
  static final int MAX_PODS = 500;

  private static final PodPlan NOTHING = new PodPlan(List.of(), List.of(), Duration.ZERO);

  /** Unscheduled pods come first, then pending, running and ready ones. */
  private static final Comparator<JobPod> LEAST_PROGRESS_FIRST =
      comparing(JobPod::scheduled)
          .thenComparing(JobPod::phase)
          .thenComparing(JobPod::ready)
          .thenComparing(JobPod::restarts, Comparator.reverseOrder())
          .thenComparing(JobPod::name);

  static PodPlan of(JobProgress job) {
    if (job.spec.suspended()) {
      return new PodPlan(job.active, List.of(), Duration.ZERO);
    }
    int wanted = wantedActive(job);
    List<JobPod> surplus = surplus(job, Math.max(0, job.active.size() - wanted));
    if (!surplus.isEmpty()) {
      return new PodPlan(first(surplus), List.of(), Duration.ZERO);
    }
    int held = job.spec.onlyReplaceFailed() ? job.terminating : 0;
    return creations(job, Math.min(MAX_PODS, wanted - held - job.active.size()));
  }

  private static int wantedActive(JobProgress job) {
    Integer completions = job.spec.completions();
    if (completions == null) {
      return job.succeeded > 0 ? job.active.size() : job.spec.parallelism();
    }
    return Math.max(0, Math.min(completions - job.succeeded, job.spec.parallelism()));
  }

  /**
   * Returns the pods without a valid index and the duplicates of an index; if these are fewer than
   * {@code atLeast}, also more pods.
   */
  private static List<JobPod> surplus(JobProgress job, int atLeast) {
    var surplus = new ArrayList<JobPod>();
    List<JobPod> left = job.spec.indexed() ? onePerIndex(job, surplus) : job.active;
    left.stream()
        .sorted(LEAST_PROGRESS_FIRST)
        .limit(Math.max(0, atLeast - surplus.size()))
        .forEach(surplus::add);
    return surplus;
  }

  private static List<JobPod> onePerIndex(JobProgress job, List<JobPod> surplus) {
    Map<Integer, JobPod> kept = new TreeMap<>();
    for (JobPod pod : job.active.stream().sorted(LEAST_PROGRESS_FIRST).toList()) {
      JobPod duplicate = job.spec.counts(pod) ? kept.put(pod.index(), pod) : pod;
      if (duplicate != null) {
        surplus.add(duplicate);
      }
    }
    return List.copyOf(kept.values());
  }

  private static List<JobPod> first(List<JobPod> pods) {
    return pods.subList(0, Math.min(MAX_PODS, pods.size()));
  }

  private static PodPlan creations(JobProgress job, int count) {
    if (count <= 0) {
      return NOTHING;
    }
    if (job.failedIndexes != null) {
      return perIndex(job, pending(job, count));
    }
    Duration wait = job.backoff.remaining(job.now);
    if (!wait.isZero()) {
      return new PodPlan(List.of(), List.of(), wait);
    }
    List<Integer> create =
        job.spec.indexed() ? pending(job, count) : Collections.nCopies(count, -1);
    return new PodPlan(List.of(), create, Duration.ZERO);
  }

  private static List<Integer> pending(JobProgress job, int count) {
    Indexes taken = job.completedIndexes.with(JobProgress.indexes(job.active));
    if (job.spec.onlyReplaceFailed()) {
      taken =
          taken.with(JobProgress.indexes(job.pods.stream().filter(JobPod::terminating).toList()));
    }
    if (job.failedIndexes != null) {
      taken = taken.with(job.failedIndexes);
    }
    return taken.missing(count, job.spec.indexCount());
  }

  /**
   * Plans the replacements of each index by its own back-off. If none may start now, the delay is
   * the shortest one.
   */
  private static PodPlan perIndex(JobProgress job, List<Integer> pending) {
    List<Integer> now = pending.stream().filter(index -> wait(job, index).isZero()).toList();
    Duration shortest =
        pending.stream()
            .map(index -> wait(job, index))
            .min(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    return new PodPlan(List.of(), now, now.isEmpty() ? shortest : Duration.ZERO);
  }

  private static Duration wait(JobProgress job, int index) {
    JobPod last = job.awaitingReplacement.get(index);
    if (last == null) {
      return Duration.ZERO;
    }
    Instant failed = last.finished();
    return new PodBackoff(last.allIndexFailures() + 1, failed).remaining(job.now);
  }
}
