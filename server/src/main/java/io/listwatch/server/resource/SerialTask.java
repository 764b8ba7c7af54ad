package io.listwatch.server.resource;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A task that any thread may request, any number of times. It runs on the workers, never twice at
 * the same time, and at least once after the last request.
 */
final class SerialTask {
  private final Workers workers;
  private final Runnable task;

  /**
   * Number of requests that are not yet satisfied, including those that the current run satisfies.
   */
  private final AtomicInteger requests = new AtomicInteger();

  SerialTask(Workers workers, Runnable task) {
    this.workers = workers;
    this.task = task;
  }

  /**
   * Requests a run.
   *
   * @throws io.listwatch.model.ApiException 429 if the workers' queue is full
   */
  void request() {
    if (requests.getAndIncrement() == 0) {
      workers.run(this::run);
    }
  }

  /** Runs until all requests are satisfied. A run that throws satisfies its requests, too. */
  private void run() {
    boolean more = true;
    while (more) {
      int fulfilled = requests.get();
      try {
        task.run();
      } catch (Throwable failure) {
        if (requests.addAndGet(-fulfilled) != 0) {
          workers.run(this::run);
        }
        throw failure;
      }
      more = requests.addAndGet(-fulfilled) != 0;
    }
  }
}
