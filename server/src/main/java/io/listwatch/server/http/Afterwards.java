package io.listwatch.server.http;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** What is done when something is over, by those who do not wait for it. */
final class Afterwards {
  private Afterwards() {}

  /** Runs a task once the stage is complete, in whatever way. */
  static void run(CompletionStage<?> stage, Executor executor, Runnable task) {
    var unused = stage.handleAsync((value, failure) -> runQuietly(task), executor);
  }

  private static boolean runQuietly(Runnable task) {
    task.run();
    return true;
  }
}
