package io.listwatch.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The load of the last hour, one sample every ten seconds.
 *
 * <p>Threads: the timers' thread takes the samples; any thread reads them.
 */
final class LoadHistory implements AutoCloseable {
  static final Duration INTERVAL = Duration.ofSeconds(10);
  static final int MAX_SAMPLES = (int) Duration.ofHours(1).dividedBy(INTERVAL);

  private final LoadMetrics metrics;
  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Deque<LoadSample> samples = new ArrayDeque<>();

  /** The totals at the end of the last interval. This field and the next four: timers' thread. */
  private long requests;

  private long failures;
  private long events;
  private long deliveries;
  private long[] latencies;

  @GuardedBy("lock")
  private Timers.@Nullable Timer timer;

  @GuardedBy("lock")
  private boolean closed;

  LoadHistory(LoadMetrics metrics, Timers timers) {
    this.metrics = metrics;
    this.timers = timers;
    this.latencies = metrics.latencies().snapshot();
    schedule();
  }

  private void schedule() {
    lock.lock();
    try {
      if (!closed) {
        timer = timers.schedule(INTERVAL, this::takeNext);
      }
    } finally {
      lock.unlock();
    }
  }

  private void takeNext() {
    try {
      add(take());
    } finally {
      schedule();
    }
  }

  private LoadSample take() {
    long requestsNow = metrics.requests();
    long failuresNow = metrics.failures();
    long eventsNow = metrics.events();
    long deliveriesNow = metrics.deliveries();
    long[] latenciesNow = metrics.latencies().snapshot();
    Runtime jvm = Runtime.getRuntime();
    var sample =
        new LoadSample(
            timers.now(),
            requestsNow - requests,
            failuresNow - failures,
            Latencies.quantile(0.5, latencies, latenciesNow),
            Latencies.quantile(0.99, latencies, latenciesNow),
            eventsNow - events,
            deliveriesNow - deliveries,
            metrics.sum(LoadMetrics.WATCHES),
            metrics.sum(LoadMetrics.IN_FLIGHT),
            metrics.sum(LoadMetrics.QUEUED),
            jvm.totalMemory() - jvm.freeMemory(),
            metrics.sum(LoadMetrics.STORED));
    requests = requestsNow;
    failures = failuresNow;
    events = eventsNow;
    deliveries = deliveriesNow;
    latencies = latenciesNow;
    return sample;
  }

  private void add(LoadSample sample) {
    lock.lock();
    try {
      samples.addLast(sample);
      if (samples.size() > MAX_SAMPLES) {
        samples.removeFirst();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the samples, oldest first. */
  List<LoadSample> samples() {
    lock.lock();
    try {
      return List.copyOf(samples);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (timer != null) {
        timer.cancel();
      }
    } finally {
      lock.unlock();
    }
  }
}
