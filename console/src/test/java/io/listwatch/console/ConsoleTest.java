package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.http.exchange.DebugDocument;
import io.listwatch.server.http.page.WebFile;
import io.listwatch.server.http.request.QueryParameters;
import io.listwatch.time.ManualTimers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The files of the console, and the load that it records. */
final class ConsoleTest {
  private static final int MAX_BYTES = 200_000;

  private final ManualTimers timers = new ManualTimers();
  private final Console console = new Console(false, false, Metrics.none(), timers);

  @AfterEach
  void close() {
    console.close();
  }

  @Test
  void wholePageIsSmall() {
    int bytes = ConsoleFiles.NAMES.stream().mapToInt(name -> file(name).content().length).sum();

    assertThat(bytes).isLessThan(MAX_BYTES);
  }

  @Test
  void contentSecurityPolicyAllowsOnlyOwnContent() {
    WebFile page = file("");

    assertThat(page.contentType()).startsWith("text/html");
    assertThat(page.headers().get("content-security-policy"))
        .contains("default-src 'none'", "script-src 'self'", "trusted-types 'none'")
        .doesNotContain("unsafe", "http:", "https:", "*");
    assertThat(page.headers()).containsEntry("x-content-type-options", "nosniff");
  }

  /** The browser's Trusted Types reject such code, too, but only when it runs. */
  @Test
  void scriptsNeverTurnTextIntoHtml() {
    assertThat(ConsoleFiles.NAMES)
        .filteredOn(name -> name.endsWith(".js"))
        .isNotEmpty()
        .allSatisfy(
            name ->
                assertThat(text(name).replace("http://www.w3.org/2000/svg", ""))
                    .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(")
                    .doesNotContain("document.write", "http://", "https://", "new Function"));
  }

  /** Their path changes with their content, so a browser need not ask for them again. */
  @Test
  void startPageNamesFilesThatBrowsersCache() {
    var names =
        Pattern.compile("(?:href|src)=\"([^\"]+)\"")
            .matcher(text(""))
            .results()
            .map(found -> found.group(1))
            .toList();

    assertThat(names)
        .hasSizeGreaterThan(5)
        .allSatisfy(
            name -> {
              assertThat(name).matches("[0-9a-f]{16}/[a-z]+\\.(js|css|svg)");
              assertThat(file(name).headers().get("cache-control")).contains("immutable");
              assertThat(file(name).headers()).containsKey("content-security-policy");
            });
    assertThat(file("").headers()).doesNotContainKey("cache-control");
    assertThat(text("index.html")).isEqualTo(text(""));
  }

  @Test
  void servesOnlyItsOwnFiles() {
    assertThat(console.file("../Console.class")).isEmpty();
    assertThat(console.file("Console.class")).isEmpty();
  }

  @Test
  void pageShowsWhetherItMayWrite() {
    assertThat(text("settings.json")).isEqualTo("{\"writable\":false,\"faults\":false}");
  }

  @Test
  void recordsTheLoadOfEachInterval() {
    Metrics metrics = console.metrics();
    var tags = Map.of("verb", "get", "code", "200");
    metrics.counter("apiserver_request_total", tags).add(3);
    metrics.counter("apiserver_request_total", Map.of("verb", "get", "code", "503")).increment();
    metrics.distribution("apiserver_request_duration_seconds", tags).record(0.01);
    metrics.counter("apiserver_watch_events_total", Map.of("resource", "pods")).add(12);
    Metrics.Gauge watches =
        metrics.gauge("apiserver_longrunning_requests", Map.of("verb", "watch"), () -> 7);

    timers.advance(LoadHistory.INTERVAL);
    watches.close();
    timers.advance(LoadHistory.INTERVAL);
    JsonObject load = load();

    assertThat(load.path("requests").toString()).isEqualTo("[4,0]");
    assertThat(load.path("failures").toString()).isEqualTo("[1,0]");
    assertThat(load.path("deliveries").toString()).isEqualTo("[12,0]");
    assertThat(load.path("watches").toString()).isEqualTo("[7,0]");
    assertThat(load.path("latency99").path(0).doubleValue()).isBetween(0.009, 0.012);
    assertThat(load.path("latency99").path(1).doubleValue()).isZero();
  }

  @Test
  void keepsOneHour() {
    for (int i = 0; i < LoadHistory.MAX_SAMPLES + 5; i++) {
      timers.advance(LoadHistory.INTERVAL);
    }

    assertThat(load().path("time").size()).isEqualTo(LoadHistory.MAX_SAMPLES).isEqualTo(360);
  }

  @Test
  void watchDurationsDoNotCountAsLatencies() {
    console
        .metrics()
        .distribution("apiserver_request_duration_seconds", Map.of("verb", "watch"))
        .record(1_800);

    timers.advance(LoadHistory.INTERVAL);

    assertThat(load().path("latency99").path(0).doubleValue()).isZero();
  }

  private JsonObject load() {
    DebugDocument document = Objects.requireNonNull(console.documents().get("load"));
    return document.read(QueryParameters.parse("")).toCompletableFuture().join();
  }

  private WebFile file(String name) {
    return console.file(name).orElseThrow();
  }

  private String text(String name) {
    return new String(file(name).content(), StandardCharsets.UTF_8);
  }
}
