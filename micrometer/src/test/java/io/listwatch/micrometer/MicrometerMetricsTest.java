package io.listwatch.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSupport;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class MicrometerMetricsTest {
  private static final Map<String, String> PODS = Map.of("name", "pods");
  private static final Map<String, String> NODES = Map.of("name", "nodes");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Metrics metrics = new MicrometerMetrics(registry);

  @Test
  void countersOfTheSameNameAndTagsAddUp() {
    metrics.counter("workqueue_adds_total", PODS).increment();
    metrics.counter("workqueue_adds_total", PODS).add(4);
    metrics.counter("workqueue_adds_total", NODES).add(100);

    assertThat(registry.get("workqueue_adds_total").tags("name", "pods").counter().count())
        .isEqualTo(5);
  }

  @Test
  void distributionsOfTheSameNameAndTagsAddUp() {
    metrics.distribution("workqueue_work_duration_seconds", PODS).record(0.5);
    metrics.distribution("workqueue_work_duration_seconds", PODS).recordNanos(250_000_000);

    var timer = registry.get("workqueue_work_duration_seconds").timer();
    assertThat(timer.count()).isEqualTo(2);
    assertThat(timer.totalTime(TimeUnit.SECONDS)).isEqualTo(0.75);
  }

  @Test
  void durationBucketsReachFromMicrosecondsToAMinute() {
    var distribution = metrics.distribution("workqueue_queue_duration_seconds", PODS);

    distribution.recordNanos(900);
    distribution.recordNanos(2_000_000);
    distribution.record(45);
    distribution.record(3600);

    assertThat(countAtMost("workqueue_queue_duration_seconds", 1_000)).isEqualTo(1);
    assertThat(countAtMost("workqueue_queue_duration_seconds", 1_000_000)).isEqualTo(1);
    assertThat(countAtMost("workqueue_queue_duration_seconds", 5_000_000)).isEqualTo(2);
    assertThat(countAtMost("workqueue_queue_duration_seconds", 30e9)).isEqualTo(2);
    assertThat(countAtMost("workqueue_queue_duration_seconds", 60e9)).isEqualTo(3);
  }

  @Test
  void sizeBucketsReachFromOneToMillions() {
    var distribution = metrics.distribution("reflector_list_bytes", PODS);

    distribution.record(1);
    distribution.record(5_000);
    distribution.record(10_000_000);

    assertThat(countAtMost("reflector_list_bytes", 1)).isEqualTo(1);
    assertThat(countAtMost("reflector_list_bytes", 16_384)).isEqualTo(2);
    assertThat(countAtMost("reflector_list_bytes", 16_777_216)).isEqualTo(3);
  }

  /** The bucket bounds of timers are in nanoseconds here. */
  private double countAtMost(String name, double bound) {
    var meter = (HistogramSupport) registry.get(name).meter();
    return Arrays.stream(meter.takeSnapshot().histogramCounts())
        .filter(bucket -> bucket.bucket() == bound)
        .mapToDouble(CountAtBucket::count)
        .sum();
  }

  @Test
  void gaugeReadsItsValueOnEachScrape() {
    int[] depth = {3};
    metrics.gauge("workqueue_depth", PODS, () -> depth[0]);

    depth[0] = 7;

    assertThat(registry.get("workqueue_depth").gauge().value()).isEqualTo(7);
  }

  @Test
  void gaugesOfTheSameNameAndTagsAddUp() {
    metrics.gauge("workqueue_depth", PODS, () -> 3);
    metrics.gauge("workqueue_depth", PODS, () -> 4);
    metrics.gauge("workqueue_depth", NODES, () -> 100);

    assertThat(registry.get("workqueue_depth").tags("name", "pods").gauge().value()).isEqualTo(7);
    assertThat(registry.getMeters()).hasSize(2);
  }

  @Test
  void aClosedGaugeNoLongerCounts() {
    metrics.gauge("workqueue_depth", PODS, () -> 3);
    var closed = metrics.gauge("workqueue_depth", PODS, () -> 4);

    closed.close();
    closed.close();

    assertThat(registry.get("workqueue_depth").gauge().value()).isEqualTo(3);
  }

  @Test
  void gaugeIsUnregisteredOnceAllOfItsNameAreClosed() {
    var one = metrics.gauge("workqueue_depth", PODS, () -> 3);
    var other = metrics.gauge("workqueue_depth", PODS, () -> 4);

    one.close();
    other.close();

    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void gaugeIsUnregisteredUnderTheRegistrysName() {
    registry.config().meterFilter(MeterFilter.commonTags(Tags.of("zone", "a")));
    var gauge = metrics.gauge("workqueue_depth", PODS, () -> 3);

    gauge.close();

    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void gaugeCanBeReopened() {
    metrics.gauge("workqueue_depth", PODS, () -> 3).close();

    metrics.gauge("workqueue_depth", PODS, () -> 4);

    assertThat(registry.get("workqueue_depth").gauge().value()).isEqualTo(4);
  }

  @Test
  void gaugeOpenedDuringUnregistrationStays() {
    var slow = new SlowRemovalRegistry();
    var metrics = new MicrometerMetrics(slow);
    var last = metrics.gauge("workqueue_depth", PODS, () -> 3);
    slow.meanwhile = () -> metrics.gauge("workqueue_depth", PODS, () -> 4);

    last.close();

    assertThat(slow.get("workqueue_depth").gauge().value()).isEqualTo(4);
  }

  /** Runs another action once, after a meter's removal was requested and before it is removed. */
  private static final class SlowRemovalRegistry extends SimpleMeterRegistry {
    private Runnable meanwhile = () -> {};

    @Override
    public @Nullable Meter removeByPreFilterId(Meter.Id id) {
      var task = meanwhile;
      meanwhile = () -> {};
      task.run();
      return super.removeByPreFilterId(id);
    }
  }

  @Test
  void concurrentOpenAndCloseKeepsOpenGauges() throws Exception {
    int threads = 4;
    var start = new CountDownLatch(1);
    var pool = Executors.newFixedThreadPool(threads);
    try {
      var work =
          IntStream.range(0, threads)
              .mapToObj(thread -> pool.submit(() -> openAndClose(start, thread == 0)))
              .toList();
      start.countDown();
      for (Future<?> one : work) {
        one.get(30, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(registry.get("workqueue_depth").gauge().value()).isEqualTo(1);
  }

  private Void openAndClose(CountDownLatch start, boolean leaveOneOpen)
      throws InterruptedException {
    start.await();
    for (int i = 0; i < 2_000; i++) {
      metrics.gauge("workqueue_depth", PODS, () -> 1).close();
    }
    if (leaveOneOpen) {
      metrics.gauge("workqueue_depth", PODS, () -> 1);
    }
    return null;
  }
}
