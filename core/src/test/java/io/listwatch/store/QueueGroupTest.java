package io.listwatch.store;

import static io.listwatch.model.Notes.note;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several queues with one consumer. */
@Timeout(60)
final class QueueGroupTest {
  private final QueueGroup group = new QueueGroup();
  private final InformerQueue first = group.addInOrder(() -> StoreSnapshot.EMPTY, 10);
  private final InformerQueue second = group.addInOrder(() -> StoreSnapshot.EMPTY, 10);

  private int takeOne() throws InterruptedException {
    return take().queue();
  }

  private QueueGroup.Taken take() throws InterruptedException {
    return requireNonNull(group.take());
  }

  @Test
  void busyQueueDoesNotStarveOtherQueues() throws Exception {
    for (int i = 1; i <= 3; i++) {
      // Each bookmark is a batch of its own.
      first.bookmark(ResourceVersion.of(i));
      second.bookmark(ResourceVersion.of(i));
    }

    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      taken.add(takeOne());
    }

    assertThat(taken).containsExactly(0, 1, 0, 1, 0, 1);
    assertThat(group.size()).isZero();
  }

  @Test
  void everyProducerWakesTheConsumer() throws Exception {
    var taken =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return takeOne();
              } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
              }
            });

    second.replace(List.of(note("a")), Set.of(), ResourceVersion.of(5));

    assertThat(taken.get(30, TimeUnit.SECONDS)).isEqualTo(1);
  }

  @Test
  void eachQueueHasItsOwnInitialList() throws Exception {
    first.replace(List.of(note("a")), Set.of(), ResourceVersion.of(5));
    QueueGroup.Taken one = take();
    second.replace(List.of(note("b")), Set.of(), ResourceVersion.of(5));
    QueueGroup.Taken two = take();

    assertThat(List.of(one, two)).allMatch(taken -> taken.batch().completesInitial());
  }

  @Test
  void takeReturnsNullWhenAllQueuesAreClosedAndEmpty() throws Exception {
    first.bookmark(ResourceVersion.of(1));

    group.close();

    assertThat(takeOne()).isZero();
    assertThat(group.take()).isNull();
  }
}
