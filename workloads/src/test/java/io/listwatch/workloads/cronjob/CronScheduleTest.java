package io.listwatch.workloads.cronjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronScheduleTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/5 * * * *    | 2030-01-01T12:01:30Z | 2030-01-01T12:05:00Z",
        "*/5 * * * *    | 2030-01-01T12:05:00Z | 2030-01-01T12:10:00Z",
        "0 0 * * *      | 2030-01-01T00:00:00Z | 2030-01-02T00:00:00Z",
        "30 6-16/4 * * 1-5 | 2030-01-04T15:00:00Z | 2030-01-07T06:30:00Z",
        "0 0 13 * 5     | 2030-01-01T00:00:00Z | 2030-01-04T00:00:00Z",
        "0 0 13 * *     | 2030-01-01T00:00:00Z | 2030-01-13T00:00:00Z",
        "0 0 29 feb ?   | 2030-01-01T00:00:00Z | 2032-02-29T00:00:00Z",
        "10/20 * * * *  | 2030-01-01T12:00:00Z | 2030-01-01T12:10:00Z",
        "0 9 * * SUN    | 2030-01-01T00:00:00Z | 2030-01-06T09:00:00Z",
        "@hourly        | 2030-01-01T12:01:00Z | 2030-01-01T13:00:00Z",
        "@every 1h30m   | 2030-01-01T12:00:00Z | 2030-01-01T13:30:00Z",
        "TZ=America/New_York 0 9 * * * | 2030-01-01T00:00:00Z | 2030-01-01T14:00:00Z",
      })
  void findsTheNextStart(String schedule, String after, String next) {
    assertThat(CronSchedule.parse(schedule, ZoneOffset.UTC).after(Instant.parse(after)))
        .contains(Instant.parse(next));
  }

  @Test
  void startsAtLocalTimeOfTheZone() {
    CronSchedule schedule = CronSchedule.parse("30 2 * * *", ZoneId.of("Europe/Berlin"));

    // Clocks skip 02:30 on 2030-03-31.
    assertThat(schedule.after(Instant.parse("2030-03-30T12:00:00Z")))
        .contains(Instant.parse("2030-04-01T00:30:00Z"));
  }

  @Test
  void impossibleDateHasNoStart() {
    assertThat(CronSchedule.parse("0 0 31 2 *", ZoneOffset.UTC).after(Instant.EPOCH)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "* * * *",
        "60 * * * *",
        "* * * * 8",
        "5-1 * * * *",
        "*/0 * * * *",
        "@every soon",
        "@never",
        "a * * * *"
      })
  void rejectsMalformedSchedule(String schedule) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CronSchedule.parse(schedule, ZoneOffset.UTC));
  }
}
