package io.listwatch.server.controllers;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * An event loop that is run by whoever waits for something to happen on it.
 *
 * <p>Threads: any thread executes, one runs. There are never more tasks than watches and the few
 * steps that each takes to begin and end.
 */
final class ReaderLoop implements Executor {
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  /** Runs what waits. */
  void run() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /** Runs what comes next, and waits for it. */
  void await() throws InterruptedException {
    tasks.take().run();
  }
}
