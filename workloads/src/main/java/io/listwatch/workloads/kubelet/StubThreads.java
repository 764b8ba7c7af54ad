package io.listwatch.workloads.kubelet;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a {@link KubeletStub}. The JDK's server closes a connection whose request is
 * rejected.
 */
final class StubThreads extends ThreadPoolExecutor {
  /** The number of threads besides those that follow logs. */
  private static final int SPARE = 4;

  private static final int MAX_WAITING = 100;
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final AtomicInteger made = new AtomicInteger();

  StubThreads() {
    super(
        KubeletStub.MAX_FOLLOWED + SPARE,
        KubeletStub.MAX_FOLLOWED + SPARE,
        IDLE.toSeconds(),
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(MAX_WAITING),
        StubThreads::thread);
    allowCoreThreadTimeOut(true);
  }

  static Thread thread(Runnable work) {
    var thread = new Thread(work, "listwatch-kubelet-stub-" + made.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
