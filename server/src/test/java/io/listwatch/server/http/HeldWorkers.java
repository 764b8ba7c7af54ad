package io.listwatch.server.http;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/** Workers that queue all tasks until they are released. */
final class HeldWorkers implements Executor {
  private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();

  @Override
  public void execute(Runnable task) {
    held.add(task);
  }

  int waiting() {
    return held.size();
  }

  /** Runs the queued tasks. */
  void release() {
    for (Runnable task = held.poll(); task != null; task = held.poll()) {
      ForkJoinPool.commonPool().execute(task);
    }
  }
}
