package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.resultOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.store.IndexedStore;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class HandlerGroupTest {
  private final ManualTimers timers = new ManualTimers();
  private final HandlerGroup handlerGroup =
      new HandlerGroup(new IndexedStore((index, object, cause) -> {}).snapshot());

  @Test
  void waitsForTheBatchThatReadersMayAlreadySee() throws Exception {
    handlerGroup.begin();
    assertThat(delivered(Duration.ZERO)).isFalse();

    var delivered = CompletableFuture.supplyAsync(() -> delivered(Duration.ofDays(1)));
    timers.awaitPending(1);
    handlerGroup.finish();

    assertThat(resultOf(delivered)).isTrue();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void waitForABatchTimesOut() throws Exception {
    handlerGroup.begin();

    var delivered = CompletableFuture.supplyAsync(() -> delivered(Duration.ofDays(1)));
    timers.awaitPending(1);
    timers.advance(Duration.ofDays(1));

    assertThat(resultOf(delivered)).isFalse();
  }

  private boolean delivered(Duration atMost) {
    try {
      return handlerGroup.awaitDelivered(List.of(), atMost, timers);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
