package io.listwatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.micrometer.MicrometerMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SeriesLimitTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MicrometerMetrics metrics = new MicrometerMetrics(registry);

  SeriesLimitTest() {
    registry.config().meterFilter(new SeriesLimit());
  }

  @Test
  void seriesBeyondTheLimitAreNotMeasured() {
    for (int i = 0; i < SeriesLimit.MAX_SERIES + 10; i++) {
      count("requests_total", "made-up-" + i);
    }

    assertThat(registry.find("requests_total").counters()).hasSize(SeriesLimit.MAX_SERIES);
  }

  @Test
  void knownSeriesAndOtherMetersAreStillMeasured() {
    for (int i = 0; i <= SeriesLimit.MAX_SERIES; i++) {
      count("requests_total", "path-" + i);
    }

    count("requests_total", "path-0");
    count("lists_total", "path-0");

    assertThat(registry.get("requests_total").tag("path", "path-0").counter().count()).isEqualTo(2);
    assertThat(registry.get("lists_total").tag("path", "path-0").counter().count()).isEqualTo(1);
  }

  private void count(String name, String path) {
    metrics.counter(name, Map.of("path", path)).increment();
  }
}
