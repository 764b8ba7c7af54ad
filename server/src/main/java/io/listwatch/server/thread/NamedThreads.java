package io.listwatch.server.thread;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Daemon threads by the name of their work, made when there is some and gone when there has been
 * none for a while. Whoever extends it says why they are as many as they are.
 *
 * <p>Thread-safe.
 */
public abstract class NamedThreads implements Executor, AutoCloseable {
  private final String name;
  private final AtomicInteger made = new AtomicInteger();
  private final ThreadPoolExecutor pool;

  /** Threads that reject what waits beyond its bound. */
  protected NamedThreads(String name, int count, int maxWaiting, Duration idle) {
    this(name, count, maxWaiting, idle, new ThreadPoolExecutor.AbortPolicy());
  }

  /**
   * Threads of a name to which their number is added.
   *
   * @param idle how long a thread waits for more to do
   * @param beyond told of what waits beyond its bound
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

  /** Lets what is under way or waits come to its end; takes nothing more. */
  protected final void finish() {
    pool.shutdown();
  }

  /** Interrupts what is under way, and forgets what waits. */
  @Override
  public void close() {
    pool.shutdownNow();
  }
}
