package io.listwatch.workloads.job;

import static io.listwatch.workloads.job.JobCondition.Type.COMPLETE;
import static io.listwatch.workloads.job.JobCondition.Type.FAILED;
import static io.listwatch.workloads.job.JobCondition.Type.FAILURE_TARGET;
import static io.listwatch.workloads.job.JobCondition.Type.SUCCESS_CRITERIA_MET;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.job.JobFixture.PodFixture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PodTrackingTest {
  @Test
  void countsPodOnlyAfterItsFinalizerIsGone() {
    JobFixture job = JobFixture.of(2, 2).pod(PodPhase.SUCCEEDED).pod(PodPhase.FAILED);

    PodTracking tracking = track(job, null);

    assertThat(tracking.status().uncountedSucceeded()).containsExactly("uid-of-pod-0");
    assertThat(tracking.status().uncountedFailed()).containsExactly("uid-of-pod-1");
    assertThat(tracking.status().succeeded()).isZero();
    JobStatus settled = tracking.settled(job.progress());
    assertThat(settled.succeeded()).isEqualTo(1);
    assertThat(settled.failed()).isEqualTo(1);
    assertThat(settled.hasUncounted()).isFalse();
  }

  @Test
  void countsUncountedPodsThatLostTheirFinalizerInAnEarlierRun() {
    JobFixture job = JobFixture.of(1, 2);
    job.status = job.status.with(draft -> draft.uncountedSucceeded.add("gone"));

    JobStatus status = track(job, null).status();

    assertThat(status.succeeded()).isEqualTo(1);
    assertThat(status.hasUncounted()).isFalse();
  }

  @Test
  void doesNotCountPodWithoutFinalizerAgain() {
    JobFixture job = JobFixture.of(1, 2);
    job.status = job.status.with(draft -> draft.succeeded = 1);
    var counted = new PodFixture("a", -1, PodPhase.SUCCEEDED);
    counted.tracked = false;

    assertThat(track(job.pod(counted), null).settled(job.progress()).succeeded()).isEqualTo(1);
  }

  @Test
  void completesWithBothConditions() {
    JobFixture job = JobFixture.of(1, 1).pod(PodPhase.SUCCEEDED);
    JobCondition met = JobVerdict.completion(job.progress(), 0).orElseThrow();

    PodTracking tracking = track(job, met);

    assertThat(tracking.status().has(SUCCESS_CRITERIA_MET)).isTrue();
    assertThat(tracking.status().finished()).isFalse();
    JobStatus settled = tracking.settled(job.progress());
    assertThat(settled.has(COMPLETE)).isTrue();
    assertThat(settled.completionTime()).isEqualTo(JobFixture.NOW);
  }

  @Test
  void failedJobCountsItsRunningPodsAsFailed() {
    JobFixture job = JobFixture.of(1, 1).pod(PodPhase.RUNNING);
    var target = new JobCondition(FAILURE_TARGET, true, "DeadlineExceeded", "m", JobFixture.NOW);

    PodTracking tracking = track(job, target);

    assertThat(tracking.status().has(FAILURE_TARGET)).isTrue();
    JobStatus settled = tracking.settled(job.progress());
    assertThat(settled.failed()).isEqualTo(1);
    assertThat(settled.has(FAILED)).isTrue();
    assertThat(settled.completionTime()).isNull();
  }

  @Test
  void jobEndsOnlyWhenNoPodIsTerminating() {
    JobFixture job = JobFixture.of(1, 1).pod(PodPhase.SUCCEEDED);
    job.status = job.status.with(draft -> draft.terminating = 1);
    JobCondition met = JobVerdict.completion(job.progress(), 0).orElseThrow();

    JobStatus settled = track(job, met).settled(job.progress());

    assertThat(settled.has(SUCCESS_CRITERIA_MET)).isTrue();
    assertThat(settled.finished()).isFalse();
  }

  @Test
  void failedPodKeepsFinalizerUntilItsReplacementExists() {
    JobFixture job = JobFixture.indexed(1, 1);
    job.backoffLimitPerIndex = 2;
    job.pod(PodPhase.FAILED, 0);

    assertThat(track(job, null).release()).isEmpty();

    job.pod(PodPhase.RUNNING, 0);
    assertThat(track(job, null).release()).extracting(JobPod::name).containsExactly("pod-0");
  }

  @Test
  void completedIndexesCountOnce() {
    JobFixture job = JobFixture.indexed(2, 3).pod(PodPhase.SUCCEEDED, 1).pod(PodPhase.SUCCEEDED, 1);

    JobStatus settled = track(job, null).settled(job.progress());

    assertThat(settled.completedIndexes()).hasToString("1");
    assertThat(settled.succeeded()).isEqualTo(1);
  }

  @Test
  void stopsWhenTheStatusIsFull() {
    JobFixture job = JobFixture.of(1, 2000);
    for (int i = 0; i < PodTracking.MAX_UNCOUNTED + 10; i++) {
      job.pod(PodPhase.SUCCEEDED);
    }

    PodTracking tracking = track(job, null);

    assertThat(tracking.release()).hasSize(PodTracking.MAX_UNCOUNTED);
    assertThat(tracking.complete()).isFalse();
  }

  private static PodTracking track(JobFixture job, @Nullable JobCondition verdict) {
    return PodTracking.of(job.progress(), job.status, verdict, false);
  }
}
