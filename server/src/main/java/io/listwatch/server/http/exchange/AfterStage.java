package io.listwatch.server.http.exchange;

import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Runs tasks after a stage has completed, successfully or not. */
public final class AfterStage {
  private AfterStage() {}

  /** Runs a task on an executor once the stage is complete. */
  public static void run(CompletionStage<?> stage, Executor executor, Runnable task) {
    var unused = stage.handleAsync((value, failure) -> runQuietly(task), executor);
  }

  /**
   * Runs a task on the event loop once the stage is complete. If the loop itself completes the
   * stage later, the task runs at once, which saves a queued task for each write. It never runs
   * within this call, so that recursion cannot grow the stack.
   */
  public static void runOn(EventLoop loop, CompletableFuture<?> stage, Runnable task) {
    if (stage.isDone()) {
      loop.execute(task);
    } else {
      var unused = stage.handle((value, failure) -> runOn(loop, task));
    }
  }

  private static boolean runOn(EventLoop loop, Runnable task) {
    if (loop.inEventLoop()) {
      task.run();
    } else {
      loop.execute(task);
    }
    return true;
  }

  /** Passes the result of a stage to an action on an executor. */
  public static <T> void whenComplete(
      CompletionStage<T> stage,
      Executor executor,
      BiConsumer<? super @Nullable T, ? super @Nullable Throwable> action) {
    var unused = stage.whenCompleteAsync(action, executor);
  }

  private static boolean runQuietly(Runnable task) {
    task.run();
    return true;
  }
}
