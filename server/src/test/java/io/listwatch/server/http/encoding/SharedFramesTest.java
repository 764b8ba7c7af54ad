package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.WatchEvent;
import io.listwatch.server.http.request.IncludedObject;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.time.Timers;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** Frames of live events are encoded once for all watches of one form. */
final class SharedFramesTest {
  private static final ResourceDefinition PODS =
      BuiltInResources.load().stream()
          .filter(each -> each.type().plural().equals("pods"))
          .findFirst()
          .orElseThrow();
  private static final String LEAN = "application/json;drop=metadata.managedFields";
  private static final String FIELDS = "\"managedFields\":[{\"manager\":\"x\"}],";

  private static final String LONG_POD =
      """
      {"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"%d",
       "annotations":{"text":"TEXT"}}}\
      """
          .replace("TEXT", "x".repeat(500));

  private final CountedMetrics metrics = new CountedMetrics();
  private final FrameCache cache = new FrameCache();

  @Test
  void leanWatchesShareOneFrame() {
    WatchEvent event = new WatchEvent.Modified(pod(FIELDS));

    byte[] lean = encoder(LEAN).shared(event, false);

    assertThat(encoder(LEAN).shared(event, false)).isSameAs(lean);
    assertThat(encoder("application/json").shared(event, false))
        .asString(UTF_8)
        .isEqualTo(new String(lean, UTF_8).replace("\"name\"", FIELDS + "\"name\""));
  }

  @Test
  void initialEventsAreNotShared() {
    WatchEvent event = new WatchEvent.Added(pod(FIELDS));

    assertThat(encoder(LEAN).shared(event, true)).isNull();
    assertThat(encoder(LEAN).shared(event, false)).isSameAs(encoder(LEAN).shared(event, false));
  }

  @Test
  void sharesFrameThatIsSmallWithoutManagedFields() {
    String entry = FIELDS.replace("x", "x".repeat(FrameCache.LARGEST));
    WatchEvent event = new WatchEvent.Deleted(pod(entry));

    assertThat(encoder("application/json").shared(event, false)).isNull();
    assertThat(encoder(LEAN).shared(event, false)).isSameAs(encoder(LEAN).shared(event, false));
  }

  @Test
  void countsDeltasOfEachWatch() {
    Resource before = Resource.parse(LONG_POD.formatted(3));
    Resource after = Resource.parse(LONG_POD.formatted(4));
    var event = new WatchEvent.Modified(after, before);
    String delta = "application/json;delta=lw1";

    byte[] frame = Objects.requireNonNull(encoder(delta).shared(event, false));
    byte[] same = encoder(delta).shared(event, false);
    byte[] whole = encoder("application/json").shared(event, false);

    assertThat(same).isSameAs(frame);
    assertThat(whole).hasSizeGreaterThan(frame.length);
    assertThat(metrics.counted)
        .containsOnly(
            Map.entry("watch_deltas_sent_total", 2L),
            Map.entry("watch_delta_bytes_sent_total", 2L * frame.length));
  }

  private static Resource pod(String managedFields) {
    return Resource.parse(
        """
        {"kind":"Pod","apiVersion":"v1","metadata":{%s"name":"a","resourceVersion":"3"}}\
        """
            .formatted(managedFields));
  }

  private EventEncoder encoder(String accept) {
    return new EventEncoder(
        PODS,
        Representation.ofWatch(accept, PODS),
        IncludedObject.METADATA,
        false,
        true,
        cache,
        new KeptMessages(Timers.system(), 1 << 20),
        new DeltaMeters(metrics),
        () -> Instant.EPOCH);
  }

  private static final class CountedMetrics implements Metrics {
    private final Map<String, Long> counted = new HashMap<>();

    @Override
    public Counter counter(String name, Map<String, String> tags) {
      return amount -> counted.merge(name, amount, Long::sum);
    }

    @Override
    public Distribution distribution(String name, Map<String, String> tags) {
      return Metrics.none().distribution(name, tags);
    }

    @Override
    public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
      return Metrics.none().gauge(name, tags, value);
    }
  }
}
