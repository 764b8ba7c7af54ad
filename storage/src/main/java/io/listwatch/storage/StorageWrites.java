package io.listwatch.storage;

import java.util.ArrayDeque;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Writes under way, up to a number and an amount of bytes. At the cap, the one who adds waits for
 * the oldest. For one thread.
 */
final class StorageWrites {
  private static final long MAX_BYTES = 16L << 20;

  private final int capacity;
  private final ArrayDeque<Write> pending = new ArrayDeque<>();
  private long bytes;
  private long total;

  private record Write(CompletionStage<?> stage, int bytes) {}

  StorageWrites(int capacity) {
    this.capacity = capacity;
  }

  void add(CompletionStage<?> stage, int size) {
    pending.add(new Write(stage, size));
    bytes += size;
    total++;
    while (pending.size() > capacity || bytes > MAX_BYTES) {
      awaitOldest();
    }
  }

  /** How many there were. */
  long total() {
    return total;
  }

  /** Waits for all of them. */
  void finish() {
    while (!pending.isEmpty()) {
      awaitOldest();
    }
  }

  private void awaitOldest() {
    Write oldest = pending.remove();
    bytes -= oldest.bytes;
    join(oldest.stage);
  }

  /** What the stage completes with; what it fails with is thrown. */
  static <T> T join(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StorageException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
