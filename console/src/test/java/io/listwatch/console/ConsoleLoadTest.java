package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The plots of the load, over an hour that the test's clock makes. */
final class ConsoleLoadTest extends BrowserTest {
  private static final ManualTimers TIMERS = new ManualTimers();
  private static final int HOUR = LoadHistory.MAX_SAMPLES;

  ConsoleLoadTest() {
    super(ConsoleServer.recordingBy(TIMERS));
  }

  @Test
  void plotsTheLastHour() throws IOException {
    work(HOUR);
    page.screen(1280, 860, false);
    page.go(server.page("#/load/"));

    page.await("document.querySelectorAll('.plot .line[d]').length === 8");
    assertThat(page.text())
        .contains("Requests", "Latency, p99", "Open watches", "Changes", "Events sent to watchers")
        .contains("Flow control: in flight", "Heap", "Storage size", "max ")
        .doesNotContain("NaN", "Infinity", "undefined");
    picture(page, "load");
    assertThat(page.problems()).isEmpty();
  }

  @Test
  void arrowKeysReadEachSample() {
    work(HOUR);
    page.go(server.page("#/load/"));
    page.await("document.querySelector('.plot .line[d]')");
    page.evaluate("document.querySelector('.plot').focus()");

    page.press("Home");
    String first = value();
    page.press("ArrowLeft");
    assertThat(value()).isEqualTo(first);
    page.press("End");
    String last = value();
    page.press("ArrowLeft");

    assertThat(last).isNotEqualTo(first);
    assertThat(value()).isNotEqualTo(last).isNotEqualTo(first).contains("/s, failed");
    assertThat(
            page.evaluate("document.querySelector('.cursor').getAttribute('visibility')").asText())
        .isEqualTo("visible");
  }

  private String value() {
    return page.evaluate("document.querySelector('.plot').getAttribute('aria-valuetext')").asText();
  }

  /** Makes a load that rises and falls, with a wave of rejected requests. */
  private void work(int samples) {
    Metrics metrics = server.metrics();
    var watches = new AtomicLong();
    var inFlight = new AtomicLong();
    Metrics.Gauge open =
        metrics.gauge("apiserver_longrunning_requests", Map.of("t", "t"), watches::get);
    Metrics.Gauge running =
        metrics.gauge("apiserver_current_inflight_requests", Map.of("t", "t"), inFlight::get);
    var stored = new AtomicLong();
    Metrics.Gauge size =
        metrics.gauge("apiserver_storage_size_bytes", Map.of("t", "t"), stored::get);
    var done = Map.of("verb", "get", "code", "200");
    var rejected = Map.of("verb", "get", "code", "429");
    for (int i = 0; i < samples; i++) {
      double wave = 0.5 + 0.4 * Math.sin(i / 40.0) + 0.1 * Math.sin(i / 3.0);
      boolean busy = i > 220 && i < 250;
      watches.set(Math.min(1_200, 40L * i) + (long) (60 * wave));
      stored.addAndGet((long) (40_000 * wave));
      inFlight.set((long) (busy ? 90 + 20 * wave : 10 * wave));
      metrics.counter("apiserver_request_total", done).add((long) (900 * wave) + 200);
      metrics.counter("apiserver_request_total", rejected).add(busy ? 260 : 0);
      metrics
          .counter("apiserver_watch_cache_events_received_total", Map.of("t", "t"))
          .add((long) (120 * wave));
      metrics
          .counter("apiserver_watch_events_total", Map.of("t", "t"))
          .add((long) (120 * wave * watches.get()));
      for (int each = 0; each < 50; each++) {
        metrics
            .distribution("apiserver_request_duration_seconds", done)
            .record((busy ? 0.02 : 0.002) * (1 + each * wave / 10));
      }
      TIMERS.advance(LoadHistory.INTERVAL);
    }
    open.close();
    running.close();
    size.close();
  }
}
