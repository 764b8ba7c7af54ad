package io.listwatch.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProgressTest {
  private static final long TOTAL = 250_000;

  private final ManualTimers timers = new ManualTimers();
  private final List<String> lines = new ArrayList<>();
  private final Progress progress = new Progress("copying", timers, lines::add);

  private void reach(Duration after, long done) {
    timers.advance(after);
    progress.reached(done, () -> TOTAL);
  }

  @Test
  void reportsNothingWithinTheFirstSecond() {
    timers.advance(Duration.ofMillis(999));

    progress.reached(
        1,
        () -> {
          throw new AssertionError("nobody needs to know");
        });

    assertThat(lines).isEmpty();
  }

  @Test
  void reportsShareAndTimeLeftOncePerSecond() {
    reach(Duration.ofSeconds(2), 41_000);
    reach(Duration.ofMillis(900), 60_000);
    reach(Duration.ofMillis(100), 62_500);

    assertThat(lines)
        .containsExactly(
            "copying: 41,000 of 250,000 (16%), 11 s left",
            "copying: 62,500 of 250,000 (25%), 10 s left");
  }

  @Test
  void roundsLongTimes() {
    reach(Duration.ofMinutes(1), 25_000);
    reach(Duration.ofHours(1), 25_001);

    assertThat(lines)
        .extracting(line -> line.replaceFirst(".*, ", ""))
        .containsExactly("9 min left", "9 h left");
  }

  @Test
  void omitsTheShareBeyondTheExpectedTotal() {
    reach(Duration.ofSeconds(1), TOTAL + 1);

    assertThat(lines).containsExactly("copying: 250,001");
  }
}
