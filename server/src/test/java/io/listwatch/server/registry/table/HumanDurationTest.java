package io.listwatch.server.registry.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HumanDurationTest {
  @ParameterizedTest
  @CsvSource({
    "-2, <invalid>",
    "-1, 0s",
    "0, 0s",
    "119, 119s",
    "120, 2m",
    "192, 3m12s",
    "599, 9m59s",
    "600, 10m",
    "10799, 179m",
    "10800, 3h",
    "11100, 3h5m",
    "28800, 8h",
    "172799, 47h",
    "172800, 2d",
    "176400, 2d1h",
    "691200, 8d",
    "63071999, 729d",
    "63072000, 2y",
    "63244800, 2y2d",
    "252288000, 8y",
    "315360000, 10y"
  })
  void showsWhatMatters(long seconds, String expected) {
    assertThat(HumanDuration.format(Duration.ofSeconds(seconds))).isEqualTo(expected);
  }

  @Test
  void lessThanTwoSecondsAheadIsNow() {
    assertThat(HumanDuration.format(Duration.ofMillis(-1999))).isEqualTo("0s");
  }

  @Test
  void whatIsNoTimeIsUnknown() {
    assertThat(HumanDuration.since("yesterday", Instant.EPOCH)).isEqualTo("<unknown>");
    assertThat(HumanDuration.since(null, Instant.EPOCH)).isEqualTo("<unknown>");
  }
}
