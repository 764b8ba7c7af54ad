package io.listwatch.workqueue;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorkQueueDelayTest {
  private final ManualTimers timers = new ManualTimers();
  private final WorkQueue<String> queue = WorkQueue.<String>named("test").timers(timers).build();

  @Test
  void delayedItemIsQueuedAtItsTimeAndNotBefore() {
    queue.addAfter("a", ofSeconds(10));

    timers.advance(ofMillis(9_999));
    assertThat(queue.size()).isZero();

    timers.advance(ofMillis(1));
    assertThat(pollAll()).containsExactly("a");
  }

  @Test
  void delayThatIsNotPositiveMeansNow() {
    queue.addAfter("a", Duration.ZERO);
    queue.addAfter("b", ofSeconds(-1));
    queue.addAfter("c", ofSeconds(Long.MIN_VALUE));

    assertThat(pollAll()).containsExactly("a", "b", "c");
  }

  @Test
  void hugeDelayDoesNotOverflow() {
    queue.addAfter("a", ofSeconds(Long.MAX_VALUE));
    queue.addAfter("b", ofSeconds(1));

    timers.advance(ofMinutes(1));

    assertThat(pollAll()).containsExactly("b");
  }

  @Test
  void delayedItemsAreOrderedByTimeThenByInsertion() {
    queue.addAfter("late", ofSeconds(3));
    queue.addAfter("tie, first", ofSeconds(2));
    queue.addAfter("tie, second", ofSeconds(2));
    queue.addAfter("early", ofSeconds(1));

    timers.advance(ofSeconds(3));

    assertThat(pollAll()).containsExactly("early", "tie, first", "tie, second", "late");
  }

  @Test
  void dueItemGoesBehindQueuedItems() {
    queue.addAfter("delayed", ofSeconds(1));
    queue.add("fresh");

    timers.advance(ofSeconds(1));
    queue.add("fresher");

    assertThat(pollAll()).containsExactly("fresh", "delayed", "fresher");
  }

  @Test
  void keepsTheEarlierOfTwoTimers() {
    queue.addAfter("a", ofSeconds(10));
    queue.addAfter("a", ofSeconds(5));
    queue.addAfter("a", ofSeconds(20));

    timers.advance(ofSeconds(5));
    assertThat(runAll()).containsExactly("a");

    timers.advance(ofMinutes(1));
    assertThat(queue.size()).isZero();
  }

  /** Controllers set a deadline once and rely on it, regardless of other adds. */
  @Test
  void plainAddKeepsTheTimer() {
    queue.addAfter("a", ofMinutes(10));

    queue.add("a");
    assertThat(runAll()).containsExactly("a");

    timers.advance(ofMinutes(10));
    assertThat(runAll()).containsExactly("a");
  }

  @Test
  void retryKeepsTheTimer() {
    queue.addAfter("a", ofMinutes(10));

    queue.addRateLimited("a");
    timers.advance(ofMillis(5));
    assertThat(runAll()).containsExactly("a");

    timers.advance(ofMinutes(10));
    assertThat(runAll()).containsExactly("a");
  }

  /** In client-go the retry stays and causes a second, needless run. */
  @Test
  void runReplacesThePendingRetry() {
    queue.addRateLimited("a");

    queue.add("a");
    assertThat(runAll()).containsExactly("a");

    timers.advance(ofMinutes(10));
    assertThat(queue.size()).isZero();
  }

  @Test
  void retryRequestedDuringTheRunIsKept() {
    queue.add("a");
    queue.poll();

    queue.addRateLimited("a");
    queue.done("a");
    timers.advance(ofMillis(5));

    assertThat(runAll()).containsExactly("a");
  }

  @Test
  void timerThatFiresDuringTheRunCausesOneMoreRun() {
    queue.add("a");
    queue.poll();
    queue.addAfter("a", ofSeconds(1));

    timers.advance(ofSeconds(1));
    assertThat(queue.size()).isZero();
    queue.done("a");

    assertThat(runAll()).containsExactly("a");
  }

  @Test
  void cancelDropsTimerAndRetryButNotTheQueuedItem() {
    queue.add("a");
    queue.addAfter("a", ofSeconds(1));
    queue.addRateLimited("a");

    queue.cancelDelayed("a");

    assertThat(runAll()).containsExactly("a");
    timers.advance(ofMinutes(1));
    assertThat(queue.size()).isZero();
  }

  @Test
  void retriesWaitLongerEachTimeUntilForgotten() {
    assertThat(timeToRetry("a")).isEqualTo(ofMillis(5));
    assertThat(timeToRetry("a")).isEqualTo(ofMillis(10));
    assertThat(timeToRetry("a")).isEqualTo(ofMillis(20));
    assertThat(queue.failures("a")).isEqualTo(3);

    queue.forget("a");

    assertThat(queue.failures("a")).isZero();
    assertThat(timeToRetry("a")).isEqualTo(ofMillis(5));
  }

  private Duration timeToRetry(String item) {
    long start = timers.nanoTime();
    queue.addRateLimited(item);
    while (queue.size() == 0) {
      timers.advance(ofMillis(1));
    }
    assertThat(runAll()).containsExactly(item);
    return Duration.ofNanos(timers.nanoTime() - start);
  }

  @Test
  void oneTimerServesAllDelaysAndNoneIsLeftWhenNothingWaits() {
    queue.addAfter("a", ofSeconds(3));
    queue.addAfter("b", ofSeconds(2));
    queue.addAfter("c", ofSeconds(1));
    queue.addAfter("d", ofSeconds(4));

    assertThat(timers.pending()).isEqualTo(1);
    assertThat(timers.untilNext()).isEqualTo(ofSeconds(1));
    timers.advance(ofSeconds(1));
    assertThat(timers.pending()).isEqualTo(1);
    timers.advance(ofSeconds(3));
    assertThat(timers.pending()).isZero();
    assertThat(pollAll()).containsExactly("c", "b", "a", "d");
  }

  private List<String> pollAll() {
    var items = new ArrayList<String>();
    for (var item = queue.poll(); item != null; item = queue.poll()) {
      items.add(item);
    }
    return items;
  }

  private List<String> runAll() {
    var items = pollAll();
    items.forEach(queue::done);
    return items;
  }
}
