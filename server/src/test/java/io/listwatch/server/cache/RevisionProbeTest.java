package io.listwatch.server.cache;

import static io.listwatch.server.resource.Things.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.storage.ForwardingStorage;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.StorageUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class RevisionProbeTest {
  private final List<CompletableFuture<Long>> questions = new ArrayList<>();
  private final RevisionProbe probe =
      new RevisionProbe(
          new ForwardingStorage(MemoryStorage.open(new ManualStorageClock())) {
            @Override
            public CompletionStage<Long> currentRevision() {
              var question = new CompletableFuture<Long>();
              questions.add(question);
              return question;
            }
          });

  private void answer(int question, long revision) {
    questions.get(question).complete(revision);
  }

  @Test
  void callerAfterPendingRequestGetsTheNextResponse() {
    CompletionStage<Long> first = probe.ask();
    CompletionStage<Long> second = probe.ask();
    CompletionStage<Long> third = probe.ask();
    assertThat(questions).hasSize(1);

    answer(0, 5);
    assertThat(join(first)).isEqualTo(5);
    assertThat(second.toCompletableFuture()).isNotDone();
    assertThat(questions).hasSize(2);
    answer(1, 7);

    assertThat(List.of(join(second), join(third))).containsOnly(7L);
    assertThat(questions).hasSize(2);
  }

  @Test
  void failureReachesOnlyCallersOfThatRequest() {
    CompletionStage<Long> first = probe.ask();
    CompletionStage<Long> second = probe.ask();

    questions.get(0).completeExceptionally(new StorageUnavailableException("gone"));
    answer(1, 7);

    assertThatThrownBy(() -> join(first)).isInstanceOf(StorageUnavailableException.class);
    assertThat(join(second)).isEqualTo(7);
  }
}
