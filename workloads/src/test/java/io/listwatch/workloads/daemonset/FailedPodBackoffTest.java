package io.listwatch.workloads.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class FailedPodBackoffTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  @Test
  void firstFailureIsReplacedAtOnceAndLaterOnesWaitTwiceAsLong() {
    FailedPodBackoff backoff = FailedPodBackoff.NONE;
    assertThat(backoff.remaining("a", NOW)).isZero();

    backoff = backoff.replaced("a", NOW);
    assertThat(backoff.remaining("a", NOW)).isEqualTo(Duration.ofSeconds(1));
    assertThat(backoff.remaining("b", NOW)).isZero();

    backoff = backoff.replaced("a", NOW.plusSeconds(1));
    assertThat(backoff.remaining("a", NOW.plusSeconds(2))).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void waitsAtMostFifteenMinutesAndDropsOldEntries() {
    FailedPodBackoff backoff = FailedPodBackoff.NONE;
    for (int i = 0; i < 20; i++) {
      backoff = backoff.replaced("a", NOW);
    }

    assertThat(backoff.remaining("a", NOW)).isEqualTo(Duration.ofMinutes(15));
    assertThat(backoff.replaced("b", NOW.plus(Duration.ofHours(1))).nodes()).containsOnlyKeys("b");
  }
}
