package io.listwatch.store;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ReflectorStoreContract;
import io.listwatch.store.InformerQueue.Batch;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of every {@link InformerQueue} for its producers and its consumer. */
@Timeout(60)
abstract class InformerQueueContract extends ReflectorStoreContract {
  static final int CAPACITY = 10;

  final IndexedStore store = new IndexedStore((index, object, cause) -> {});
  final InformerQueue queue = queue(store);
  final Drain drain = new Drain(queue, store);

  /** Returns a queue of the capacity {@value #CAPACITY} whose consumer fills {@code store}. */
  abstract InformerQueue queue(IndexedStore store);

  @AfterEach
  void letEverybodyGo() {
    queue.close();
  }

  @Override
  protected InformerQueue store() {
    return queue;
  }

  @Override
  protected Collection<Resource> visible() {
    drain.everything();
    return store.snapshot().all();
  }

  @Test
  void takeBlocksUntilABatch() throws Exception {
    var consumer = inBackground(() -> drain.next());
    awaitWaiting(consumer);

    queue.add(note("a"));

    assertThat(result(consumer).deltas()).contains(new Delta.Added(note("a")));
  }

  @Test
  void interruptedTakeLosesNothing() throws Exception {
    var consumer = inBackground(queue::take);
    awaitWaiting(consumer);

    consumer.thread.interrupt();

    assertThatThrownBy(() -> result(consumer)).hasCauseInstanceOf(InterruptedException.class);
    queue.add(note("a"));
    assertThat(visible()).containsExactly(note("a"));
  }

  @Test
  void queuedDeltasCanBeTakenAfterClose() throws Exception {
    queue.add(note("a"));

    queue.close();

    assertThat(drain.next().deltas()).contains(new Delta.Added(note("a")));
    assertThat(queue.take()).isNull();
    assertThat(queue.take()).isNull();
  }

  @Test
  void closeUnblocksTheConsumer() throws Exception {
    var consumer = inBackground(queue::take);
    awaitWaiting(consumer);

    queue.close();

    assertThat(result(consumer)).isNull();
  }

  @Test
  void deltasAfterCloseAreIgnored() throws Exception {
    queue.replace(List.of(note("a")), Set.of(), version(1));
    drain.everything();

    queue.close();
    queue.add(note("b", 2));
    queue.update(note("a", 3));
    queue.delete(note("a", 4));
    queue.bookmark(version(5));
    queue.replace(List.of(), Set.of(), version(6));
    queue.resync();

    assertThat(queue.size()).isZero();
    assertThat(queue.take()).isNull();
  }

  @Test
  void producerBlocksAtTheCapacityUntilTheConsumerTakes() throws Exception {
    fill();
    var producer = inBackground(() -> add(note("late", 99)));
    awaitWaiting(producer);
    assertThat(queue.size()).isEqualTo(CAPACITY);

    drain.next();

    result(producer);
    assertThat(visible()).hasSize(CAPACITY + 1).contains(note("late", 99));
  }

  @Test
  void closeUnblocksAProducerAtTheCapacity() throws Exception {
    fill();
    var producer = inBackground(() -> add(note("late", 99)));
    awaitWaiting(producer);

    queue.close();

    result(producer);
    assertThat(visible()).hasSize(CAPACITY).doesNotContain(note("late", 99));
  }

  @Test
  void interruptedProducerAtTheCapacityLosesNothing() throws Exception {
    fill();
    var producer =
        inBackground(
            () -> {
              Thread.currentThread().interrupt();
              queue.add(note("late", 99));
              return Thread.currentThread().isInterrupted();
            });
    awaitWaiting(producer);

    drain.next();

    assertThat(result(producer)).isTrue();
    assertThat(visible()).contains(note("late", 99));
  }

  private void fill() {
    IntStream.range(0, CAPACITY).forEach(i -> queue.add(note("n" + i, i + 1)));
    assertThat(queue.size()).isEqualTo(CAPACITY);
  }

  private @Nullable Void add(Resource object) {
    queue.add(object);
    return null;
  }

  @Test
  void listIsAddedWholeBeyondTheCapacity() {
    List<Resource> items = IntStream.range(0, 3 * CAPACITY).mapToObj(i -> note("n" + i)).toList();

    queue.replace(items, Set.of(), version(1));

    assertThat(visible()).containsExactlyInAnyOrderElementsOf(items);
  }

  @Test
  void resyncDoesNotBlockAtTheCapacityAndIsQueuedOnce() {
    var round = new Round("one");
    queue.replace(List.of(note("a")), Set.of(), version(1));
    drain.everything();
    fill();
    queue.resync(round);
    int size = queue.size();

    queue.resync(round);

    assertThat(queue.size()).isEqualTo(size);
    assertThat(drain.everything()).filteredOn(batch -> tellsOf(batch, round)).hasSize(1);
  }

  @Test
  void everyResyncRoundIsDelivered() {
    var one = new Round("one");
    var another = new Round("another");
    queue.replace(List.of(note("a")), Set.of(), version(1));
    drain.everything();

    queue.resync(one);
    queue.resync(another);

    List<Batch> batches = drain.everything();
    assertThat(batches).anyMatch(batch -> tellsOf(batch, one));
    assertThat(batches).anyMatch(batch -> tellsOf(batch, another));
  }

  private static boolean tellsOf(Batch batch, SyncRound round) {
    return batch.deltas().stream()
        .anyMatch(
            delta ->
                (delta instanceof Delta.SyncedAll all && all.round().equals(round))
                    || (delta instanceof Delta.Synced one && one.round().equals(round)));
  }

