package io.listwatch.reflector;

import static io.listwatch.reflector.ReflectorPolicy.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ReflectorPolicyTest {
  private static final Duration NEGATIVE = Duration.ofSeconds(-1);

  @Test
  void withChangesOnlyTheGivenSettings() {
    ReflectorPolicy changed = CLIENT.with(policy -> policy.pageSize(7));

    assertThat(changed.pageSize()).isEqualTo(7);
    assertThat(changed.with(policy -> policy.pageSize(0))).isEqualTo(CLIENT);
  }

  @Test
  void rejectsNegativeNumbers() {
    assertThatThrownBy(() -> CLIENT.with(policy -> policy.pageSize(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pageSize: -1");
  }

  /**
   * Otherwise a negative duration would cause repeated failures later, without a hint at the cause.
   */
  @Test
  void rejectsNegativeDurations() {
    assertThatThrownBy(() -> CLIENT.with(policy -> policy.watchTimeout(NEGATIVE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("watchTimeout: PT-1S");
    assertThatThrownBy(() -> CLIENT.with(policy -> policy.idleTimeout(NEGATIVE)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CLIENT.with(policy -> policy.internalErrorPatience(NEGATIVE)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CLIENT.with(policy -> policy.resyncPeriod(NEGATIVE)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
