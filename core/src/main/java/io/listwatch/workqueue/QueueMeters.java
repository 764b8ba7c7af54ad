package io.listwatch.workqueue;

import io.listwatch.metrics.Metrics;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The metrics of one work queue, under client-go's names.
 *
 * <p>Thread-safe. The gauges are computed when they are read, until this is closed.
 */
final class QueueMeters implements AutoCloseable {
  private final Metrics.Counter adds;
  private final Metrics.Counter retries;
  private final Metrics.Distribution queueDuration;
  private final Metrics.Distribution workDuration;
  private final List<Metrics.Gauge> gauges;

  QueueMeters(
      Metrics metrics,
      String queue,
      LongSupplier depth,
      LongSupplier unfinishedNanos,
      LongSupplier longestRunNanos) {
    var tags = Map.of("name", queue);
    adds = metrics.counter("workqueue_adds_total", tags);
    retries = metrics.counter("workqueue_retries_total", tags);
    queueDuration = metrics.distribution("workqueue_queue_duration_seconds", tags);
    workDuration = metrics.distribution("workqueue_work_duration_seconds", tags);
    gauges =
        List.of(
            metrics.gauge("workqueue_depth", tags, depth::getAsLong),
            metrics.gauge(
                "workqueue_unfinished_work_seconds", tags, () -> unfinishedNanos.getAsLong() / 1e9),
            metrics.gauge(
                "workqueue_longest_running_processor_seconds",
                tags,
                () -> longestRunNanos.getAsLong() / 1e9));
  }

  /** Counts items that were added and were not already waiting for a run. */
  void added(int items) {
    adds.add(items);
  }

  /**
   * Counts an item that was added with a delay. Like client-go, this counts timers and retries
   * alike.
   */
  void retried() {
    retries.increment();
  }

  /** Records the time that an item spent in the queue before a worker took it. */
  void waited(long nanos) {
    queueDuration.recordNanos(nanos);
  }

  /** Records the time that a worker spent on an item. */
  void worked(long nanos) {
    workDuration.recordNanos(nanos);
  }

  @Override
  public void close() {
    gauges.forEach(Metrics.Gauge::close);
  }
}