  @Test
  void theBatchesOfTheFirstListAreInitialAndTheLastCompletesIt() {
    queue.replace(List.of(note("a"), note("b")), Set.of(), version(3));
    queue.add(note("c", 4));

    List<Batch> batches = drain.everything();

    Batch completing = batches.stream().filter(Batch::completesInitial).findFirst().orElseThrow();
    int end = batches.indexOf(completing) + 1;
    assertThat(batches.subList(0, end)).allMatch(Batch::initial);
    assertThat(keys(batches.subList(0, end))).containsExactlyInAnyOrder(key("a"), key("b"));
    assertThat(batches.subList(end, batches.size()))
        .isNotEmpty()
        .noneMatch(Batch::initial)
        .noneMatch(Batch::completesInitial);
  }

  private static List<ResourceKey> keys(List<Batch> batches) {
    return batches.stream()
        .flatMap(batch -> batch.deltas().stream())
        .flatMap(
            delta ->
                delta instanceof Delta.ReplacedAll list
                    ? list.items().stream().map(Resource::key)
                    : delta instanceof Delta.OfObject one
                        ? List.of(one.key()).stream()
                        : List.<ResourceKey>of().stream())
        .toList();
  }

  @Test
  void emptyFirstListCompletesTheInitialList() {
    queue.replace(List.of(), Set.of(), version(3));

    assertThat(drain.everything())
        .singleElement()
        .matches(Batch::initial)
        .matches(Batch::completesInitial);
    assertThat(store.snapshot().version()).isEqualTo(version(3));
  }

  @Test
  void firstObjectWithoutAListCompletesTheInitialList() {
    queue.add(note("a", 1));
    queue.add(note("b", 2));
    queue.add(note("a", 3));
    queue.replace(List.of(note("a", 3)), Set.of(), version(4));

    List<Batch> batches = drain.everything();

    assertThat(batches).noneMatch(Batch::initial);
    assertThat(batches.get(0).completesInitial()).isTrue();
    assertThat(batches.subList(1, batches.size())).noneMatch(Batch::completesInitial);
  }

  @Test
  void bookmarkDoesNotCompleteTheInitialList() {
    queue.bookmark(version(1));

    assertThat(drain.everything()).noneMatch(Batch::completesInitial);
  }

  @Test
  void storeReachesTheListsVersionOnlyWithItsLastObject() {
    queue.replace(List.of(note("a", 1), note("b", 2)), Set.of(), version(7));

    while (store.snapshot().size() < 2) {
      assertThat(store.snapshot().version().isUnset()).isTrue();
      drain.next();
    }

    assertThat(store.snapshot().version()).isEqualTo(version(7));
  }

  @Test
  void storeReachesTheVersionOfEveryChangeAndBookmark() {
    queue.add(note("a", 1));
    drain.everything();
    assertThat(store.snapshot().version()).isEqualTo(version(1));

    queue.bookmark(version(4));
    drain.everything();
    assertThat(store.snapshot().version()).isEqualTo(version(4));

    queue.delete(note("a", 6));
    drain.everything();
    assertThat(store.snapshot().version()).isEqualTo(version(6));

    queue.delete(note("unknown", 8));
    drain.everything();
    assertThat(store.snapshot().version()).isEqualTo(version(8));
  }

  @Test
  void manyProducersLoseNothing() throws Exception {
    var producers =
        IntStream.range(0, 4)
            .mapToObj(
                p ->
                    inBackground(
                        () -> {
                          for (int i = 1; i <= 200; i++) {
                            queue.add(note("p" + p + "-" + i, i));
                          }
                          return p;
                        }))
            .toList();

    while (store.snapshot().size() < 800) {
      drain.next();
    }

    for (var producer : producers) {
      result(producer);
    }
    assertThat(queue.size()).isZero();
  }

  /** Makes lists and resyncs coincide with batches that have been taken and are not applied yet. */
  @Test
  void consumerEndsWithTheProducersState() throws Exception {
    var random = new Random(7);
    var told = new TreeMap<ResourceKey, Resource>();
    for (int round = 0; round < 500; round++) {
      int start = round * 10;

      var producer = inBackground(() -> tellAtRandom(random, told, start));
      while (!producer.task.isDone() || queue.size() > 0) {
        if (queue.size() > 0) {
          drain.next();
        }
      }

      assertThat(store.snapshot().all()).containsExactlyElementsOf(told.values());
      assertThat(store.snapshot().version()).isEqualTo(result(producer));
    }
  }

  /** Returns the version that the collection has reached. */
  private ResourceVersion tellAtRandom(Random random, Map<ResourceKey, Resource> told, int start) {
    for (int i = start + 1; i <= start + 10; i++) {
      Resource object = note("n" + random.nextInt(8), i);
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          told.remove(object.key());
          queue.delete(object);
        }
        case 3 -> {
          told.keySet().removeIf(key -> random.nextBoolean());
          queue.replace(List.copyOf(told.values()), Set.of(), version(i));
        }
        case 4 -> {
          queue.resync();
          queue.bookmark(version(i));
        }
        default -> {
          told.put(object.key(), object);
          queue.update(object);
        }
      }
    }
    return version(start + 10);
  }

  record Round(String name) implements SyncRound {}

  private static <T> Background<T> inBackground(Callable<T> work) {
    var task = new FutureTask<T>(work);
    var thread = new Thread(task, "InformerQueueContract");
    thread.setDaemon(true);
    thread.start();
    return new Background<>(thread, task);
  }

  private static void awaitWaiting(Background<?> background) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> background.thread.getState() == Thread.State.WAITING);
  }

  private static <T> T result(Background<T> background) throws Exception {
    return background.task.get(30, TimeUnit.SECONDS);
  }

  private record Background<T>(Thread thread, FutureTask<T> task) {}
}
