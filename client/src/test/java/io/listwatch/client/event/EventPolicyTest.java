package io.listwatch.client.event;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class EventPolicyTest {
  @Test
  void changesEveryValue() {
    EventPolicy changed =
        EventPolicy.DEFAULT.with(
            policy ->
                policy
                    .queue(1)
                    .remembered(2)
                    .similar(3)
                    .window(ofSeconds(4))
                    .burst(5)
                    .refill(ofSeconds(6))
                    .attempts(7)
                    .pause(ofSeconds(8)));

    assertThat(changed)
        .isEqualTo(new EventPolicy(1, 2, 3, ofSeconds(4), 5, ofSeconds(6), 7, ofSeconds(8)));
  }

  @Test
  void keepsUnchangedValues() {
    assertThat(EventPolicy.DEFAULT.with(policy -> {})).isEqualTo(EventPolicy.DEFAULT);
  }
}
