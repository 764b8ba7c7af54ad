package io.listwatch.metrics;

import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Where measurements go. Names are in Prometheus form ({@code workqueue_adds_total}); tags are few
 * and never carry an object's name.
 *
 * <p>Thread-safe. Asking twice for the same name and tags answers meters that add up.
 */
public interface Metrics {
  /** Measures nothing. */
  static Metrics none() {
    return NoMetrics.INSTANCE;
  }

  Counter counter(String name, Map<String, String> tags);

  /** Records amounts, times in seconds among them, as a distribution. */
  Distribution distribution(String name, Map<String, String> tags);

  /**
   * Reads {@code value} whenever somebody looks. Close the gauge when what it reads goes away, or
   * it stays reachable through the metrics.
   */
  Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value);

  /** A number that only grows. */
  interface Counter {
    void add(long amount);

    default void increment() {
      add(1);
    }
  }

  /** Many numbers of one kind. */
  interface Distribution {
    void record(double amount);

    default void recordNanos(long nanos) {
      record(nanos / 1e9);
    }
  }

  /** A number that is read, not written. */
  interface Gauge extends AutoCloseable {
    @Override
    void close();
  }
}
