package io.listwatch.server.controllers;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * An event loop whose tasks are run by the thread that waits for its events.
 *
 * <p>Threads: any thread executes tasks, one thread runs them. The queue is bounded by the number
 * of watches and the few steps that each takes to start and end.
 */
final class ReaderLoop implements Executor {
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  /** Runs the queued tasks. */
  void run() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /** Waits for the next task and runs it. */
  void await() throws InterruptedException {
    tasks.take().run();
  }
}
