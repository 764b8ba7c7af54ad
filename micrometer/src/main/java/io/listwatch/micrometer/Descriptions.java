package io.listwatch.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The descriptions of the metrics of Listwatch, which Prometheus shows as HELP. */
final class Descriptions {
  private static final Properties DESCRIPTIONS = load();

  private Descriptions() {}

  /** Returns null for a metric that is not of Listwatch. */
  static @Nullable String of(String metric) {
    return DESCRIPTIONS.getProperty(metric);
  }

  private static Properties load() {
    var descriptions = new Properties();
    try (var in = Descriptions.class.getResourceAsStream("descriptions.properties")) {
      descriptions.load(new InputStreamReader(Objects.requireNonNull(in), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return descriptions;
  }
}
