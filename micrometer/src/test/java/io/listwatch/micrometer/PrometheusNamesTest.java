package io.listwatch.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A scrape shows Kubernetes' metric names, so that its dashboards find them. */
final class PrometheusNamesTest {
  private static final Map<String, String> PODS = Map.of("name", "pods");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Metrics metrics = new MicrometerMetrics(registry);

  @Test
  void counterKeepsASingleTotalSuffix() {
    metrics.counter("workqueue_adds_total", PODS).add(2);

    assertThat(registry.scrape().lines())
        .contains("# TYPE workqueue_adds_total counter")
        .contains("workqueue_adds_total{name=\"pods\"} 2.0")
        .noneMatch(line -> line.contains("_total_total"));
  }

  @Test
  void distributionIsAHistogramOfItsName() {
    metrics.distribution("workqueue_work_duration_seconds", PODS).record(0.2);

    assertThat(registry.scrape().lines())
        .contains("# TYPE workqueue_work_duration_seconds histogram")
        .contains("workqueue_work_duration_seconds_bucket{name=\"pods\",le=\"0.1\"} 0")
        .contains("workqueue_work_duration_seconds_bucket{name=\"pods\",le=\"0.25\"} 1")
        .contains("workqueue_work_duration_seconds_count{name=\"pods\"} 1")
        .contains("workqueue_work_duration_seconds_sum{name=\"pods\"} 0.2");
  }

  @Test
  void gaugeKeepsItsUnit() {
    metrics.gauge("workqueue_longest_running_processor_seconds", PODS, () -> 1.5);

    assertThat(registry.scrape().lines())
        .contains("# TYPE workqueue_longest_running_processor_seconds gauge")
        .contains("workqueue_longest_running_processor_seconds{name=\"pods\"} 1.5");
  }

  @Test
  void everyTypeOfMetricHasHelp() {
    metrics.counter("workqueue_adds_total", PODS).increment();
    metrics.distribution("workqueue_work_duration_seconds", PODS).record(0.2);
    metrics.distribution("reflector_items_per_list", PODS).record(3);
    metrics.gauge("workqueue_depth", PODS, () -> 1);

    assertThat(registry.scrape().lines())
        .contains("# HELP workqueue_adds_total Items added to the queue.")
        .contains("# HELP workqueue_work_duration_seconds Time a worker spent on an item.")
        .contains("# HELP workqueue_depth Items waiting for a worker.")
        .contains("# HELP reflector_items_per_list Objects in a fetch of the whole collection.");
  }

  @Test
  void distributionAppearsAfterItsFirstValue() {
    var times = metrics.distribution("workqueue_work_duration_seconds", PODS);
    var amounts = metrics.distribution("reflector_items_per_list", PODS);
    assertThat(registry.scrape()).isEmpty();

    times.record(0.2);
    amounts.record(3);

    assertThat(registry.scrape())
        .contains("workqueue_work_duration_seconds_count", "reflector_items_per_list_count");
  }
}
