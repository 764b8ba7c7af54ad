package io.listwatch.store;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceVersion;
import io.listwatch.store.InformerQueue.Batch;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DeltaFifoTest extends InformerQueueContract {
  private final Round round = new Round("one");

  @Override
  InformerQueue queue(IndexedStore store) {
    return new DeltaFifo(store::snapshot, CAPACITY);
  }

  @Test
  void deltasOfOneObjectFormOneBatch() {
    queue.add(note("a", 1));
    queue.add(note("b", 2));
    queue.update(note("a", 3));
    queue.delete(note("a", 4));

    assertThat(drain.everything())
        .extracting(Batch::deltas)
        .containsExactly(
            List.of(
                new Delta.Added(note("a", 1)),
                new Delta.Updated(note("a", 3)),
                new Delta.Deleted(note("a", 4)),
                new Delta.Bookmark(version(1))),
            List.of(new Delta.Added(note("b", 2)), new Delta.Bookmark(version(4))));
  }

  @Test
  void takenObjectIsQueuedAgainAtTheEnd() {
    queue.add(note("a", 1));
    queue.add(note("b", 2));
    drain.next();

    queue.update(note("a", 3));

    assertThat(told(drain.next())).containsExactly(new Delta.Added(note("b", 2)));
    assertThat(told(drain.next())).containsExactly(new Delta.Updated(note("a", 3)));
  }

  @Test
  void deletionOfAnUnknownObjectIsDropped() {
    queue.delete(note("a", 1));

    assertThat(drain.everything())
        .extracting(Batch::deltas)
        .containsExactly(List.of(new Delta.Bookmark(version(1))));
  }

  @Test
  void deletionOfAnObjectBeingAppliedIsKept() {
    queue.add(note("a", 1));
    Batch added = drain.take();

    queue.delete(note("a", 2));

    drain.apply(added);
    assertThat(told(drain.next())).containsExactly(new Delta.Deleted(note("a", 2)));
  }

  @Test
  void deletionOfAnObjectBeingDeletedIsDropped() {
    hold("a");
    queue.delete(note("a", 2));
    Batch deleted = drain.take();

    queue.delete(note("a", 3));

    drain.apply(deleted);
    assertThat(told(drain.next())).isEmpty();
  }

  @Test
  void keepsTheFirstOfTwoDeletions() {
    hold("a");

    queue.delete(note("a", 2));
    queue.delete(note("a", 3));

    assertThat(told(drain.next())).containsExactly(new Delta.Deleted(note("a", 2)));
  }

  @Test
  void observedDeletionReplacesAnInferredOne() {
    hold("a");

    queue.replace(List.of(), Set.of(), version(2));
    queue.delete(note("a", 3));

    assertThat(told(drain.next())).containsExactly(new Delta.Deleted(note("a", 3)));
  }

  @Test
  void observedDeletionIsNotInferredAgain() {
    hold("a");

    queue.delete(note("a", 2));
    queue.replace(List.of(), Set.of(), version(3));

    assertThat(told(drain.next())).containsExactly(new Delta.Deleted(note("a", 2)));
    assertThat(queue.size()).isZero();
  }

  @Test
  void listBecomesReplacedDeltasThenMissingOnes() {
    hold("a", "b");

    queue.replace(List.of(note("c", 4), note("b", 3)), Set.of(), version(5));

    assertThat(drain.everything())
        .extracting(DeltaFifoTest::told)
        .containsExactly(
            List.of(new Delta.Replaced(note("c", 4))),
            List.of(new Delta.Replaced(note("b", 3))),
            List.of(new Delta.Missing(key("a"), note("a", 1))));
  }

  /** A bug of the official Java client: a relist checked only the objects already in the store. */
  @Test
  void o7_queuedObjectMissingInAListIsDeleted() {
    queue.add(note("ghost", 1));

    queue.replace(List.of(), Set.of(), version(3));

    assertThat(told(drain.next()))
        .containsExactly(
            new Delta.Added(note("ghost", 1)), new Delta.Missing(key("ghost"), note("ghost", 1)));
    assertThat(store.snapshot().all()).isEmpty();
  }

  /** The same bug, one step later: the object is taken from the queue and not yet in the store. */
  @Test
  void o7_objectBeingAppliedAndMissingInAListIsDeleted() {
    queue.add(note("ghost", 1));
    Batch added = drain.take();

    queue.replace(List.of(), Set.of(), version(3));

    drain.apply(added);
    assertThat(told(drain.next()))
        .containsExactly(new Delta.Missing(key("ghost"), note("ghost", 1)));
    assertThat(store.snapshot().all()).isEmpty();
  }

  @Test
  void objectBeingDeletedAndMissingInAListIsNotDeletedTwice() {
    hold("a");
    queue.delete(note("a", 2));
    Batch deleted = drain.take();

    queue.replace(List.of(), Set.of(), version(3));

    drain.apply(deleted);
    assertThat(told(drain.next())).isEmpty();
  }

  @Test
  void unreadableObjectIsNotDeleted() {
    hold("a");
    queue.add(note("b", 2));

    queue.replace(List.of(), Set.of(key("a"), key("b")), version(3));

    assertThat(drain.everything())
        .extracting(DeltaFifoTest::told)
        .containsExactly(List.of(new Delta.Added(note("b", 2))));
  }

  @Test
  void inferredDeletionsOfTheFirstListAreInitial() {
    hold("a");
    var another = new DeltaFifo(store::snapshot);

    another.replace(List.of(note("b")), Set.of(), version(2));

    assertThat(new Drain(another, store).everything())
        .containsExactly(
            new Batch(
                List.of(new Delta.Replaced(note("b")), new Delta.Bookmark(ResourceVersion.UNSET)),
                true,
                false),
            new Batch(
                List.of(new Delta.Missing(key("a"), note("a")), new Delta.Bookmark(version(2))),
                true,
                true));
  }

  @Test
  void resyncQueuesEveryKnownObject() {
    hold("a", "b");

    queue.resync(round);

    assertThat(drain.everything())
        .extracting(DeltaFifoTest::told)
        .containsExactly(
            List.of(new Delta.Synced(note("a", 1), round)),
            List.of(new Delta.Synced(note("b", 2), round)));
  }

  /** Otherwise the old state would be delivered after the new one. */
  @Test
  void resyncSkipsQueuedObjects() {
    hold("a", "b");
    queue.update(note("a", 3));

    queue.resync(round);

    assertThat(drain.everything())
        .extracting(DeltaFifoTest::told)
        .containsExactly(
            List.of(new Delta.Updated(note("a", 3))),
            List.of(new Delta.Synced(note("b", 2), round)));
  }

  @Test
  void resyncUsesTheNewStateOfAnObjectBeingApplied() {
    hold("a", "b");
    queue.update(note("a", 3));
    Batch updated = drain.take();

    queue.resync(round);

    drain.apply(updated);
    assertThat(drain.everything())
        .extracting(DeltaFifoTest::told)
        .containsExactly(
            List.of(new Delta.Synced(note("b", 2), round)),
            List.of(new Delta.Synced(note("a", 3), round)));
  }

  @Test
  void resyncSkipsAnObjectBeingDeleted() {
    hold("a");
    queue.delete(note("a", 2));
    Batch deleted = drain.take();

    queue.resync(round);

    drain.apply(deleted);
    assertThat(queue.size()).isZero();
    assertThat(store.snapshot().all()).isEmpty();
  }

  @Test
  void onlyTheLatestQueuedBookmarkIsReturned() {
    queue.bookmark(version(1));
    queue.bookmark(version(2));

    assertThat(drain.everything())
        .extracting(Batch::deltas)
        .containsExactly(List.of(new Delta.Bookmark(version(2))));
  }

  @Test
  void bookmarkWaitsForEarlierDeltas() {
    queue.add(note("a", 1));
    queue.add(note("b", 2));
    queue.bookmark(version(9));

    assertThat(drain.next().version()).isEqualTo(version(1));
    assertThat(drain.next().version()).isEqualTo(version(9));
  }

  /** Fills the store with notes at versions 1, 2, … */
  private void hold(String... names) {
    for (int i = 0; i < names.length; i++) {
      queue.add(note(names[i], i + 1));
    }
    drain.everything();
  }

  /** Returns the deltas of a batch without the bookmark at its end. */
  private static List<Delta> told(Batch batch) {
    int end = batch.deltas().size() - 1;
    assertThat(batch.deltas().get(end)).isInstanceOf(Delta.Bookmark.class);
    return batch.deltas().subList(0, end);
  }
}
