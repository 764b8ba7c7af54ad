package io.listwatch.server.resource;

import io.listwatch.model.ApiException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Does what may wait for the disk, on a bounded pool. What the pool has no room for is refused as
 * too many requests.
 */
public final class Workers {
  private final Executor pool;

  public Workers(Executor pool) {
    this.pool = pool;
  }

  /** Failures become what clients are told. */
  <T> CompletableFuture<T> supply(Supplier<T> work) {
    var answer = new CompletableFuture<T>();
    try {
      pool.execute(() -> complete(answer, work));
    } catch (RejectedExecutionException full) {
      answer.completeExceptionally(StorageFailures.overloaded());
    }
    return answer;
  }

  private static <T> void complete(CompletableFuture<T> answer, Supplier<T> work) {
    try {
      answer.complete(work.get());
    } catch (RuntimeException failure) {
      answer.completeExceptionally(StorageFailures.of(failure));
    } catch (Throwable failure) {
      answer.completeExceptionally(failure);
      throw failure;
    }
  }

  /** Does work that goes on elsewhere. Its failures stay as they are. */
  public <T> CompletionStage<T> compose(Supplier<CompletionStage<T>> work) {
    try {
      return CompletableFuture.supplyAsync(work, pool).thenCompose(Function.identity());
    } catch (RejectedExecutionException full) {
      return CompletableFuture.failedFuture(StorageFailures.overloaded());
    }
  }

  /**
   * Goes on after a stage: on this thread if the stage is complete, else on a worker when it is, so
   * that no thread of a network client does the rest of the work.
   */
  public <A, T> CompletionStage<T> goOn(
      CompletionStage<A> stage, Function<A, CompletionStage<T>> then) {
    CompletableFuture<A> asked = stage.toCompletableFuture();
    return asked.isDone() ? asked.thenCompose(then) : asked.thenComposeAsync(then, pool);
  }

  /** Runs a task; throws the {@link ApiException} of being refused. */
  void run(Runnable task) {
    try {
      pool.execute(task);
    } catch (RejectedExecutionException full) {
      throw StorageFailures.overloaded();
    }
  }
}
