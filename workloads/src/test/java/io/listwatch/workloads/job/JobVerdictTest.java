package io.listwatch.workloads.job;

import static io.listwatch.workloads.job.PodPhase.FAILED;
import static io.listwatch.workloads.job.PodPhase.RUNNING;
import static io.listwatch.workloads.job.PodPhase.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.job.JobFixture.PodFixture;
import io.listwatch.workloads.job.PodFailurePolicy.Action;
import io.listwatch.workloads.job.PodFailurePolicy.ExitCodes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobVerdictTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, ''",
    "0, 1, BackoffLimitExceeded",
    "2, 2, ''",
    "2, 3, BackoffLimitExceeded",
  })
  void failsWhenMorePodsFailedThanBackoffLimit(int limit, int failures, String reason) {
    JobFixture job = JobFixture.of(1, 1);
    job.backoffLimit = limit;
    for (int i = 0; i < failures; i++) {
      job.pod(FAILED);
    }

    assertThat(job.earlyReason()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "true, 0, 1, BackoffLimitExceeded",
    "true, 0, 0, ''",
    "true, 3, 2, ''",
    "true, 3, 3, BackoffLimitExceeded",
    "false, 0, 5, ''",
  })
  void restartsCountOnlyWithRestartPolicyOnFailure(
      boolean onFailure, int limit, int restarts, String reason) {
    JobFixture job = JobFixture.of(1, 1);
    job.restartOnFailure = onFailure;
    job.backoffLimit = limit;
    var pod = new PodFixture("a", -1, RUNNING);
    pod.restarts = restarts;

    assertThat(job.pod(pod).earlyReason()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({"59, DeadlineExceeded", "60, DeadlineExceeded", "61, ''"})
  void failsAtActiveDeadline(int seconds, String reason) {
    JobFixture job = JobFixture.of(1, 1);
    job.activeDeadline = Duration.ofSeconds(seconds);

    assertThat(job.earlyReason()).isEqualTo(reason);
  }

  @Test
  void deadlineDoesNotApplyToSuspendedJob() {
    JobFixture job = JobFixture.of(1, 1);
    job.activeDeadline = Duration.ofSeconds(1);
    job.suspended = true;

    assertThat(job.earlyReason()).isEmpty();
  }

  @Test
  void failJobRuleNamesContainerPodAndRule() {
    JobFixture job = JobFixture.of(1, 1);
    job.failurePolicy =
        new PodFailurePolicy(
            List.of(exitCodeRule(Action.IGNORE, 1), exitCodeRule(Action.FAIL_JOB, 42)));
    job.pod(new PodFixture("a", -1, FAILED).exit(42));

    JobCondition verdict = JobVerdict.early(job.progress()).orElseThrow();

    assertThat(verdict.type()).isEqualTo(JobCondition.Type.FAILURE_TARGET);
    assertThat(verdict.reason()).isEqualTo("PodFailurePolicy");
    assertThat(verdict.message())
        .isEqualTo(
            "Container main for pod default/a failed with exit code 42 matching FailJob rule at"
                + " index 1");
  }

  private static PodFailurePolicy.Rule exitCodeRule(Action action, int code) {
    return new PodFailurePolicy.Rule(action, new ExitCodes(null, true, List.of(code)), List.of());
  }

  @Test
  void ignoredFailuresDoNotCountTowardsBackoffLimit() {
    JobFixture job = JobFixture.of(1, 1);
    job.backoffLimit = 0;
    job.failurePolicy =
        new PodFailurePolicy(
            List.of(
                new PodFailurePolicy.Rule(
                    Action.IGNORE,
                    null,
                    List.of(new JobPod.Condition("DisruptionTarget", "True")))));
    var evicted = new PodFixture("a", -1, FAILED);
    evicted.conditions = List.of(new JobPod.Condition("DisruptionTarget", "True"));

    assertThat(job.pod(evicted).earlyReason()).isEmpty();
    assertThat(job.pod(FAILED).earlyReason()).isEqualTo("BackoffLimitExceeded");
  }

  @ParameterizedTest
  @CsvSource({
    // failures of index 0 so far, failed index limit, reason
    "0, , ''",
    "1, , ''",
    "1, 0, MaxFailedIndexesExceeded",
  })
  void failedIndexEndsJobOnlyBeyondMaxFailedIndexes(
      int failures, Integer maxFailed, String reason) {
    JobFixture job = JobFixture.indexed(2, 2);
    job.backoffLimitPerIndex = 1;
    job.maxFailedIndexes = maxFailed;
    var failed = new PodFixture("a", 0, FAILED);
    failed.indexFailures = failures;

    assertThat(job.pod(failed).pod(RUNNING, 1).earlyReason()).isEqualTo(reason);
  }

  @Test
  void failsWithFailedIndexesOnceEveryIndexIsDecided() {
    JobFixture job = JobFixture.indexed(2, 2);
    job.backoffLimitPerIndex = 0;

    assertThat(job.pod(FAILED, 0).earlyReason()).isEmpty();
    assertThat(job.pod(SUCCEEDED, 1).earlyReason()).isEqualTo("FailedIndexes");
  }

  @Test
  void successPolicyEndsJobBeforeAllCompletions() {
    JobFixture job = JobFixture.indexed(3, 3);
    job.successPolicy =
        new SuccessPolicy(
            List.of(
                new SuccessPolicy.Rule(Indexes.of(List.of(0, 1)), null),
                new SuccessPolicy.Rule(Indexes.of(List.of(1, 2)), 1)));

    assertThat(job.pod(SUCCEEDED, 0).earlyReason()).isEmpty();

    JobCondition verdict = JobVerdict.early(job.pod(SUCCEEDED, 2).progress()).orElseThrow();
    assertThat(verdict.type()).isEqualTo(JobCondition.Type.SUCCESS_CRITERIA_MET);
    assertThat(verdict.message()).isEqualTo("Matched rules at index 1");
  }

  @Test
  void decisionInStatusIsFinal() {
    JobFixture job = JobFixture.of(1, 1);
    job.status =
        job.status.with(
            new JobCondition(
                JobCondition.Type.FAILURE_TARGET, true, "DeadlineExceeded", "m", JobFixture.NOW));

    JobCondition verdict = JobVerdict.early(job.pod(SUCCEEDED).progress()).orElseThrow();

    assertThat(verdict.type()).isEqualTo(JobCondition.Type.FAILED);
    assertThat(verdict.reason()).isEqualTo("DeadlineExceeded");
  }

  @ParameterizedTest
  @CsvSource({
    // completions, succeeded, still active, complete
    "3, 2, 0, false",
    "3, 3, 1, false",
    "3, 3, 0, true",
    ", 0, 0, false",
    ", 1, 1, false",
    ", 1, 0, true",
  })
  void completesWhenCompletionsAreReachedAndNoPodIsActive(
      Integer completions, int succeeded, int active, boolean complete) {
    JobFixture job = JobFixture.of(3, completions);
    for (int i = 0; i < succeeded; i++) {
      job.pod(SUCCEEDED);
    }

    assertThat(JobVerdict.completion(job.progress(), active).isPresent()).isEqualTo(complete);
  }
}
