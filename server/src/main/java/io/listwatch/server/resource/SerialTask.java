package io.listwatch.server.resource;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A task that can be asked for from any thread, any number of times, and runs on the workers: never
 * twice at a time, and once more after the last time it was asked for.
 */
final class SerialTask {
  private final Workers workers;
  private final Runnable task;

  /** Wishes that no run has begun to fulfil, and those that the one under way does. */
  private final AtomicInteger requests = new AtomicInteger();

  SerialTask(Workers workers, Runnable task) {
    this.workers = workers;
    this.task = task;
  }

  /** Throws the {@link io.listwatch.model.ApiException} of being refused by the workers. */
  void request() {
    if (requests.getAndIncrement() == 0) {
      workers.run(this::run);
    }
  }

  private void run() {
    int fulfilled;
    do {
      fulfilled = requests.get();
      task.run();
    } while (requests.addAndGet(-fulfilled) != 0);
  }
}
