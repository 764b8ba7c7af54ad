package io.listwatch.bench.storage;

import io.listwatch.storage.Key;
import io.listwatch.storage.Storage;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Concurrent writers that each send the next write once the last is acknowledged. They have no
 * threads: the acknowledging thread sends the next write, so that a group commit can contain a
 * write of every writer.
 */
final class StorageWriters {
  private static final int FILLERS = 500;

  private final Storage storage;
  private final AtomicInteger next;
  private final BooleanSupplier more;
  private final LongConsumer acknowledged;
  private final CountDownLatch finished;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private StorageWriters(
      Storage storage,
      int firstIndex,
      int writers,
      BooleanSupplier more,
      LongConsumer acknowledged) {
    this.storage = storage;
    this.next = new AtomicInteger(firstIndex);
    this.more = more;
    this.acknowledged = acknowledged;
    this.finished = new CountDownLatch(writers);
  }

  /**
   * The result of a measurement.
   *
   * @param nextIndex the index after the last key
   * @param rate in writes per second
   */
  record WriteResult(int nextIndex, double rate) {}

  /**
   * Creates keys for the duration of a measurement.
   *
   * @param acknowledged receives each revision
   */
  static WriteResult write(
      Storage storage, int firstIndex, int writers, Stopwatch stopwatch, LongConsumer acknowledged)
      throws InterruptedException {
    long start = System.nanoTime();
    long deadline = stopwatch.deadline();
    BooleanSupplier more = () -> System.nanoTime() < deadline;
    int nextIndex =
        new StorageWriters(storage, firstIndex, writers, more, acknowledged).run(writers);
    return new WriteResult(nextIndex, (nextIndex - firstIndex) / Stopwatch.secondsSince(start));
  }

  /** Creates {@code count} keys, many at a time. */
  static void fill(Storage storage, int count) throws InterruptedException {
    var left = new AtomicInteger(count);
    BooleanSupplier more = () -> left.getAndDecrement() > 0;
    int unused = new StorageWriters(storage, 0, FILLERS, more, revision -> {}).run(FILLERS);
  }

  /** Returns the index after the last key. */
  private int run(int writers) throws InterruptedException {
    for (int i = 0; i < writers; i++) {
      write();
    }
    finished.await();
    Throwable cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("a write failed", cause);
    }
    return next.get();
  }

  private void write() {
    if (failure.get() != null || !more.getAsBoolean()) {
      finished.countDown();
      return;
    }
    Key key = Sample.key(next.getAndIncrement());
    CompletionStage<Long> unused =
        storage
            .create(key, Sample.newValue())
            .whenComplete(
                (revision, problem) -> {
                  if (problem == null) {
                    acknowledged.accept(revision);
                  } else {
                    failure.set(problem);
                  }
                  write();
                });
  }
}
