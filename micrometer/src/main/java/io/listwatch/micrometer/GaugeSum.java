package io.listwatch.micrometer;

import io.listwatch.metrics.Metrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/**
 * A gauge in the Micrometer registry that shows the sum of our gauges of one name and tags. It is
 * registered while at least one of them is open.
 *
 * <p>Thread-safe, without a lock: each thread that changes the parts brings the registry in line
 * with them.
 */
final class GaugeSum {
  private final MeterRegistry registry;
  private final Meter.Id id;
  private final List<Part> parts = new CopyOnWriteArrayList<>();

  /** Counts the changes to {@link #parts}; written after each. */
  private final AtomicLong changes = new AtomicLong();

  GaugeSum(MeterRegistry registry, Meter.Id id) {
    this.registry = registry;
    this.id = id;
  }

  Metrics.Gauge add(DoubleSupplier value) {
    var part = new Part(value);
    parts.add(part);
    settle();
    return part;
  }

  /**
   * Registers or removes the gauge, again if the parts changed meanwhile. Threads that overlap here
   * may undo each other's work, but the last thread to change the registry either finds that the
   * parts have not changed since it read them, or repeats the loop.
   */
  private void settle() {
    long seen = changes.incrementAndGet();
    while (true) {
      if (parts.isEmpty()) {
        registry.removeByPreFilterId(id);
      } else {
        // A strong reference, or the gauge would turn into NaN once only the registry refers to it.
        Gauge.builder(id.getName(), this, GaugeSum::value)
            .description(id.getDescription())
            .tags(id.getTags())
            .strongReference(true)
            .register(registry);
      }
      long now = changes.get();
      if (now == seen) {
        return;
      }
      seen = now;
    }
  }

  private double value() {
    double sum = 0;
    for (var part : parts) {
      sum += part.value.getAsDouble();
    }
    return sum;
  }

  private final class Part implements Metrics.Gauge {
    private final DoubleSupplier value;

    private Part(DoubleSupplier value) {
      this.value = value;
    }

    @Override
    public void close() {
      if (parts.remove(this)) {
        settle();
      }
    }
  }
}
