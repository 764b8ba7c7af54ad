package io.listwatch.storage.etcd;

import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUnavailableException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The stages that were returned and are not complete yet, so that closing can complete them. The
 * number of writes among them is bounded.
 *
 * <p>Thread-safe, without a lock.
 */
final class OpenStages implements AutoCloseable {
  /** Maximum number of pending writes; further ones fail as unavailable. */
  static final int MAX_WRITES = 1_000;

  private final Semaphore writes = new Semaphore(MAX_WRITES);
  private final Set<Open<?>> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  <T> CompletionStage<T> write(Supplier<CompletableFuture<T>> write) {
    if (!writes.tryAcquire()) {
      return CompletableFuture.failedFuture(
          new StorageUnavailableException(
              "pending writes: %d (expected: fewer; retry later)".formatted(MAX_WRITES)));
    }
    var stage = this.<T>follow(write, Failures::closedMeanwhile);
    Stages.atEnd(stage, (value, failure) -> writes.release());
    return stage;
  }

  <T> CompletionStage<T> other(Supplier<CompletableFuture<T>> call) {
    return follow(call, StorageClosedException::new);
  }

  private <T> CompletableFuture<T> follow(
      Supplier<CompletableFuture<T>> work, Supplier<StorageException> whenClosed) {
    var stage = new CompletableFuture<T>();
    var entry = new Open<>(stage, whenClosed);
    open.add(entry);
    if (closed) {
      finish(entry, null, new StorageClosedException());
    } else {
      Stages.atEnd(begin(work), (value, failure) -> finish(entry, value, failure));
    }
    return stage;
  }

  private static <T> CompletableFuture<T> begin(Supplier<CompletableFuture<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private <T> void finish(Open<T> entry, @Nullable T value, @Nullable Throwable failure) {
    open.remove(entry);
    if (failure == null) {
      entry.stage.complete(value);
    } else {
      entry.stage.completeExceptionally(Failures.meaning(failure));
    }
  }

  /** Fails all stages that are not complete. */
  @Override
  public void close() {
    closed = true;
    for (var entry : open) {
      entry.stage.completeExceptionally(entry.whenClosed.get());
    }
  }

  /** One stage, compared by identity. */
  private static final class Open<T> {
    final CompletableFuture<T> stage;
    final Supplier<StorageException> whenClosed;

    Open(CompletableFuture<T> stage, Supplier<StorageException> whenClosed) {
      this.stage = stage;
      this.whenClosed = whenClosed;
    }
  }
}
