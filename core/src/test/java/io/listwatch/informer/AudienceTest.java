package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.store.IndexedStore;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class AudienceTest {
  private final ManualTimers timers = new ManualTimers();
  private final Audience audience =
      new Audience(new IndexedStore((index, object, cause) -> {}).snapshot());

  @Test
  void waitsForTheBatchThatReadersMayAlreadySee() throws Exception {
    audience.begin();
    assertThat(told(Duration.ZERO)).isFalse();

    var told = CompletableFuture.supplyAsync(() -> told(Duration.ofDays(1)));
    timers.awaitPending(1);
    audience.finish();

    assertThat(answer(told)).isTrue();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void waitForABatchTimesOut() throws Exception {
    audience.begin();

    var told = CompletableFuture.supplyAsync(() -> told(Duration.ofDays(1)));
    timers.awaitPending(1);
    timers.advance(Duration.ofDays(1));

    assertThat(answer(told)).isFalse();
  }

  private boolean told(Duration atMost) {
    try {
      return audience.awaitTold(List.of(), atMost, timers);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
