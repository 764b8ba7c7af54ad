package io.listwatch.cli;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * An executor with one thread for rare tasks that may block on a disk. The thread exists only while
 * there is work.
 */
final class SingleThread implements Executor, AutoCloseable {
  private static final int MAX_WAITING = 10;

  private final ThreadPoolExecutor pool;

  SingleThread(String name) {
    pool =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING),
            work -> {
              var thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
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
