package io.listwatch.metrics;

import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * The destination of measurements, to be bound to a metrics library. Names are in Prometheus form
 * ({@code workqueue_adds_total}); tags are few and never carry an object's name.
 *
 * <p>Thread-safe. Requesting the same name and tags twice returns meters that add up.
 */
public interface Metrics {
  /** Returns metrics that measure nothing. */
  static Metrics none() {
    return NoMetrics.INSTANCE;
  }

  Counter counter(String name, Map<String, String> tags);

  /** Creates a distribution of values; durations are in seconds. */
  Distribution distribution(String name, Map<String, String> tags);

  /**
   * Creates a gauge that reads {@code value} on each scrape. Close the gauge when the object that
   * it reads is no longer used, or that object stays reachable through the metrics.
   */
  Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value);

  /** A number that only grows. */
  interface Counter {
    void add(long amount);

    default void increment() {
      add(1);
    }
  }

  /** A distribution of recorded values. */
  interface Distribution {
    void record(double amount);

    default void recordNanos(long nanos) {
      record(nanos / 1e9);
    }
  }

  /** A number that is read from its supplier. Closing the gauge removes it. */
  interface Gauge extends AutoCloseable {
    @Override
    void close();
  }
}
