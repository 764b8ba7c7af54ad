package io.listwatch.server.http.exchange;

import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** What is done when something is over, by those who do not wait for it. */
public final class Afterwards {
  private Afterwards() {}

  /** Runs a task once the stage is complete, in whatever way. */
  public static void run(CompletionStage<?> stage, Executor executor, Runnable task) {
    var unused = stage.handleAsync((value, failure) -> runQuietly(task), executor);
  }

  /**
   * Runs a task on the loop once the stage is complete: at once if it is completed there later on,
   * which spares the loop a task for each write; not within this call, lest calls pile up.
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

  private static boolean runQuietly(Runnable task) {
    task.run();
    return true;
  }
}
