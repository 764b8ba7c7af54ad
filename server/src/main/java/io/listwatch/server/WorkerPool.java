package io.listwatch.server;

import io.listwatch.server.thread.NamedThreads;
import java.time.Duration;

/**
 * The threads that wait for storage and do the work of writes, so that event loops do not. Rejects
 * tasks once its queue is full.
 */
final class WorkerPool extends NamedThreads {
  /** More threads than processors, because workers mostly wait for the disk or the network. */
  private static final int THREADS = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

  private static final int MAX_WAITING = 2_000;

  WorkerPool() {
    super("listwatch-worker", THREADS, MAX_WAITING, Duration.ofSeconds(30));
  }
}
