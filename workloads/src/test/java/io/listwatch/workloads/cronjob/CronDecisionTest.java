package io.listwatch.workloads.cronjob;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CronDecisionTest {
  private static final Instant CREATED = Instant.parse("2030-01-01T12:00:10Z");

  @Test
  void startsNothingBeforeTheFirstTime() {
    CronDecision decision = decide("*/10 * * * *", null, null, false, "2030-01-01T12:05:00Z");

    assertThat(decision.start()).isNull();
    assertThat(decision.next()).isEqualTo("2030-01-01T12:10:00Z");
  }

  @Test
  void startsJobAtItsScheduledTime() {
    CronDecision decision = decide("*/10 * * * *", null, null, false, "2030-01-01T12:10:00Z");

    assertThat(decision.start()).isEqualTo("2030-01-01T12:10:00Z");
    assertThat(decision.next()).isEqualTo("2030-01-01T12:20:00Z");
  }

  @Test
  void startsOneJobForEachScheduledTime() {
    CronDecision decision =
        decide("*/10 * * * *", "2030-01-01T12:10:00Z", null, false, "2030-01-01T12:11:00Z");

    assertThat(decision.start()).isNull();
  }

  @Test
  void makesUpForTheMostRecentMissedTimeOnly() {
    CronDecision decision =
        decide("*/10 * * * *", "2030-01-01T12:10:00Z", null, false, "2030-01-01T13:05:00Z");

    assertThat(decision.start()).isEqualTo("2030-01-01T13:00:00Z");
    assertThat(decision.tooManyMissed()).isFalse();
  }

  @Test
  void findsTheMostRecentTimeOfAnUnevenSchedule() {
    CronDecision decision =
        decide("30 6-16/4 * * 1-5", "2030-01-04T06:30:00Z", null, false, "2030-01-07T06:00:00Z");

    assertThat(decision.start()).isEqualTo("2030-01-04T14:30:00Z");
  }

  @Test
  void keepsThePhaseOfAnInterval() {
    CronDecision decision =
        decide("@every 1h", "2030-01-01T12:07:00Z", null, false, "2030-01-03T12:00:00Z");

    assertThat(decision.start()).isEqualTo("2030-01-03T11:07:00Z");
    assertThat(decision.next()).isEqualTo("2030-01-03T12:07:00Z");
  }

  @Test
  void reportsMoreThanAHundredMissedTimes() {
    CronDecision decision =
        decide("* * * * *", "2030-01-01T12:00:00Z", null, false, "2030-06-01T12:00:30Z");

    assertThat(decision.tooManyMissed()).isTrue();
    assertThat(decision.start()).isEqualTo("2030-06-01T12:00:00Z");
  }

  @Test
  void skipsScheduledTimeBeyondTheDeadline() {
    CronDecision late =
        decide("0 * * * *", null, Duration.ofSeconds(60), false, "2030-01-01T13:01:01Z");
    CronDecision inTime =
        decide("0 * * * *", null, Duration.ofSeconds(60), false, "2030-01-01T13:00:59Z");

    assertThat(late.start()).isNull();
    assertThat(inTime.start()).isEqualTo("2030-01-01T13:00:00Z");
  }

  @Test
  void forbiddenConcurrencyBlocksTheStart() {
    CronDecision decision = decide("*/10 * * * *", null, null, true, "2030-01-01T12:10:00Z");

    assertThat(decision.start()).isNull();
    assertThat(decision.blocked()).isTrue();
  }

  private static CronDecision decide(
      String schedule,
      @Nullable String last,
      @Nullable Duration deadline,
      boolean forbidden,
      String now) {
    Instant scheduled = last == null ? null : Instant.parse(last);
    return CronDecision.of(
        CronSchedule.parse(schedule, ZoneOffset.UTC),
        new CronDecision.Input(
            scheduled == null ? CREATED : scheduled,
            scheduled,
            deadline,
            forbidden,
            Instant.parse(now)));
  }
}
