package io.listwatch.reflector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class BackoffTest {
  private static final RandomGenerator LEAST = () -> 0;
  private static final RandomGenerator MOST = () -> -1;

  private static final List<Duration> BASES =
      Stream.of(800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000).map(Duration::ofMillis).toList();

  /**
   * Delays of one run of client-go, from the end of each attempt to the start of the next: fifteen
   * attempts, the first at once. The second that each attempt took is not included.
   */
  private static final List<Duration> MEASURED =
      Stream.of(
              1_284_438_667L,
              3_105_450_176L,
              5_330_910_046L,
              9_201_774_039L,
              18_253_303_837L,
              43_222_952_920L,
              31_998_912_477L,
              34_729_838_970L,
              32_941_101_108L,
              39_063_617_190L,
              45_498_957_001L,
              54_462_938_656L,
              36_463_043_438L,
              41_460_279_724L)
          .map(Duration::ofNanos)
          .toList();

  private final ManualTimers timers = new ManualTimers();

  @Test
  void doublesFrom800MillisecondsTo30Seconds() {
    var backoff = new Backoff(BackoffPolicy.CLIENT, timers, LEAST);

    List<Duration> delays = fail(backoff, 9);

    assertThat(delays).isEqualTo(bases(9));
  }

  @Test
  void jitterAtMostDoublesTheDelay() {
    var backoff = new Backoff(BackoffPolicy.CLIENT, timers, MOST);

    List<Duration> delays = fail(backoff, 9);

    for (int i = 0; i < delays.size(); i++) {
      Duration twice = base(i).multipliedBy(2);
      assertThat(delays.get(i)).isBetween(twice.minusNanos(10), twice);
    }
  }

  @Test
  void staysWithinTheBoundsMeasuredOnClientGo() {
    for (int i = 0; i < MEASURED.size(); i++) {
      assertThat(MEASURED.get(i))
          .isGreaterThanOrEqualTo(base(i))
          .isLessThan(base(i).multipliedBy(2));
    }
  }

  @Test
  void reproducesTheMeasuredDelaysWithoutWaiting() {
    var collection = new FakeCollection();
    MEASURED.forEach(attempt -> collection.failNextList(Failures.internalError()));
    var jitter = new Jitter();

    try (var run =
        ReflectorRun.start(
            collection, builder -> builder.policy(ReflectorRun.LISTING).random(jitter))) {
      MEASURED.forEach(attempt -> run.skipPause());

      assertThat(run.asked().stream().filter(line -> line.startsWith("list"))).hasSize(15);
      assertThat(run.pauses()).hasSameSizeAs(MEASURED);
      for (int i = 0; i < MEASURED.size(); i++) {
        assertThat(run.pauses().get(i)).isCloseTo(MEASURED.get(i), Duration.ofNanos(100));
      }
    }
  }

  /** client-go starts over every two minutes, which more than doubles the load during an outage. */
  @Test
  void doesNotStartOverDuringALongOutage() {
    var backoff = new Backoff(BackoffPolicy.CLIENT, timers, MOST);
    fail(backoff, 7);

    List<Duration> delays = fail(backoff, 60);

    assertThat(delays).allMatch(delay -> delay.compareTo(Duration.ofSeconds(59)) > 0);
  }

  @Test
  void startsOverAfterTwoMinutesWithoutAFailure() {
    var backoff = new Backoff(BackoffPolicy.CLIENT, timers, LEAST);
    fail(backoff, 7);

    timers.advance(Duration.ofMinutes(2).minus(base(6)));
    Duration justNotIdle = backoff.next();
    timers.advance(Duration.ofMinutes(2).plusNanos(1));
    Duration idle = backoff.next();

    assertThat(justNotIdle).isEqualTo(Duration.ofSeconds(30));
    assertThat(idle).isEqualTo(base(0));
  }

  @Test
  void constantPolicyAlwaysHasTheSameDelay() {
    var backoff = new Backoff(BackoffPolicy.constant(Duration.ofSeconds(1)), timers, MOST);

    assertThat(fail(backoff, 3)).containsOnly(Duration.ofSeconds(1));
  }

  @Test
  void rejectsAShrinkingDelay() {
    Duration second = Duration.ofSeconds(1);

    assertThatThrownBy(() -> new BackoffPolicy(second, 0.5, 0, second, second))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.5");
    assertThatThrownBy(() -> new BackoffPolicy(second, 2, 0, Duration.ZERO, second))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT0S");
  }

  /** Fails and waits the given number of times. */
  private List<Duration> fail(Backoff backoff, int times) {
    List<Duration> delays = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      Duration delay = backoff.next();
      delays.add(delay);
      timers.advance(delay);
    }
    return delays;
  }

  private static Duration base(int attempt) {
    return BASES.get(Math.min(attempt, BASES.size() - 1));
  }

  private static List<Duration> bases(int count) {
    return Stream.iterate(0, i -> i + 1).limit(count).map(BackoffTest::base).toList();
  }

  /** Reproduces the jitter of the measured run. */
  private static final class Jitter implements RandomGenerator {
    private int calls;

    @Override
    public double nextDouble() {
      int call = calls++;
      return call < MEASURED.size()
          ? (double) MEASURED.get(call).toNanos() / base(call).toNanos() - 1
          : 0;
    }

    @Override
    public long nextLong() {
      throw new UnsupportedOperationException("only fractions are asked for");
    }
  }
}
