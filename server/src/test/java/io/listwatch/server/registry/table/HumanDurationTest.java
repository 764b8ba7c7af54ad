package io.listwatch.server.registry.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ages as kubectl shows them. */
final class HumanDurationTest {
  @ParameterizedTest
  @CsvSource({
    "-2, <invalid>",
    "-1, 0s",
    "0, 0s",
    "1, 1s",
    "119, 119s",
    "120, 2m",
    "121, 2m1s",
    "192, 3m12s",
    "599, 9m59s",
    "600, 10m",
    "659, 10m",
    "10799, 179m",
    "10800, 3h",
    "10859, 3h",
    "11100, 3h5m",
    "28799, 7h59m",
    "28800, 8h",
    "172799, 47h",
    "172800, 2d",
    "176399, 2d",
    "176400, 2d1h",
    "691199, 7d23h",
    "691200, 8d",
    "63071999, 729d",
    "63072000, 2y",
    "63158399, 2y",
    "63244800, 2y2d",
    "252287999, 7y364d",
    "252288000, 8y",
    "315360000, 10y"
  })
  void showsSecondUnitOnlyForShortDurations(long seconds, String expected) {
    assertThat(HumanDuration.format(Duration.ofSeconds(seconds))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"-1999, 0s", "-2000, <invalid>", "999, 0s", "1999, 1s"})
  void partsOfASecondAreDropped(long millis, String expected) {
    assertThat(HumanDuration.format(Duration.ofMillis(millis))).isEqualTo(expected);
  }

  /** The formatted duration is below the real one by at most one of its smaller unit. */
  @Property(tries = 500)
  void roundsDown(@ForAll @LongRange(max = 400_000_000) long seconds) {
    long shown = 0;
    long smallest = 1;
    var parts =
        Pattern.compile("(\\d+)([smhdy])")
            .matcher(HumanDuration.format(Duration.ofSeconds(seconds)));
    while (parts.find()) {
      smallest =
          switch (parts.group(2)) {
            case "s" -> 1;
            case "m" -> 60;
            case "h" -> 3_600;
            case "d" -> 86_400;
            default -> 365 * 86_400;
          };
      shown += Long.parseLong(parts.group(1)) * smallest;
    }

    assertThat(seconds - shown).isBetween(0L, Math.max(smallest, seconds / 8));
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00Z, 60s",
    "1970-01-01T00:00:30.5Z, 29s",
    "1970-01-01T01:00:00+01:00, 60s",
    "yesterday, <unknown>",
    "1970-13-01T00:00:00Z, <unknown>",
    "'', <unknown>",
  })
  void formatsTimeSinceTimestamp(String time, String age) {
    assertThat(HumanDuration.since(time, Instant.ofEpochSecond(60))).isEqualTo(age);
  }

  @Test
  void missingTimeIsUnknown() {
    assertThat(HumanDuration.since(null, Instant.EPOCH)).isEqualTo("<unknown>");
    assertThat(HumanDuration.instant(null)).isNull();
    assertThat(HumanDuration.instant("")).isNull();
  }
}
