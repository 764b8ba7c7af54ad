package io.listwatch.server.registry.custom;

import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that wait for one definition's webhook, so that a webhook which is slow or dead holds
 * up nobody but those who want its objects converted. As many questions are under way as there are
 * threads; what waits beyond its bound is refused as too many requests.
 */
final class ConversionThreads implements Executor, AutoCloseable {
  private static final int COUNT = 8;
  private static final int MAX_WAITING = 500;
  private static final long IDLE_SECONDS = 10;

  private final String name;
  private final AtomicInteger made = new AtomicInteger();
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          COUNT,
          COUNT,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MAX_WAITING),
          this::thread,
          (work, full) -> refuse());

  ConversionThreads(String definition) {
    this.name = definition;
    pool.allowCoreThreadTimeOut(true);
  }

  private Thread thread(Runnable work) {
    var thread = new Thread(work, "listwatch-conversion-" + name + "-" + made.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  private void refuse() {
    var details = new Status.Details("", "", "", "", List.of(), 1);
    var reason = StatusReason.TOO_MANY_REQUESTS;
    String message = "too many objects of " + name + " wait for their conversion webhook";
    throw new Status(reason.code(), reason.word(), message, details).toException();
  }

  @Override
  public void execute(Runnable work) {
    pool.execute(work);
  }

  /**
   * What is under way comes to its end, within the time that a webhook has; nothing else begins.
   */
  @Override
  public void close() {
    pool.shutdown();
  }

  /** Ends what is under way, too. */
  void closeNow() {
    pool.shutdownNow();
  }
}
