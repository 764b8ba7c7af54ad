package io.listwatch.server.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceVersion;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads that wait for a version. */
final class FreshnessTest {
  private final ManualTimers timers = new ManualTimers();
  private final AtomicLong reached = new AtomicLong(5);
  private final AtomicInteger requests = new AtomicInteger();
  private final Freshness freshness =
      new Freshness(reached::get, requests::incrementAndGet, timers);

  private CompletableFuture<Void> await(long version) {
    return freshness.await(ResourceVersion.of(version)).toCompletableFuture();
  }

  @Test
  void readOfAReachedVersionDoesNotWait() {
    assertThat(await(5)).isCompleted();
    assertThat(timers.pending()).isZero();
    assertThat(requests).hasValue(0);
  }

  @Test
  void readsCompleteInOrderOfTheirVersions() {
    var seventh = await(7);
    var sixth = await(6);

    reached.set(6);
    freshness.reached(6, false);

    assertThat(sixth).isCompleted();
    assertThat(seventh).isNotDone();
  }

  @Test
  void readFailsAfterTheTimeout() {
    var read = await(7);

    timers.advance(Freshness.TIMEOUT);

    assertThat(read)
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("Too large resource version: 7, current: 5");
    assertThat(timers.pending()).isZero();
  }

  /** With a pass over the queue for each late read, there would be 80 billion comparisons. */
  @Test
  @Timeout(60)
  void manyLateReadsFailInOnePass() {
    var last = await(7);
    for (int i = 0; i < 400_000; i++) {
      // Complete, so that it keeps no exception: all of them would not fit into the heap.
      await(1_000_000 - i).complete(null);
    }

    timers.advance(Freshness.TIMEOUT);

    assertThat(last).isCompletedExceptionally();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void closingFailsWaitingAndLaterReads() {
    var waiting = await(7);

    freshness.close();

    assertThat(waiting).isCompletedExceptionally();
    assertThat(await(8)).isCompletedExceptionally();
  }
}
