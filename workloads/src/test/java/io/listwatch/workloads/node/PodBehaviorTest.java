package io.listwatch.workloads.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PodBehaviorTest {
  @Test
  void combinesWords() {
    assertThat(
            PodBehavior.parse(
                "ready-after=2m, exit=1,exit-after=500ms,terminate-after=1h,"
                    + "init-exit=3,init-after=4s"))
        .isEqualTo(
            new PodBehavior(
                true,
                Duration.ofMinutes(2),
                1,
                Duration.ofMillis(500),
                Duration.ofHours(1),
                false,
                3,
                Duration.ofSeconds(4)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sleepy", "ready-after", "ready-after=30", "exit=x", "exit=-1", ""})
  void rejectsUnknownWords(String text) {
    assertThatThrownBy(() -> PodBehavior.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: ready");
  }
}
