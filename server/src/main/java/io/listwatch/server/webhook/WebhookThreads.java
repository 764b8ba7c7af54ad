package io.listwatch.server.webhook;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that move the bytes of all webhooks' connections. They wait for nobody, so two are
 * enough; what queues for them is bounded by those who ask, who wait for their answers.
 */
public final class WebhookThreads implements Executor, AutoCloseable {
  private static final int COUNT = 2;
  private static final long IDLE_SECONDS = 30;

  private final AtomicInteger made = new AtomicInteger();
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          COUNT, COUNT, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::thread);

  public WebhookThreads() {
    pool.allowCoreThreadTimeOut(true);
  }

  private Thread thread(Runnable work) {
    var thread = new Thread(work, "listwatch-webhook-" + made.incrementAndGet());
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
