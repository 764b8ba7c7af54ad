package io.listwatch.workloads.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LogQueryTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** One line a second. */
  private static final List<LogLine> LINES =
      IntStream.range(0, 4)
          .mapToObj(second -> new LogLine(START.plusSeconds(second), "line " + second))
          .toList();

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "tailLines=2, 2",
    "tailLines=0, 4",
    "tailLines=9, 0",
    "sinceSeconds=1, 2",
    "sinceSeconds=9223372036854775807, 0",
    "sinceTime=2026-01-01T00:00:03Z, 3",
    "sinceSeconds=2&tailLines=1, 3",
    "follow=true&other=%20, 0"
  })
  void selectsLastLines(String query, int skipped) throws LogException {
    assertThat(LogQuery.parse(query).select(LINES, START.plusSeconds(3)))
        .isEqualTo(LINES.subList(skipped, LINES.size()));
  }

  @Test
  void readsFlags() throws LogException {
    LogQuery query = LogQuery.parse("follow=true&previous=false&timestamps=1&limitBytes=7");

    assertThat(query.follow()).isTrue();
    assertThat(query.previous()).isFalse();
    assertThat(query.timestamps()).isTrue();
    assertThat(query.limitBytes()).isEqualTo(7);
    assertThat(LogQuery.parse(null).limitBytes()).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tailLines=-1", "tailLines=x", "sinceSeconds=0", "sinceTime=now", "limitBytes=%"})
  void rejectsMalformedValues(String query) {
    assertThatThrownBy(() -> LogQuery.parse(query))
        .isInstanceOfSatisfying(
            LogException.class, failure -> assertThat(failure.code()).isEqualTo(400));
  }

  @Test
  void printsTimesWithNanoseconds() {
    assertThat(LINES.get(1).printed(true)).isEqualTo("2026-01-01T00:00:01.000000000Z line 1\n");
    assertThat(LINES.get(1).printed(false)).isEqualTo("line 1\n");
  }
}
