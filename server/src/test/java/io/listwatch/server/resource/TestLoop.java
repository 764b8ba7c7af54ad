package io.listwatch.server.resource;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** An event loop: one thread that runs tasks one after the other. */
public final class TestLoop implements Executor, AutoCloseable {
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            var made = new Thread(task, "test-loop");
            made.setDaemon(true);
            return made;
          });

  @Override
  public void execute(Runnable task) {
    thread.execute(task);
  }

  /** Runs a task on the loop and waits for its result. */
  public <T> T call(Supplier<T> task) {
    return Things.join(CompletableFuture.supplyAsync(task, thread));
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
