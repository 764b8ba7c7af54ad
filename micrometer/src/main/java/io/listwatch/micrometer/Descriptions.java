package io.listwatch.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The sentence that describes each metric of Listwatch. */
final class Descriptions {
  private static final Properties SENTENCES = load();

  private Descriptions() {}

  /** Returns null for a metric that Listwatch does not have. */
  static @Nullable String of(String metric) {
    return SENTENCES.getProperty(metric);
  }

  private static Properties load() {
    var sentences = new Properties();
    try (var in = Descriptions.class.getResourceAsStream("descriptions.properties")) {
      sentences.load(new InputStreamReader(Objects.requireNonNull(in), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sentences;
  }
}
