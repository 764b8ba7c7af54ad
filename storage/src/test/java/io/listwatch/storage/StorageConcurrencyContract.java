package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Contract of concurrent use by many threads. */
abstract class StorageConcurrencyContract extends StorageFixture {
  private static final int WRITERS = 4;
  private static final int WRITES = 200;
  private static final int ROUNDS = 1_000;

  /** Takes some tens of microseconds. */
  private static final int MAX_SPINS = 1_000;

  /** Timeout for hundreds of writes, each of which may wait for a slow disk. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void noIncrementOfACounterIsLost() throws Exception {
    Key counter = key("counter");
    done(storage.create(counter, value("0")));

    together(
        writer -> {
          for (int i = 0; i < WRITES; i++) {
            increment(counter);
          }
        });

    assertThat(storage.get(counter).map(StorageFixture::text))
        .hasValue(Integer.toString(WRITERS * WRITES));
  }

  private void increment(Key counter) {
    StoredEntry current = storage.get(counter).orElseThrow();
    while (true) {
      byte[] next = value(Integer.toString(Integer.parseInt(text(current)) + 1));
      try {
        done(storage.update(counter, next, current.revision()));
        return;
      } catch (RevisionConflictException e) {
        current = e.current().orElseThrow();
      }
    }
  }

  @Test
  void oneOfManyCreatesSucceeds() throws Exception {
    for (int round = 0; round < 20; round++) {
      Key key = key("key " + round);
      var winners = new ConcurrentSkipListSet<Integer>();

      together(
          writer -> {
            try {
              done(storage.create(key, value("writer " + writer)));
              winners.add(writer);
            } catch (RevisionConflictException e) {
              assertThat(e.current()).isPresent();
            }
          });

      assertThat(winners).hasSize(1);
      assertThat(storage.get(key).map(StorageFixture::text)).hasValue("writer " + winners.first());
    }
  }

  @Test
  void everyWriteHasAUniqueRevision() throws Exception {
    long start = currentRevision();
    var revisions = new ConcurrentSkipListSet<Long>();

    together(
        writer -> {
          long last = start;
          for (int i = 0; i < WRITES; i++) {
            long revision = put("key " + writer, "value " + i);
            assertThat(revision).isGreaterThan(last);
            assertThat(revisions.add(revision)).isTrue();
            last = revision;
          }
        });

    assertThat(revisions).hasSize(WRITERS * WRITES);
    if (engine().hasDenseRevisions()) {
      assertThat(revisions.first()).isEqualTo(start + 1);
      assertThat(revisions.last()).isEqualTo(start + WRITERS * WRITES);
    }
  }

  @Test
  void allConcurrentWritesComplete() {
    long start = currentRevision();
    var stages = new ArrayList<CompletionStage<Long>>();

    for (int i = 0; i < WRITES; i++) {
      stages.add(storage.put(key("key " + i), value("value")));
    }

    assertThat(stages.stream().map(Stages::done).distinct())
        .hasSize(WRITES)
        .allMatch(revision -> revision > start);
    assertThat(storage.count(ALL)).isEqualTo(WRITES);
  }

  @Test
  void watchesDeliverConcurrentWritesInOrderAndOnce() throws Exception {
    long start = currentRevision();
    var everything = threads.submit(() -> untilEnd(watch(ALL, start)));
    var odd = threads.submit(() -> untilEnd(watch(KeyRange.from(key("key 2")), start)));

    together(
        writer -> {
          for (int i = 0; i < WRITES; i++) {
            put("key " + writer, "value " + i);
            if (i % 10 == 9) {
              delete("key " + writer);
            }
          }
        });
    put("key end", "end");

    var sets = everything.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(sets).isSortedAccordingTo((a, b) -> Long.compare(a.revision(), b.revision()));
    assertThat(sets.stream().map(ChangeSet::revision).distinct()).hasSize(sets.size());
    assertThat(sets).hasSize(WRITERS * (WRITES + WRITES / 10) + 1);
    assertEachFollowsThePrevious(sets);
    assertThat(odd.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(
            sets.stream()
                .filter(set -> set.changes().get(0).key().compareTo(key("key 2")) >= 0)
                .toList());
    assertThat(untilEnd(watch(ALL, sets.get(100).revision())))
        .isEqualTo(sets.subList(101, sets.size()));
  }

  private static List<ChangeSet> untilEnd(BlockingWatch watch) {
    var sets = new ArrayList<ChangeSet>();
    do {
      sets.add(next(watch));
    } while (!sets.get(sets.size() - 1).changes().get(0).key().equals(key("key end")));
    return sets;
  }

  private static void assertEachFollowsThePrevious(List<ChangeSet> sets) {
    Map<Key, StoredEntry> state = new HashMap<>();
    for (var set : sets) {
      for (var change : set.changes()) {
        if (change instanceof Change.Created created) {
          assertThat(state.put(change.key(), created.current())).isNull();
        } else if (change instanceof Change.Updated updated) {
          assertThat(state.put(change.key(), updated.current())).isEqualTo(updated.previous());
        } else if (change instanceof Change.Deleted deleted) {
          assertThat(state.remove(change.key())).isEqualTo(deleted.previous());
        }
      }
    }
  }

  @Test
  void readerThatKeepsUpMissesNoChange() throws Exception {
    long start = currentRevision();
    var delivered = new AtomicLong(start);
    var reader =
        threads.submit(
            () -> {
              var watch = watch(ALL, start);
              for (int i = 0; i < ROUNDS; i++) {
                delivered.set(next(watch).revision());
              }
            });

    // Each write races with the reader's step from reading the last change to waiting.
    for (int i = 0; i < ROUNDS; i++) {
      long revision = put("key", "value " + i);
      for (int spins = 0; delivered.get() < revision && !reader.isDone(); spins++) {
        if (spins < MAX_SPINS) {
          Thread.onSpinWait();
        } else {
          // Yields: the reader may need this CPU.
          LockSupport.parkNanos(1);
        }
      }
    }

    reader.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(delivered.get()).isEqualTo(currentRevision());
  }

  @Test
  void readersSeeConsistentRevisionsDuringWrites() throws Exception {
    var writing = new CountDownLatch(WRITERS);
    var reader =
        threads.submit(
            () -> {
              while (writing.getCount() > 0) {
                var page = storage.range(ALL, NO_LIMIT);
                assertThat(page.entries())
                    .allMatch(entry -> entry.revision() <= page.revision())
                    .isEqualTo(storage.range(ALL, NO_LIMIT, page.revision()).entries());
                assertThat(storage.count(ALL, page.revision())).isEqualTo(page.entries().size());
              }
              return null;
            });

    together(
        writer -> {
          for (int i = 0; i < WRITES; i++) {
            put("key " + writer + " " + i % 7, "value " + i);
          }
          writing.countDown();
        });

    reader.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void laterReadsSeeAcknowledgedWrites() throws Exception {
    together(
        writer -> {
          for (int i = 0; i < WRITES; i++) {
            Key key = key("key " + writer);
            long revision = done(storage.put(key, value("value " + i)));
            assertThat(storage.get(key).orElseThrow().revision()).isEqualTo(revision);
            assertThat(storage.range(KeyRange.only(key), 1).entries().get(0).revision())
                .isEqualTo(revision);
            assertThat(currentRevision()).isGreaterThanOrEqualTo(revision);
          }
        });
  }

  private interface Work {
    void run(int writer) throws Exception;
  }

  /** Runs the work on all writer threads at once and waits for them. */
  private void together(Work work) throws Exception {
    var start = new CountDownLatch(WRITERS);
    var results = new ArrayList<Future<?>>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      Callable<Void> task =
          () -> {
            start.countDown();
            start.await();
            work.run(writer);
            return null;
          };
      results.add(threads.submit(task));
    }
    for (var result : results) {
      result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
