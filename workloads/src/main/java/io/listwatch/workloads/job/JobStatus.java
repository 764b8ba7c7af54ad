package io.listwatch.workloads.job;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A Job's status.
 *
 * @param uncountedSucceeded uids of succeeded pods that are not yet part of {@code succeeded}
 * @param uncountedFailed uids of failed pods that are not yet part of {@code failed}
 * @param failedIndexes null if the Job has no backoffLimitPerIndex
 */
record JobStatus(
    int active,
    int ready,
    int terminating,
    int succeeded,
    int failed,
    Set<String> uncountedSucceeded,
    Set<String> uncountedFailed,
    Indexes completedIndexes,
    @Nullable Indexes failedIndexes,
    @Nullable Instant startTime,
    @Nullable Instant completionTime,
    List<JobCondition> conditions) {

  static final JobStatus NEW =
      new JobStatus(0, 0, 0, 0, 0, Set.of(), Set.of(), Indexes.NONE, null, null, null, List.of());

  JobStatus {
    conditions = List.copyOf(conditions);
  }

  /** True once the Job is Complete or Failed, which is final. */
  boolean finished() {
    return has(JobCondition.Type.COMPLETE) || has(JobCondition.Type.FAILED);
  }

  boolean has(JobCondition.Type type) {
    return JobCondition.whenTrue(conditions, type).isPresent();
  }

  boolean hasUncounted() {
    return !uncountedSucceeded.isEmpty() || !uncountedFailed.isEmpty();
  }

  /** Returns a copy in which uncounted pods that are no longer tracked are counted. */
  JobStatus counting(Predicate<String> tracked) {
    return with(
        draft -> {
          draft.uncountedSucceeded.removeIf(tracked.negate());
          draft.uncountedFailed.removeIf(tracked.negate());
          draft.succeeded += uncountedSucceeded.size() - draft.uncountedSucceeded.size();
          draft.failed += uncountedFailed.size() - draft.uncountedFailed.size();
        });
  }

  JobStatus with(JobCondition condition) {
    return with(draft -> draft.conditions = condition.putInto(conditions));
  }

  JobStatus with(Consumer<Draft> changes) {
    var draft = new Draft(this);
    changes.accept(draft);
    return draft.build();
  }

  /** A status while it is changed. */
  static final class Draft {
    int active;
    int ready;
    int terminating;
    int succeeded;
    int failed;
    final Set<String> uncountedSucceeded;
    final Set<String> uncountedFailed;
    Indexes completedIndexes;
    @Nullable Indexes failedIndexes;
    @Nullable Instant startTime;
    @Nullable Instant completionTime;
    List<JobCondition> conditions;

    private Draft(JobStatus status) {
      active = status.active;
      ready = status.ready;
      terminating = status.terminating;
      succeeded = status.succeeded;
      failed = status.failed;
      uncountedSucceeded = new TreeSet<>(status.uncountedSucceeded);
      uncountedFailed = new TreeSet<>(status.uncountedFailed);
      completedIndexes = status.completedIndexes;
      failedIndexes = status.failedIndexes;
      startTime = status.startTime;
      completionTime = status.completionTime;
      conditions = status.conditions;
    }

    private JobStatus build() {
      return new JobStatus(
          active,
          ready,
          terminating,
          succeeded,
          failed,
          uncountedSucceeded,
          uncountedFailed,
          completedIndexes,
          failedIndexes,
          startTime,
          completionTime,
          conditions);
    }
  }
}
