package io.listwatch.store;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.listwatch.store.InformerQueue.Batch;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class InOrderQueueTest extends InformerQueueContract {
  @Override
  InformerQueue queue(IndexedStore store) {
    return new InOrderQueue(CAPACITY);
  }

  @Test
  void deltasOfDifferentObjectsShareABatch() {
    queue.add(note("a", 1));
    queue.update(note("b", 2));
    queue.delete(note("c", 3));

    assertThat(drain.next().deltas())
        .containsExactly(
            new Delta.Added(note("a", 1)),
            new Delta.Updated(note("b", 2)),
            new Delta.Deleted(note("c", 3)));
  }

  @Test
  void secondDeltaOfAnObjectBeginsANewBatch() {
    queue.add(note("a", 1));
    queue.add(note("b", 2));
    queue.update(note("a", 3));
    queue.update(note("b", 4));

    assertThat(drain.everything())
        .extracting(Batch::deltas)
        .containsExactly(
            List.of(new Delta.Added(note("a", 1)), new Delta.Added(note("b", 2))),
            List.of(new Delta.Updated(note("a", 3)), new Delta.Updated(note("b", 4))));
  }

  @Test
  void deltaAboutAllObjectsIsABatchOfItsOwn() {
    var round = new Round("one");
    queue.add(note("a", 1));
    queue.bookmark(version(2));
    queue.add(note("b", 3));
    queue.resync(round);
    queue.add(note("c", 4));
    queue.replace(List.of(note("c", 4)), Set.of(key("d")), version(5));
    queue.add(note("e", 6));

    assertThat(drain.everything())
        .extracting(Batch::deltas)
        .containsExactly(
            List.of(new Delta.Added(note("a", 1))),
            List.of(new Delta.Bookmark(version(2))),
            List.of(new Delta.Added(note("b", 3))),
            List.of(new Delta.SyncedAll(round)),
            List.of(new Delta.Added(note("c", 4))),
            List.of(new Delta.ReplacedAll(List.of(note("c", 4)), Set.of(key("d")), version(5))),
            List.of(new Delta.Added(note("e", 6))));
  }

  @Test
  void aBatchHasAtMostAThousandDeltas() {
    var roomy = new InOrderQueue();
    IntStream.range(0, 1500).forEach(i -> roomy.add(note("n" + i)));

    List<Batch> batches = new Drain(roomy, store).everything();

    assertThat(batches).extracting(batch -> batch.deltas().size()).containsExactly(1000, 500);
  }

  @Test
  void deletionOfAnUnknownObjectIsReturned() {
    queue.delete(note("a", 1));

    assertThat(drain.next().deltas()).containsExactly(new Delta.Deleted(note("a", 1)));
  }

  @Test
  void deltasBeforeTheFirstListAreInitial() {
    queue.bookmark(version(1));
    queue.replace(List.of(note("a")), Set.of(), version(2));

    List<Batch> batches = drain.everything();

    assertThat(batches).hasSize(2).allMatch(Batch::initial);
    assertThat(batches).extracting(Batch::completesInitial).containsExactly(false, true);
  }

  @Test
  void rejectsACapacityOfZero() {
    assertThatIllegalArgumentException().isThrownBy(() -> new InOrderQueue(0));
  }
}
