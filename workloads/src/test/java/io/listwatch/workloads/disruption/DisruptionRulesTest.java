package io.listwatch.workloads.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisruptionRulesTest {
  private static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    // maxUnavailable, expected, healthy, desired, allowed
    "1, 3, 3, 2, 1",
    "1, 3, 2, 2, 0",
    "5, 3, 1, 0, 1",
    "0, 3, 3, 3, 0",
    "1, 0, 0, 0, 0",
  })
  void maxUnavailableIsRelativeToExpectedPods(
      int maxUnavailable, int expected, int healthy, int desired, int allowed) {
    DisruptionCounts counts = DisruptionCounts.ofMaxUnavailable(maxUnavailable, expected, healthy);

    assertThat(counts.desiredHealthy()).isEqualTo(desired);
    assertThat(counts.allowed()).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    // minAvailable, expected, healthy, allowed
    "2, 3, 3, 1",
    "2, 3, 1, 0",
    "0, 0, 0, 0",
  })
  void minAvailablePodsMustRemain(int minAvailable, int expected, int healthy, int allowed) {
    assertThat(DisruptionCounts.ofMinAvailable(minAvailable, expected, healthy).allowed())
        .isEqualTo(allowed);
  }

  @Test
  void approvalIsDroppedWhenPodIsGoneOrWasNotDeletedInTime() {
    var disrupted =
        new DisruptedPods(
            Map.of(
                "recent", NOW.minusSeconds(30),
                "late", NOW.minusSeconds(121),
                "gone", NOW.minusSeconds(30)));

    DisruptedPods kept = disrupted.at(NOW, List.of("recent", "late"));

    assertThat(kept.approvals()).containsOnlyKeys("recent");
    assertThat(kept.untilNextTimeout(NOW)).contains(Duration.ofSeconds(90).plusMillis(1));
  }
}
