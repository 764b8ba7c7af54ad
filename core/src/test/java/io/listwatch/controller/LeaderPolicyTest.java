package io.listwatch.controller;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LeaderPolicyTest {
  @Test
  void usesKubernetesDefaultDurations() {
    assertThat(LeaderPolicy.DEFAULT)
        .isEqualTo(new LeaderPolicy(ofSeconds(15), ofSeconds(10), ofSeconds(2), true));
  }

  @Test
  void rejectsALeaseDurationBelowTheRenewDeadline() {
    assertRefused(ofSeconds(10), ofSeconds(10), ofSeconds(2), "leaseDuration: PT10S");
    assertAccepted(ofSeconds(10).plusNanos(1), ofSeconds(10), ofSeconds(2));
  }

  @Test
  void rejectsARenewDeadlineTooShortForAJitteredRetry() {
    assertRefused(ofSeconds(15), ofMillis(2_400), ofSeconds(2), "renewDeadline: PT2.4S");
    assertAccepted(ofSeconds(15), ofMillis(2_401), ofSeconds(2));
  }

  @Test
  void rejectsARetryPeriodThatIsNotPositive() {
    assertRefused(ofSeconds(15), ofSeconds(10), Duration.ZERO, "retryPeriod: PT0S");
    assertRefused(ofSeconds(15), ofSeconds(10), ofSeconds(-1), "retryPeriod: PT-1S");
    assertAccepted(ofSeconds(15), ofSeconds(10), ofNanos(1));
  }

  @Test
  void rejectsAnEmptyIdentity() {
    assertThatThrownBy(
            () -> LeaderElector.builder(new FakeLease(), "", new RecordingListener()).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("identity: empty");
  }

  private static void assertRefused(
      Duration lease, Duration deadline, Duration retry, String message) {
    assertThatThrownBy(() -> new LeaderPolicy(lease, deadline, retry, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  private static void assertAccepted(Duration lease, Duration deadline, Duration retry) {
    assertThatCode(() -> new LeaderPolicy(lease, deadline, retry, true)).doesNotThrowAnyException();
  }
}
