package io.listwatch.workloads.job;

import static io.listwatch.workloads.job.PodPhase.FAILED;
import static io.listwatch.workloads.job.PodPhase.PENDING;
import static io.listwatch.workloads.job.PodPhase.RUNNING;
import static io.listwatch.workloads.job.PodPhase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.job.JobFixture.PodFixture;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class PodPlanProperties {
  @Property(tries = 500)
  void neverRunsMoreThanParallelismOrRemainingCompletions(
      @ForAll @IntRange(max = 5) int parallelism,
      @ForAll @IntRange(max = 8) int completions,
      @ForAll @Size(max = 10) List<PodPhase> phases) {
    JobFixture job = JobFixture.of(parallelism, completions);
    phases.forEach(job::pod);
    JobProgress progress = job.progress();

    PodPlan plan = PodPlan.of(progress);

    int after = progress.active.size() - plan.delete().size() + plan.create().size();
    int wanted = Math.max(0, Math.min(parallelism, completions - progress.succeeded));
    assertThat(after).isEqualTo(wanted);
    assertThat(plan.delete().isEmpty() || plan.create().isEmpty()).isTrue();
  }

  @Property(tries = 500)
  void keepsOnePodPerIndexAndCreatesOnlyPendingIndexes(
      @ForAll @IntRange(min = 1, max = 4) int parallelism,
      @ForAll @IntRange(min = 1, max = 6) int completions,
      @ForAll @Size(max = 8) List<@IntRange(min = -1, max = 7) Integer> running,
      @ForAll @Size(max = 4) List<@IntRange(max = 5) Integer> succeeded) {
    JobFixture job = JobFixture.indexed(parallelism, completions);
    running.forEach(index -> job.pod(RUNNING, index));
    succeeded.forEach(index -> job.pod(SUCCEEDED, index));
    JobProgress progress = job.progress();

    PodPlan plan = PodPlan.of(progress);

    List<Integer> left =
        progress.active.stream()
            .filter(pod -> !plan.delete().contains(pod))
            .map(JobPod::index)
            .toList();
    assertThat(left).doesNotHaveDuplicates().allMatch(i -> i >= 0 && i < completions);
    assertThat(plan.create()).doesNotHaveDuplicates().noneMatch(left::contains);
    assertThat(plan.create()).noneMatch(progress.completedIndexes::has);
    assertThat(left.size() + plan.create().size()).isLessThanOrEqualTo(parallelism);
  }

  @Example
  void suspendedJobDeletesItsActivePods() {
    JobFixture job = JobFixture.of(2, 2).pod(RUNNING).pod(SUCCEEDED);
    job.suspended = true;

    PodPlan plan = PodPlan.of(job.progress());

    assertThat(plan.delete()).extracting(JobPod::name).containsExactly("pod-0");
    assertThat(plan.create()).isEmpty();
  }

  @Example
  void deletesPodsWithLeastProgressFirst() {
    JobFixture job = JobFixture.of(1, 3).pod(RUNNING).pod(PENDING);

    assertThat(PodPlan.of(job.progress()).delete())
        .extracting(JobPod::name)
        .containsExactly("pod-1");
  }

  @Example
  void replacementOfFailedPodWaits() {
    JobFixture job = JobFixture.of(1, 1);
    var failed = new PodFixture("a", -1, FAILED);
    failed.finished = JobFixture.NOW.minusSeconds(4);

    PodPlan plan = PodPlan.of(job.pod(failed).progress());

    assertThat(plan.create()).isEmpty();
    assertThat(plan.delay()).isEqualTo(Duration.ofSeconds(6));
  }

  @Example
  void indexWithoutFailureNeedNotWaitForAnother() {
    JobFixture job = JobFixture.indexed(2, 2);
    job.backoffLimitPerIndex = 3;
    var failed = new PodFixture("a", 0, FAILED);
    failed.finished = JobFixture.NOW.minusSeconds(1);

    assertThat(PodPlan.of(job.pod(failed).progress()).create()).containsExactly(1);
  }

  @Example
  void terminatingPodIsReplacedAtOnceUnlessPolicyIsFailed() {
    JobFixture job = JobFixture.of(1, 1).pod(new PodFixture("a", -1, RUNNING).deleting());

    assertThat(PodPlan.of(job.progress()).create()).hasSize(1);

    job.onlyReplaceFailed = true;
    assertThat(PodPlan.of(job.progress()).create()).isEmpty();
  }

  @Example
  void withoutCompletionsNoPodStartsAfterTheFirstSuccess() {
    JobFixture job = JobFixture.of(3, null).pod(SUCCEEDED).pod(RUNNING);

    PodPlan plan = PodPlan.of(job.progress());

    assertThat(plan.create()).isEmpty();
    assertThat(plan.delete()).isEmpty();
  }
}
