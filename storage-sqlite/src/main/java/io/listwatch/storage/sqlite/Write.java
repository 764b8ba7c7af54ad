package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Something to be done in a transaction, and the stage that tells how it went. How it went is known
 * when it has been done, and told when it has been committed.
 *
 * <p>Threads: the writer's alone, but for the stage.
 */
final class Write<T> {
  private final int bytes;
  private final Action<T> action;
  private final CompletableFuture<T> stage = new CompletableFuture<>();

  private @Nullable T result;
  private @Nullable StorageException refusal;

  interface Action<T> {
    /**
     * Does it.
     *
     * @throws StorageException if it is refused, having changed nothing
     */
    @Nullable T run(Transaction transaction) throws SQLException;
  }

  /**
   * @param bytes what it keeps in memory until it is done
   */
  Write(int bytes, Action<T> action) {
    this.bytes = bytes;
    this.action = action;
  }

  int bytes() {
    return bytes;
  }

  CompletionStage<T> stage() {
    return stage;
  }

  void run(Transaction transaction) throws SQLException {
    try {
      result = action.run(transaction);
    } catch (StorageException e) {
      refusal = e;
    }
  }

  boolean refused() {
    return refusal != null;
  }

  void acknowledge() {
    if (refusal == null) {
      stage.complete(result);
    } else {
      stage.completeExceptionally(refusal);
    }
  }

  void fail(StorageException failure) {
    stage.completeExceptionally(failure);
  }
}
