package io.listwatch.objects.schema.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Durations of the format {@code duration}; FunctionTablesTest has those of the function. */
final class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "1h30m, PT1H30M",
    "-1h30m, PT-1H-30M",
    "+1.5h, PT1H30M",
    "100ns, PT0.0000001S",
    "1us, PT0.000001S",
    "1µs, PT0.000001S",
    "1ms, PT0.001S",
    "0.5ns, PT0S",
    // One integer and a unit word
    "3 ns, PT0.000000003S",
    "3 nanos, PT0.000000003S",
    "3 nanoseconds, PT0.000000003S",
    "3 us, PT0.000003S",
    "3 µs, PT0.000003S",
    "3 micros, PT0.000003S",
    "3 microseconds, PT0.000003S",
    "3 ms, PT0.003S",
    "3 milliseconds, PT0.003S",
    "3 s, PT3S",
    "3 sec, PT3S",
    "3 secs, PT3S",
    "3 seconds, PT3S",
    "3 m, PT3M",
    "3 min, PT3M",
    "3 mins, PT3M",
    "3 minutes, PT3M",
    "3 h, PT3H",
    "3 hr, PT3H",
    "3 hours, PT3H",
    "3 d, PT72H",
    "3 day, PT72H",
    "3 days, PT72H",
    "3d, PT72H",
    "1 w, PT168H",
    "1 wk, PT168H",
    "1 week, PT168H",
    "2weeks, PT336H",
    "3 DAYS, PT72H",
    "3   days, PT72H",
    // Several integers, each with a unit word
    "1 day 2 hours, PT26H",
    "1 day and 2 hours, PT26H",
    "1d2h3m, PT26H3M",
    "1 day 2 parsecs, PT24H",
    "0 days, PT0S",
  })
  void readsDuration(String text, Duration expected) {
    assertThat(Durations.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-",
        "+",
        "1",
        "1.5",
        "h",
        "day",
        "1 parsec",
        "1.d",
        "1 hrs",
        "soon",
        ".h",
        "1 µ",
        "9223372036854775808ns",
        "106752 days",
        "99999999999999999999 weeks",
      })
  void rejectsMalformedDuration(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(RuleFailure.class)
        .hasMessage("Invalid duration " + text + ": unable to parse " + text + " as duration");
  }

  @Test
  void longestDurationsHave64Bits() {
    assertThat(Durations.parse("9223372036854775807ns")).isEqualTo(nanos(Long.MAX_VALUE));
    assertThat(Durations.parse("-9223372036854775808ns")).isEqualTo(nanos(Long.MIN_VALUE));
    assertThat(Durations.parse("106751 days")).isEqualTo(Duration.ofDays(106_751));
    assertThat(Durations.parseParts("9223372036854775808ns")).isNull();
  }

  @Test
  void stringsOfMoreThan64CharactersAreNotDurations() {
    String longest = "0".repeat(63) + "s";

    assertThat(Durations.parse(longest)).isZero();
    assertThat(Durations.parseParts(longest)).isEqualTo(Duration.ZERO);
    assertThat(Durations.parseParts("0" + longest)).isNull();
    assertThatThrownBy(() -> Durations.parse("0" + longest)).isInstanceOf(RuleFailure.class);
    assertThatThrownBy(() -> Durations.parse(" ".repeat(60) + "1 day"))
        .isInstanceOf(RuleFailure.class);
  }

  @Test
  void functionRejectsUnitWords() {
    assertThat(Durations.parseParts("1 day")).isNull();
    assertThat(Durations.parseParts("1d")).isNull();
    assertThat(Durations.parseParts("1H")).isNull();
    assertThat(Durations.parseParts("1h30m")).isEqualTo(Duration.ofMinutes(90));
  }

  private static Duration nanos(long nanos) {
    return Duration.ofNanos(nanos);
  }
}
