package io.listwatch.workqueue;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reproduced bugs of the official Java client's work queue, which ours must not have. */
final class OfficialClientBugsTest {
  private final ManualTimers timers = new ManualTimers();

  /**
   * The official client loses delayed adds beyond a fixed number of slots: 2,536 of these 20,000
   * arrive.
   */
  @Test
  void o1_noneOfManyDelayedAddsIsLost() {
    var queue = WorkQueue.<Integer>named("o1").timers(timers).build();

    IntStream.range(0, 20_000).forEach(item -> queue.addAfter(item, ofMillis(100)));
    timers.advance(ofMillis(100));

    var delivered = new ArrayList<Integer>();
    for (var item = queue.poll(); item != null; item = queue.poll()) {
      delivered.add(item);
    }
    assertThat(delivered).isEqualTo(IntStream.range(0, 20_000).boxed().toList());
  }

  /**
   * In the official client, the delay's shift overflows: the 64th failure waits 5 milliseconds
   * again.
   */
  @Test
  void o2_delayOfAFailingItemNeverShrinks() {
    RateLimiter<String> limiter = RateLimiter.perItem(timers);

    var last = Duration.ZERO;
    for (int failure = 0; failure < 1_000; failure++) {
      var delay = limiter.next("a");
      assertThat(delay).as("failure %s", failure).isGreaterThanOrEqualTo(last);
      last = delay;
    }

    assertThat(last).isEqualTo(ofSeconds(1000));
  }

  /** In the official client, the bucket refills ten a minute: the 200th retry waits 599 seconds. */
  @Test
  void o3_bucketRefillsTenASecond() {
    RateLimiter<Integer> limiter = RateLimiter.controllerDefault(timers);

    IntStream.range(0, 199).forEach(limiter::next);

    assertThat(limiter.next(199)).isEqualTo(ofSeconds(10));
  }
}
