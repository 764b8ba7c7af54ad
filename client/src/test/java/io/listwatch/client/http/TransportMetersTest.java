package io.listwatch.client.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.metrics.Metrics;
import io.listwatch.model.ApiException;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.ManualTimers;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The metrics of a transport. */
@Timeout(60)
final class TransportMetersTest {
  private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
  private final Map<String, DoubleSupplier> gauges = new ConcurrentHashMap<>();
  private final ScriptedServer server = new ScriptedServer();
  private final HttpTransport transport =
      new HttpTransport(
          ClientConfig.of(server.address()).with(config -> config.metrics(new Counting())),
          Timers.system());

  TransportMetersTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    transport.close();
    server.close();
  }

  /** Counts all meters, including distributions, by name, verb and code. */
  private final class Counting implements Metrics {
    private AtomicLong count(String name, Map<String, String> tags) {
      assertThat(tags.get("host")).isEqualTo(server.address().getAuthority());
      var rest = new TreeMap<>(tags);
      rest.remove("host");
      return counts.computeIfAbsent(name + rest.values(), unknown -> new AtomicLong());
    }

    @Override
    public Counter counter(String name, Map<String, String> tags) {
      return count(name, tags)::addAndGet;
    }

    @Override
    public Distribution distribution(String name, Map<String, String> tags) {
      AtomicLong count = count(name, tags);
      return amount -> count.incrementAndGet();
    }

    @Override
    public Gauge gauge(String name, Map<String, String> tags, DoubleSupplier value) {
      gauges.put(name, value);
      return () -> gauges.remove(name);
    }
  }

  private long count(String name) {
    AtomicLong count = counts.get(name);
    return count == null ? 0 : count.get();
  }

  @Test
  void countsEveryAttemptAndEveryRetry() throws Exception {
    server.then((request, answer) -> answer.json(429, "{}", "Retry-After: 0"));
    server.thenJson(200, "{}").thenJson(404, "{}").then((request, answer) -> answer.drop());

    transport.send(ApiRequest.get("/a")).close();
    assertThatThrownBy(() -> transport.send(ApiRequest.of("DELETE", "/b")))
        .isInstanceOf(ApiException.class);
    assertThatThrownBy(() -> transport.send(ApiRequest.of("POST", "/c")))
        .isInstanceOf(UnavailableException.class);

    assertThat(count("rest_client_requests_total[429, GET]")).isEqualTo(1);
    assertThat(count("rest_client_requests_total[200, GET]")).isEqualTo(1);
    assertThat(count("rest_client_requests_total[404, DELETE]")).isEqualTo(1);
    assertThat(count("rest_client_requests_total[<error>, POST]")).isEqualTo(1);
    assertThat(count("rest_client_request_retries_total[GET]")).isEqualTo(1);
    assertThat(count("rest_client_request_duration_seconds[GET]")).isEqualTo(1);
    assertThat(count("rest_client_request_duration_seconds[POST]")).isEqualTo(1);
  }

  @Test
  void measuresDelaysOfTheClientsRateLimit() throws Exception {
    server.otherwise((request, answer) -> answer.json(200, "{}"));
    var timers = new ManualTimers();
    var config =
        ClientConfig.of(server.address())
            .with(each -> each.metrics(new Counting()).rateLimit(10, 1));
    try (var limited = new HttpTransport(config, timers)) {
      limited.send(ApiRequest.get("/a")).close();
      assertThat(count("rest_client_rate_limiter_duration_seconds[GET]")).isZero();

      var second = new FutureTask<>(() -> limited.send(ApiRequest.get("/b")));
      new Thread(second, "held back").start();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> Duration.ofMillis(100).equals(timers.untilNext()));
      timers.advance(Duration.ofMillis(100));
      second.get().close();
    }
    assertThat(count("rest_client_rate_limiter_duration_seconds[GET]")).isEqualTo(1);
  }

  @Test
  void showsTheNumberOfOpenWatches() throws Exception {
    server.then(
        (request, answer) -> {
          answer.begin().chunk("x");
          answer.stall();
        });
    DoubleSupplier watches = requireNonNull(gauges.get("rest_client_open_watches"));
    assertThat(watches.getAsDouble()).isZero();

    ApiResponse watch = transport.send(ApiRequest.get("/w").watched());
    assertThat(watches.getAsDouble()).isEqualTo(1);
    watch.close();
    watch.close();

    assertThat(watches.getAsDouble()).isZero();
    assertThat(count("rest_client_request_duration_seconds[GET]")).isZero();
    transport.close();
    assertThat(gauges).isEmpty();
  }
}
