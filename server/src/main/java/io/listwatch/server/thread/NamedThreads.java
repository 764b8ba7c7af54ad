package io.listwatch.server.thread;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A pool of daemon threads with a common name. Threads are created on demand and end when they have
 * been idle for a while. Each subclass explains its number of threads.
 *
 * <p>Thread-safe.
 */
public abstract class NamedThreads implements Executor, AutoCloseable {
  private final String name;
  private final AtomicInteger made = new AtomicInteger();
  private final ThreadPoolExecutor pool;

  /** Creates a pool that rejects tasks once its queue is full. */
  protected NamedThreads(String name, int count, int maxWaiting, Duration idle) {
    this(name, count, maxWaiting, idle, new ThreadPoolExecutor.AbortPolicy());
  }

  /**
   * Creates a pool. A thread's name is the given one with a number appended.
   *
   * @param idle time that an idle thread waits for another task before it ends
   * @param beyond handles tasks that the full queue rejects
   */
  protected NamedThreads(
      String name, int count, int maxWaiting, Duration idle, RejectedExecutionHandler beyond) {
    this.name = name;
    this.pool =
        new ThreadPoolExecutor(
            count,
            count,
            idle.toMillis(),
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(maxWaiting),
            this::thread,
            beyond);
    pool.allowCoreThreadTimeOut(true);
  }

  private Thread thread(Runnable work) {
    var thread = new Thread(work, name + "-" + made.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public final void execute(Runnable work) {
    pool.execute(work);
  }

  /** Runs the queued tasks to their end, but accepts no more. */
  protected final void finish() {
    pool.shutdown();
  }

  /** Interrupts running tasks and drops queued ones. */
  @Override
  public void close() {
    pool.shutdownNow();
  }
}
