package io.listwatch.workqueue;

import io.listwatch.metrics.Metrics;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What a queue measures about itself, under the names Kubernetes gave these measurements.
 *
 * <p>Thread-safe. The gauges are computed when somebody reads them, until this is closed.
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

  /** Items need a run that did not need one before. */
  void added(int items) {
    adds.add(items);
  }

  /** An item was added with a delay, be it a timer or a retry: the reference counts both. */
  void retried() {
    retries.increment();
  }

  /** An item has gone to a worker after this time in the queue. */
  void waited(long nanos) {
    queueDuration.recordNanos(nanos);
  }

  /** A worker was done with an item after this time. */
  void worked(long nanos) {
    workDuration.recordNanos(nanos);
  }

  @Override
  public void close() {
    gauges.forEach(Metrics.Gauge::close);
  }
}
