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
 * Some writers, each of which makes its next write when the last is acknowledged. They have no
 * threads: whoever acknowledges makes the next one, so that an engine's groups are as large as
 * there are writers.
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
   * What has been written.
   *
   * @param nextIndex after that of the last key
   * @param rate in writes a second
   */
  record WriteResult(int nextIndex, double rate) {}

  /**
   * Creates keys for as long as a figure is given.
   *
   * @param acknowledged is told each revision
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

  /** Answers the index after that of the last key. */
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
