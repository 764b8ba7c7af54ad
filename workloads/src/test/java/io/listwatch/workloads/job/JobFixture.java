package io.listwatch.workloads.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Job under test: its spec, status and pods, which each test changes as it needs. */
final class JobFixture {
  static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");

  int parallelism = 1;
  @Nullable Integer completions = 1;
  boolean indexed;
  int backoffLimit = 6;
  @Nullable Integer backoffLimitPerIndex;
  @Nullable Integer maxFailedIndexes;
  boolean suspended;
  @Nullable Duration activeDeadline;
  boolean onlyReplaceFailed;
  boolean restartOnFailure;
  PodFailurePolicy failurePolicy = PodFailurePolicy.NONE;
  SuccessPolicy successPolicy = SuccessPolicy.NONE;
  JobStatus status = JobStatus.NEW.with(draft -> draft.startTime = NOW.minusSeconds(60));
  PodBackoff backoff = PodBackoff.NONE;
  final List<JobPod> pods = new ArrayList<>();

  /** A NonIndexed Job. */
  static JobFixture of(int parallelism, @Nullable Integer completions) {
    var job = new JobFixture();
    job.parallelism = parallelism;
    job.completions = completions;
    return job;
  }

  static JobFixture indexed(int parallelism, int completions) {
    JobFixture job = of(parallelism, completions);
    job.indexed = true;
    return job;
  }

  JobFixture pod(PodPhase phase) {
    return pod(phase, -1);
  }

  JobFixture pod(PodPhase phase, int index) {
    pods.add(new PodFixture("pod-" + pods.size(), index, phase).build());
    return this;
  }

  JobFixture pod(PodFixture pod) {
    pods.add(pod.build());
    return this;
  }

  JobProgress progress() {
    var spec =
        new JobSpec(
            parallelism,
            completions,
            indexed,
            backoffLimit,
            backoffLimitPerIndex,
            maxFailedIndexes,
            suspended,
            activeDeadline,
            onlyReplaceFailed,
            restartOnFailure,
            failurePolicy,
            successPolicy);
    return new JobProgress(spec, status, pods, backoff, NOW);
  }

  /** Returns the reason for which the Job ends before all completions, or an empty string. */
  String earlyReason() {
    return JobVerdict.early(progress()).map(JobCondition::reason).orElse("");
  }

  /**
   * A pod under test. Finished pods finished long ago, so that their replacements need not wait.
   */
  static final class PodFixture {
    final String name;
    final int index;
    final PodPhase phase;
    boolean deleting;
    boolean ready;
    boolean scheduled = true;
    boolean tracked = true;
    int restarts;
    int indexFailures;
    Instant finished = NOW.minus(Duration.ofHours(1));
    List<JobPod.Exit> exits = List.of();
    List<JobPod.Condition> conditions = List.of();

    PodFixture(String name, int index, PodPhase phase) {
      this.name = name;
      this.index = index;
      this.phase = phase;
    }

    PodFixture deleting() {
      deleting = true;
      return this;
    }

    PodFixture exit(int code) {
      exits = List.of(new JobPod.Exit("main", code));
      return this;
    }

    JobPod build() {
      return new JobPod(
          "default",
          name,
          "uid-of-" + name,
          index,
          phase,
          deleting,
          ready,
          scheduled,
          tracked,
          restarts,
          exits,
          conditions,
          finished,
          indexFailures,
          0);
    }
  }
}
