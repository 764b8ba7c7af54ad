package io.listwatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.sqlite.ProgressListener;
import io.listwatch.time.ManualTimers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Progress without a terminal; only the launcher knows about terminals. */
final class ProgressLineTest {
  private final ManualTimers timers = new ManualTimers();
  private final StringWriter said = new StringWriter();
  private final ProgressLine line = new ProgressLine(new PrintWriter(said));

  @Test
  void printsCountOnceASecond() {
    ProgressListener checking = line.of("checking", timers);
    checking.reached(1, 1_000);
    timers.advance(Duration.ofSeconds(2));
    checking.reached(250, 1_000);
    checking.reached(300, 1_000);
    line.close();

    assertThat(said.toString()).isEqualTo("checking: 250 of 1,000 (25%), 7 s left\n");
  }

  @Test
  void printsBytesInMebibytes() {
    ProgressListener copying = line.ofBytes("copying", timers);
    copying.reached(1, 400L << 20);
    timers.advance(Duration.ofSeconds(1));
    copying.reached(100L << 20, 400L << 20);

    assertThat(said.toString()).isEqualTo("copying, in MiB: 100 of 400 (25%), 4 s left\n");
  }

  /** Otherwise the time of the copy would count as time of the check. */
  @Test
  void measuresTimeFromFirstReport() {
    ProgressListener checking = line.of("checking", timers);
    timers.advance(Duration.ofMinutes(5));
    checking.reached(1, 1_000);
    timers.advance(Duration.ofSeconds(1));
    checking.reached(500, 1_000);

    assertThat(said.toString()).isEqualTo("checking: 500 of 1,000 (50%), 2 s left\n");
  }
}
