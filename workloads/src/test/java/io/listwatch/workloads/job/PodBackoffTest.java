package io.listwatch.workloads.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.workloads.job.JobFixture.PodFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodBackoffTest {
  private static final Instant NOW = JobFixture.NOW;

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 10", "2, 20", "6, 320", "7, 600", "100, 600"})
  void doublesUpToTenMinutes(int failures, int seconds) {
    assertThat(new PodBackoff(failures, NOW).remaining(NOW)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void ignoresFailuresBeforeTheLastSuccess() {
    var before = new PodBackoff(3, NOW.minusSeconds(90));

    PodBackoff after =
        before.after(
            List.of(pod(NOW.minusSeconds(50))),
            List.of(pod(NOW.minusSeconds(70)), pod(NOW.minusSeconds(5))));

    assertThat(after).isEqualTo(new PodBackoff(1, NOW.minusSeconds(5)));
  }

  @Test
  void addsFailuresWithoutSuccess() {
    var before = new PodBackoff(3, NOW.minusSeconds(90));

    assertThat(before.after(List.of(), List.of(pod(NOW)))).isEqualTo(new PodBackoff(4, NOW));
    assertThat(before.after(List.of(), List.of())).isEqualTo(before);
  }

  private static JobPod pod(Instant finished) {
    var pod = new PodFixture("a", -1, PodPhase.FAILED);
    pod.finished = finished;
    return pod.build();
  }
}
