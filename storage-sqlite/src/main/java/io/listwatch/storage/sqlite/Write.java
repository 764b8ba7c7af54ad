package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a transaction, with the stage that reports its result. The result is known once
 * the operation has run, and reported after the commit.
 *
 * <p>Threads: the writer's, except for the stage.
 */
final class Write<T> {
  private final int bytes;
  private final Action<T> action;
  private final CompletableFuture<T> stage = new CompletableFuture<>();

  private @Nullable T result;
  private @Nullable StorageException rejection;

  interface Action<T> {
    /**
     * Runs the operation.
     *
     * @throws StorageException if it is rejected; it must not have changed anything
     */
    @Nullable T run(Transaction transaction) throws SQLException;
  }

  /**
   * @param bytes number of bytes that it keeps in memory until it is done
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
      rejection = e;
    }
  }

  boolean rejected() {
    return rejection != null;
  }

  void acknowledge() {
    if (rejection == null) {
      stage.complete(result);
    } else {
      stage.completeExceptionally(rejection);
    }
  }

  void fail(StorageException failure) {
    stage.completeExceptionally(failure);
  }
}
