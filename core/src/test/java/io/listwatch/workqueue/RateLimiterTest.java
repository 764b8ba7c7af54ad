package io.listwatch.workqueue;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RateLimiterTest {
  private final ManualTimers timers = new ManualTimers();

  @Test
  void perItemDelaysDoubleFromFiveMillisecondsUpToAThousandSeconds() {
    RateLimiter<String> limiter = RateLimiter.perItem(timers);

    assertThat(next(limiter, "a", 4))
        .containsExactly(ofMillis(5), ofMillis(10), ofMillis(20), ofMillis(40));
    assertThat(next(limiter, "a", 14)).endsWith(ofMillis(5 << 17));
    assertThat(next(limiter, "a", 2)).containsExactly(ofSeconds(1000), ofSeconds(1000));
    assertThat(limiter.failures("a")).isEqualTo(20);
  }

  @Test
  void perItemDelaysAreIndependent() {
    RateLimiter<String> limiter = RateLimiter.perItem(timers);
    next(limiter, "a", 5);

    assertThat(limiter.next("b")).isEqualTo(ofMillis(5));
    limiter.forget("a");

    assertThat(limiter.next("a")).isEqualTo(ofMillis(5));
    assertThat(limiter.next("b")).isEqualTo(ofMillis(10));
  }

  @Test
  void failureCountsAreKeptForTheMaximumDelayPlusAnHour() {
    RateLimiter<String> limiter = RateLimiter.exponential(ofMillis(5), ofSeconds(1000), timers);
    next(limiter, "a", 3);

    timers.advance(ofSeconds(1000).plus(ofHours(1)));
    assertThat(limiter.failures("a")).isEqualTo(3);

    timers.advance(Duration.ofNanos(1));
    assertThat(limiter.failures("a")).isZero();
    assertThat(limiter.next("a")).isEqualTo(ofMillis(5));
  }

  @Test
  void countsOfItemsThatStoppedFailingAreDropped() {
    var failures = new Failures<Integer>(ofHours(1), timers);
    for (int item = 0; item < 10_000; item++) {
      failures.increment(item);
      timers.advance(ofSeconds(1));
    }

    assertThat(failures.size()).isEqualTo(3601);
  }

  @Test
  void countOfAnItemThatKeepsFailingIsNeverDropped() {
    var failures = new Failures<String>(ofHours(1), timers);
    for (int hour = 0; hour < 100; hour++) {
      failures.increment("a");
      failures.increment("once" + hour);
      timers.advance(ofHours(1));
    }

    assertThat(failures.count("a")).isEqualTo(100);
  }

  @Test
  void fastSlowIsFastForTheFirstTriesOnly() {
    RateLimiter<String> limiter = RateLimiter.fastSlow(ofMillis(5), ofSeconds(10), 3, timers);

    assertThat(next(limiter, "a", 5))
        .containsExactly(ofMillis(5), ofMillis(5), ofMillis(5), ofSeconds(10), ofSeconds(10));
    assertThat(limiter.failures("a")).isEqualTo(5);
    limiter.forget("a");

    assertThat(limiter.next("a")).isEqualTo(ofMillis(5));
  }

  @Test
  void bucketStartsFullThenKeepsItsRate() {
    RateLimiter<String> limiter = RateLimiter.tokenBucket(2, 3, timers);

    assertThat(next(limiter, "a", 6))
        .containsExactly(ZERO, ZERO, ZERO, ofMillis(500), ofMillis(1000), ofMillis(1500));
  }

  @Test
  void bucketRefillsUpToItsBurst() {
    RateLimiter<String> limiter = RateLimiter.tokenBucket(2, 3, timers);
    next(limiter, "a", 3);

    timers.advance(ofMillis(500));
    assertThat(next(limiter, "a", 2)).containsExactly(ZERO, ofMillis(500));

    timers.advance(ofHours(1));
    assertThat(next(limiter, "a", 4)).containsExactly(ZERO, ZERO, ZERO, ofMillis(500));
  }

  @Test
  void theSlowestBucketDoesNotOverflow() {
    RateLimiter<String> limiter = RateLimiter.tokenBucket(1e-300, Integer.MAX_VALUE, timers);

    assertThat(next(limiter, "a", 100)).isSorted().allMatch(delay -> !delay.isNegative());
  }

  @Test
  void maxOfCallsEachLimiterAndReturnsTheLongestDelay() {
    RateLimiter<String> items = RateLimiter.perItem(timers);
    RateLimiter<String> bucket = RateLimiter.tokenBucket(1, 2, timers);
    var limiter = RateLimiter.maxOf(List.of(items, bucket));

    assertThat(next(limiter, "a", 3)).containsExactly(ofMillis(5), ofMillis(10), ofSeconds(1));
    assertThat(limiter.failures("a")).isEqualTo(3);
    assertThat(bucket.next("b")).isEqualTo(ofSeconds(2));
    limiter.forget("a");

    assertThat(items.failures("a")).isZero();
  }

  @Test
  void controllerDefaultIsThePerItemDelayUntilTheBucketIsEmpty() {
    RateLimiter<Integer> limiter = RateLimiter.controllerDefault(timers);

    for (int item = 0; item < 100; item++) {
      assertThat(limiter.next(item)).isEqualTo(ofMillis(5));
    }

    assertThat(limiter.next(100)).isEqualTo(ofMillis(100));
  }

  @Test
  void jitterLengthensDelaysByItsFactorAtMostAndKeepsCounting() {
    RateLimiter<String> limiter =
        RateLimiter.jittered(
            RateLimiter.fastSlow(ofSeconds(1), ofSeconds(1), 0, timers), 0.5, new Random(7));

    var delays = next(limiter, "a", 1000);

    assertThat(delays).allMatch(d -> d.toMillis() >= 1000 && d.toMillis() < 1500);
    assertThat(delays.stream().distinct().count()).isGreaterThan(900);
    assertThat(limiter.failures("a")).isEqualTo(1000);
    limiter.forget("a");
    assertThat(limiter.failures("a")).isZero();
  }

  @Test
  void rejectsInvalidSettings() {
    assertThatThrownBy(() -> RateLimiter.exponential(ZERO, ofSeconds(1), timers))
        .hasMessageStartingWith("first: PT0S");
    assertThatThrownBy(() -> RateLimiter.exponential(ofSeconds(2), ofSeconds(1), timers))
        .hasMessageStartingWith("max: PT1S");
    assertThatThrownBy(() -> RateLimiter.tokenBucket(0, 1, timers))
        .hasMessageStartingWith("perSecond: 0.0");
    assertThatThrownBy(() -> RateLimiter.tokenBucket(Double.NaN, 1, timers))
        .hasMessageStartingWith("perSecond: NaN");
    assertThatThrownBy(() -> RateLimiter.tokenBucket(1, 0, timers))
        .hasMessageStartingWith("burst: 0");
    assertThatThrownBy(() -> RateLimiter.fastSlow(ofSeconds(2), ofSeconds(1), 1, timers))
        .hasMessageStartingWith("slow: PT1S");
    assertThatThrownBy(() -> RateLimiter.fastSlow(ofSeconds(1), ofSeconds(2), -1, timers))
        .hasMessageStartingWith("fastTries: -1");
    assertThatThrownBy(() -> RateLimiter.jittered(RateLimiter.perItem(), -0.1, new Random()))
        .hasMessageStartingWith("factor: -0.1");
  }

  private static <T> List<Duration> next(RateLimiter<T> limiter, T item, int times) {
    var delays = new ArrayList<Duration>();
    for (int i = 0; i < times; i++) {
      delays.add(limiter.next(item));
    }
    return delays;
  }
}
