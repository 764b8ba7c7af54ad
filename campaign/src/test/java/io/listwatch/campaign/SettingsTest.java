package io.listwatch.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SettingsTest {
  @Test
  void limitLeavesTimeForTheLastRoundsOfALongRun() throws Exception {
    assertThat(Settings.parse("--duration", "4h").limit())
        .isEqualTo(Duration.ofHours(5).plusMinutes(30));
  }

  @Test
  void shortRunFinishesItsCycle() throws Exception {
    assertThat(Settings.parse("--short").wholeCycle()).isTrue();
    assertThat(Settings.parse("--duration", "1s").wholeCycle()).isFalse();
  }
}
