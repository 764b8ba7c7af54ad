package io.listwatch.micrometer;

import io.listwatch.metrics.Metrics;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/**
 * Sends Listwatch's metrics to a Micrometer registry.
 *
 * <p>Names reach the registry unchanged and keep their Prometheus form: its Prometheus registry
 * shows {@code workqueue_adds_total} under exactly that name, without a second {@code _total}. A
 * distribution becomes a histogram with fixed buckets, so that those of several processes can be
 * added up: a {@link Timer} if its name ends in {@code _seconds}, else a {@link
 * DistributionSummary}, whose buckets are for whole numbers. The registry shows a distribution
 * after its first recorded value.
 *
 * <p>Counters and distributions of the same name and tags share one meter of the registry. Gauges
 * of the same name and tags add up only if they come from the same {@code MicrometerMetrics}, so
 * create one for each registry.
 *
 * <p>Thread-safe. Holds no lock while it calls the registry.
 */
public final class MicrometerMetrics implements Metrics {
  /** From a microsecond to a minute, closest together where latency objectives usually are. */
  private static final Duration[] TIME_BUCKETS = {
    Duration.ofNanos(1_000),
    Duration.ofNanos(10_000),
    Duration.ofNanos(100_000),
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(30),
    Duration.ofSeconds(60)
  };

  /** Powers of four up to 16 Mi, for sizes in bytes and for counts. */
  private static final double[] COUNT_BUCKETS = {
    1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216
  };

  private final MeterRegistry registry;

  /** Grows with the distinct names and tags of gauges, as the registry does with its meters. */
  private final Map<Meter.Id, GaugeSum> gauges = new ConcurrentHashMap<>();

  public MicrometerMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public Counter counter(String name, Map<String, String> tags) {
    var counter =
        io.micrometer.core.instrument.Counter.builder(name)
            .description(Descriptions.of(name))
            .tags(tagsOf(tags))
            .register(registry);
    return counter::increment;
  }

  @Override
  public Distribution distribution(String name, Map<String, String> tags) {
    return name.endsWith("_seconds") ? times(name, tags) : amounts(name, tags);
  }

  private Distribution times(String name, Map<String, String> tags) {
    // A timer rather than a summary: a summary's histogram rounds up to whole numbers, and most
    // durations are below 1 s.
    var timer =
        new OnFirstUse<>(
            () ->
                Timer.builder(name)
                    .description(Descriptions.of(name))
                    .tags(tagsOf(tags))
                    .serviceLevelObjectives(TIME_BUCKETS)
                    .register(registry));
    return new Distribution() {
      @Override
      public void record(double seconds) {
        recordNanos(Math.round(seconds * 1e9));
      }

      @Override
      public void recordNanos(long nanos) {
        timer.get().record(nanos, TimeUnit.NANOSECONDS);
      }
    };
  }

  private Distribution amounts(String name, Map<String, String> tags) {
    var summary =
        new OnFirstUse<>(
            () ->
                DistributionSummary.builder(name)
                    .description(Descriptions.of(name))
                    .tags(tagsOf(tags))
                    .serviceLevelObjectives(COUNT_BUCKETS)
                    .register(registry));
    return amount -> summary.get().record(amount);
  }

  @Override
  public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
    var id = new Meter.Id(name, tagsOf(tags), null, Descriptions.of(name), Meter.Type.GAUGE);
    return gauges.computeIfAbsent(id, key -> new GaugeSum(registry, key)).add(value);
  }

  private static Tags tagsOf(Map<String, String> tags) {
    var all = Tags.empty();
    for (var tag : tags.entrySet()) {
      all = all.and(tag.getKey(), tag.getValue());
    }
    return all;
  }
}
