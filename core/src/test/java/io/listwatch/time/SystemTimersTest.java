package io.listwatch.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SystemTimersTest {
  @Test
  void aScheduledTaskRuns() throws InterruptedException {
    var ran = new CountDownLatch(1);

    Timers.system().schedule(Duration.ofMillis(1), ran::countDown);

    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void failingTaskDoesNotPreventLaterOnes() throws InterruptedException {
    var ran = new CountDownLatch(1);

    Timers.system()
        .schedule(
            Duration.ZERO,
            () -> {
              throw new IllegalStateException("fails on purpose");
            });
    Timers.system().schedule(Duration.ofMillis(1), ran::countDown);

    assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
