package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.micrometer.MicrometerMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/metrics.md lists exactly the metrics of the code. */
final class MetricsDocTest {
  private static final Pattern METER =
      Pattern.compile("\\b(counter|gauge|distribution)\\(\\s*\"([a-z0-9_]+)\"");

  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z0-9_]+)`(?: \\*)? \\| (\\w+) \\| `", Pattern.MULTILINE);

  @Test
  void everyMetricIsDocumentedWithItsType() throws IOException {
    assertThat(documented()).isNotEmpty().containsExactlyEntriesOf(measured());
  }

  @Test
  void everyMetricHasADescription() throws IOException {
    var registry = new SimpleMeterRegistry();
    var metrics = new MicrometerMetrics(registry);
    measured().keySet().forEach(name -> metrics.counter(name, Map.of()));

    assertThat(registry.getMeters())
        .isNotEmpty()
        .allSatisfy(meter -> assertThat(meter.getId().getDescription()).endsWith("."));
  }

  /** Metric types by name. */
  private static Map<String, String> measured() throws IOException {
    var found = new TreeMap<String, String>();
    for (String source : MainSources.byClass().values()) {
      METER.matcher(source).results().forEach(meter -> found.put(meter.group(2), meter.group(1)));
    }
    return found;
  }

  private static Map<String, String> documented() throws IOException {
    var found = new TreeMap<String, String>();
    for (MatchResult row : ROW.matcher(MainSources.page("metrics.md")).results().toList()) {
      assertThat(found.put(row.group(1), row.group(2))).as("rows of " + row.group(1)).isNull();
    }
    return found;
  }
}
