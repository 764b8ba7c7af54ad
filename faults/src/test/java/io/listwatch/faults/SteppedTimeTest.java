package io.listwatch.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SteppedTimeTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimers real = new ManualTimers();
  private final SteppedTime time = new SteppedTime(real);
  private final List<String> done = new ArrayList<>();

  private Timers.Timer schedule(int seconds, String what) {
    return time.schedule(Duration.ofSeconds(seconds), () -> done.add(what));
  }

  /** The underlying manual timers run due tasks when they are advanced, even by zero. */
  private void runDue() {
    real.advance(Duration.ZERO);
  }

  @Test
  void followsUnderlyingTimersUntilFrozen() {
    schedule(1, "a");

    real.advance(SECOND);

    assertThat(done).containsExactly("a");
    assertThat(time.now()).isEqualTo(real.now());
    assertThat(time.nanoTime()).isEqualTo(real.nanoTime());
  }

  @Test
  void standsStillWhileFrozen() {
    Instant then = time.now();
    schedule(1, "before");
    time.freeze();
    schedule(1, "after");

    real.advance(Duration.ofMinutes(1));

    assertThat(done).isEmpty();
    assertThat(time.now()).isEqualTo(then);
    assertThat(time.nanoTime()).isZero();
  }

  @Test
  void stepRunsDueTasksInOrder() {
    time.freeze();
    schedule(3, "c");
    schedule(1, "a");
    schedule(2, "b");
    schedule(2, "b again");

    time.step(SECOND.multipliedBy(2));
    runDue();

    assertThat(done).containsExactly("a", "b", "b again");
    time.step(SECOND);
    runDue();
    assertThat(done).endsWith("c");
  }

  @Test
  void runsTaskWithoutDelayWhileFrozen() {
    time.freeze();
    schedule(0, "a");

    runDue();

    assertThat(done).containsExactly("a");
  }

  @Test
  void resumesFromFrozenTime() {
    time.freeze();
    schedule(10, "a");
    real.advance(Duration.ofMinutes(1));
    time.step(SECOND.multipliedBy(4));

    time.resume();
    real.advance(SECOND.multipliedBy(5));
    assertThat(done).isEmpty();
    real.advance(SECOND);

    assertThat(done).containsExactly("a");
    assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(10).toNanos());
  }

  @Test
  void stepsWhileRunning() {
    schedule(60, "a");

    time.step(Duration.ofSeconds(59));
    runDue();
    assertThat(done).isEmpty();
    real.advance(SECOND);

    assertThat(done).containsExactly("a");
    assertThat(Duration.between(real.now(), time.now())).isEqualTo(Duration.ofSeconds(59));
  }

  @Test
  void doesNotRunCancelledTasks() {
    Timers.Timer running = schedule(1, "a");
    running.cancel();
    time.freeze();
    Timers.Timer frozen = schedule(1, "b");
    frozen.cancel();

    time.step(SECOND);
    real.advance(SECOND);

    assertThat(done).isEmpty();
  }

  @Test
  void timerFiringWhileFrozenWaitsForStep() {
    schedule(1, "a");
    real.advance(SECOND.dividedBy(2));
    time.freeze();
    real.advance(SECOND);
    assertThat(done).isEmpty();

    time.step(SECOND.dividedBy(2));
    runDue();

    assertThat(done).containsExactly("a");
  }
}
