package io.listwatch.workqueue;

import static java.time.Duration.ofNanos;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Many producers and workers at once, to check two guarantees: every add is followed by a run that
 * sees the state at the time of the add, and no item is processed by two workers at a time.
 */
final class WorkQueueStressTest {
  private static final int ITEMS = 512;
  private static final int PRODUCERS = 3;
  private static final int WORKERS = 4;
  private static final int ADDS_EACH = 200_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final WorkQueue<Integer> queue = WorkQueue.<Integer>named("stress").build();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** The value that each item's run has to see. Incremented before each add. */
  private final AtomicIntegerArray wanted = new AtomicIntegerArray(ITEMS);

  /** The value that the item's last run saw. */
  private final AtomicIntegerArray seen = new AtomicIntegerArray(ITEMS);

  private final AtomicIntegerArray running = new AtomicIntegerArray(ITEMS);
  private final Semaphore runs = new Semaphore(0);

  @AfterEach
  void end() {
    queue.close();
    threads.shutdownNow();
  }

  @Test
  void everyAddIsFollowedByARunBeforeTheDrainEnds() throws Exception {
    var workers = start(WORKERS, this::work);

    produce((item, random) -> queue.add(item));

    assertThat(queue.drain(PATIENCE)).isTrue();
    assertThat(seen).hasToString(wanted.toString());
    awaitAll(workers);
  }

  @Test
  void everyDelayedAddIsFollowedByARun() throws Exception {
    var workers = start(WORKERS, this::work);

    produce((item, random) -> queue.addAfter(item, ofNanos(random.nextInt(2_000_000))));

    // A drain would drop delayed items.
    while (!seen.toString().equals(wanted.toString())) {
      assertThat(runs.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .as("another run")
          .isTrue();
    }
    queue.close();
    awaitAll(workers);
  }

  private void produce(BiConsumer<Integer, Random> add) throws Exception {
    var seeds = new AtomicInteger();
    awaitAll(
        start(
            PRODUCERS,
            () -> {
              var random = new Random(seeds.incrementAndGet());
              for (int i = 0; i < ADDS_EACH; i++) {
                int item = random.nextInt(ITEMS);
                wanted.incrementAndGet(item);
                add.accept(item, random);
              }
              return true;
            }));
  }

  private boolean work() throws InterruptedException {
    for (var item = queue.take(); item != null; item = queue.take()) {
      assertThat(running.incrementAndGet(item)).as("workers with item %s", item).isEqualTo(1);
      seen.set(item, wanted.get(item));
      running.decrementAndGet(item);
      queue.done(item);
      runs.release();
    }
    return true;
  }

  private List<Future<Boolean>> start(int count, Callable<Boolean> action) {
    var started = new ArrayList<Future<Boolean>>();
    for (int i = 0; i < count; i++) {
      started.add(threads.submit(action));
    }
    return started;
  }

  private static void awaitAll(List<Future<Boolean>> started) throws Exception {
    for (var one : started) {
      assertThat(one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }
}
