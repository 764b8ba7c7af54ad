package io.listwatch.server;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that wait for storage and do the work of writes, so that those who serve connections
 * need not. What waits beyond its bound is rejected.
 */
final class WorkerPool implements Executor, AutoCloseable {
  /** Most of the time a worker waits for the disk or the network. */
  private static final int THREADS = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

  private static final int MAX_WAITING = 2_000;
  private static final long IDLE_SECONDS = 30;

  private final AtomicInteger made = new AtomicInteger();
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MAX_WAITING),
          this::thread);

  WorkerPool() {
    pool.allowCoreThreadTimeOut(true);
  }

  private Thread thread(Runnable work) {
    var thread = new Thread(work, "listwatch-worker-" + made.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void execute(Runnable work) {
    pool.execute(work);
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
