package io.listwatch.workloads.job;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.Types;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FinishedJobCleanerTest {
  @ParameterizedTest
  @CsvSource({
    "'\"ttlSecondsAfterFinished\":60', Complete, true",
    "'\"ttlSecondsAfterFinished\":60', Failed, true",
    "'\"ttlSecondsAfterFinished\":60', SuccessCriteriaMet, false",
    "'', Complete, false",
  })
  void expiresOnlyFinishedJobsThatHaveTtl(String spec, String condition, boolean expires) {
    var job =
        ControllerFixture.object(
            """
            {"metadata":{"name":"a"},"spec":{%s},"status":{"conditions":[{"type":"%s",\
            "status":"True","lastTransitionTime":"2030-01-01T12:00:00Z"}]}}\
            """
                .formatted(spec, condition));

    assertThat(FinishedJobCleaner.expiry(job))
        .isEqualTo(Optional.of(Instant.parse("2030-01-01T12:01:00Z")).filter(time -> expires));
  }

  @Test
  void deletesFinishedJobWithItsPods() throws InterruptedException {
    try (var cluster = new ControllerFixture()) {
      cluster.run("job-controller", JobController::create);
      cluster.run("ttl-after-finished-controller", FinishedJobCleaner::create);
      cluster.create(
          JobController.JOBS,
          """
          {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"work"},"spec":\
          {"ttlSecondsAfterFinished":0,"template":{"spec":{"restartPolicy":"Never",\
          "containers":[{"name":"main","image":"x"}]}}}}\
          """);

      cluster.podStatus(cluster.awaitPods(1).get(0).name(), "{\"phase\":\"Succeeded\"}");

      eventually(() -> cluster.resources(JobController.JOBS).get("work").isEmpty());
      eventually(() -> cluster.list(Types.PODS).isEmpty());
    }
  }
}
