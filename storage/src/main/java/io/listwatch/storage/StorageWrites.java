package io.listwatch.storage;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Pending writes, bounded in number and in bytes. At either bound, {@link #add} blocks until the
 * oldest write is complete. Not thread-safe.
 */
final class StorageWrites {
  private static final long MAX_BYTES = 16L << 20;

  /** The lifetime given to a key that has expired but is not deleted yet. */
  private static final Duration MOMENT = Duration.ofMillis(1);

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

  /** Returns the number of writes added so far. */
  long total() {
    return total;
  }

  /** Blocks until all writes are complete. */
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

  /**
   * Returns the remaining lifetime of an entry, with which a rewritten entry expires at its
   * original time.
   */
  static Lifetime remainingLifetime(Storage source, StoredEntry entry) {
    if (!entry.expires()) {
      return Lifetime.unlimited();
    }
    // The time to live is absent if the key has changed since it was read.
    Duration left = source.timeToLive(entry.key()).orElse(MOMENT);
    return Lifetime.of(left.compareTo(MOMENT) < 0 ? MOMENT : left);
  }

  /** Blocks until the stage is complete and returns its result, or throws its failure. */
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
