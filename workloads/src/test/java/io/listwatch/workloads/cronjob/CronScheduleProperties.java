package io.listwatch.workloads.cronjob;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The next start is the first minute that matches, which a search minute by minute finds, too. */
final class CronScheduleProperties {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  @Property(tries = 200)
  void nextStartIsTheFirstMinuteThatMatches(
      @ForAll @IntRange(min = 1, max = 59) int step,
      @ForAll @IntRange(max = 23) int from,
      @ForAll @IntRange(max = 23) int hours,
      @ForAll @IntRange(max = 7) int weekday,
      @ForAll @IntRange(max = 31_000_000) int seconds) {
    int until = Math.min(23, from + hours);
    String day = weekday == 7 ? "*" : String.valueOf(weekday);
    CronSchedule schedule =
        CronSchedule.parse("*/%d %d-%d * * %s".formatted(step, from, until, day), ZoneOffset.UTC);
    Instant after = START.plusSeconds(seconds);

    ZonedDateTime expected =
        after.atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
    while (expected.getMinute() % step != 0
        || expected.getHour() < from
        || expected.getHour() > until
        || (weekday != 7 && expected.getDayOfWeek().getValue() % 7 != weekday)) {
      expected = expected.plusMinutes(1);
    }

    assertThat(schedule.after(after)).contains(expected.toInstant());
  }

  @Property(tries = 200)
  void aJobIsStartedForTheLatestOfTheMissedTimes(
      @ForAll @IntRange(min = 1, max = 59) int step, @ForAll @IntRange(max = 1_000_000) int late) {
    CronSchedule schedule = CronSchedule.parse("*/%d * * * *".formatted(step), ZoneOffset.UTC);
    Instant now = START.plusSeconds(late);

    Instant start =
        CronDecision.of(schedule, new CronDecision.Input(START, null, null, false, now)).start();

    if (start == null) {
      assertThat(schedule.after(START).orElseThrow()).isAfter(now);
    } else {
      assertThat(start).isBeforeOrEqualTo(now);
      assertThat(schedule.after(start).orElseThrow()).isAfter(now);
    }
  }
}
