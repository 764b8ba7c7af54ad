package io.listwatch.server.resource;

import io.listwatch.model.ApiException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs tasks that may block on the disk, on a bounded pool. If its queue is full, they fail with
 * 429 Too Many Requests.
 */
public final class Workers {
  private final Executor pool;

  public Workers(Executor pool) {
    this.pool = pool;
  }

  /** Runs a task; converts its failures to {@link ApiException}s. */
  public <T> CompletableFuture<T> supply(Supplier<T> work) {
    var answer = new CompletableFuture<T>();
    try {
      pool.execute(() -> complete(answer, work));
    } catch (RejectedExecutionException full) {
      answer.completeExceptionally(StorageFailures.overloaded());
    }
    return answer;
  }

  /**
   * As {@link #supply}, but runs the task on the calling thread if the queue is full. For a
   * response that has begun, because a 429 would be too late, and for the response to a stored
   * write, because a 429 would make the client repeat the write.
   */
  public <T> CompletableFuture<T> supplyEvenIfFull(Supplier<T> work) {
    var answer = new CompletableFuture<T>();
    try {
      pool.execute(() -> complete(answer, work));
    } catch (RejectedExecutionException full) {
      complete(answer, work);
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

  /** Starts an asynchronous task. Its failures stay as they are. */
  public <T> CompletionStage<T> compose(Supplier<CompletionStage<T>> work) {
    try {
      return CompletableFuture.supplyAsync(work, pool).thenCompose(Function.identity());
    } catch (RejectedExecutionException full) {
      return CompletableFuture.failedFuture(StorageFailures.overloaded());
    }
  }

  /**
   * Continues after a stage: on this thread if the stage is complete, else on a worker, so that no
   * thread of a network client does the rest of the work.
   */
  public <A, T> CompletionStage<T> goOn(
      CompletionStage<A> stage, Function<A, CompletionStage<T>> then) {
    CompletableFuture<A> asked = stage.toCompletableFuture();
    return asked.isDone() ? asked.thenCompose(then) : asked.thenComposeAsync(then, pool);
  }

  /**
   * Runs a task.
   *
   * @throws ApiException 429 if the queue is full
   */
  void run(Runnable task) {
    try {
      pool.execute(task);
    } catch (RejectedExecutionException full) {
      throw StorageFailures.overloaded();
    }
  }
}
