package io.listwatch.client.http;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one transport's HTTP clients. They only do non-blocking I/O, so a few serve any
 * number of requests.
 */
final class HttpThreads extends ThreadPoolExecutor {
  private static final int COUNT = 4;
  private static final long IDLE_SECONDS = 30;

  HttpThreads() {
    super(COUNT, COUNT, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    var number = new AtomicInteger();
    setThreadFactory(
        task -> {
          var thread = new Thread(task, "listwatch-client-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
    allowCoreThreadTimeOut(true);
  }
}
