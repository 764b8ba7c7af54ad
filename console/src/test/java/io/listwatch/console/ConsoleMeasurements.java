package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.FormatMethod;
import com.sun.management.OperatingSystemMXBean;
import io.listwatch.objects.json.JsonValue;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Measures the page for docs/benchmarks.md. Asserts nothing about time. Runs with {@code
 * -Dlistwatch.console.measure=true}.
 */
@EnabledIfSystemProperty(named = "listwatch.console.measure", matches = "true")
final class ConsoleMeasurements extends BrowserTest {
  private static final int PODS = Integer.getInteger("listwatch.console.pods", 20_000);
  private static final int WATCHERS = Integer.getInteger("listwatch.console.watchers", 9_900);
  private static final int WRITES = 40;
  private static final Duration SETTLE =
      Duration.ofSeconds(Integer.getInteger("listwatch.console.settle", 30));
  private static final Duration SPAN =
      Duration.ofSeconds(Integer.getInteger("listwatch.console.span", 60));

  ConsoleMeasurements() {
    super(ConsoleServer.readOnly(config -> {}));
  }

  @Test
  void largeTable() {
    server.createAll(ConsoleServer.PODS, PODS, ConsoleMeasurements::pod);
    page.screen(1280, 800, false);
    page.beforeEachPage(
        """
        new MutationObserver((changes, self) => {
          if (!document.querySelector('.rows .row')) return;
          self.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => { window.firstRow = performance.now(); }));
        }).observe(document, { childList: true, subtree: true });
        """);
    for (int i = 0; i < 3; i++) {
      page.go("about:blank");
      page.go(server.page("#/objects/pods"));
      page.await("window.firstRow > 0");
      print("first rows painted after %.0f ms", page.evaluate("window.firstRow").doubleValue());
      page.await("document.querySelector('.state').dataset.state === 'live'");
      print("all %d rows after %.0f ms", PODS, page.evaluate("performance.now()").doubleValue());
    }
    scroll();
    events();
  }

  private void scroll() {
    double[] frames =
        numbers(
            page.evaluate(
                """
                new Promise((done) => {
                  const grid = document.querySelector('.grid');
                  const times = [];
                  let last = performance.now();
                  const frame = (now) => {
                    times.push(now - last);
                    last = now;
                    grid.scrollTop += 2500;
                    if (times.length < 240) requestAnimationFrame(frame);
                    else done(times);
                  };
                  requestAnimationFrame(frame);
                })
                """));
    print("frames while scrolling: median %.1f ms, p99 %.1f ms", at(frames, 0.5), at(frames, 0.99));
    print("rows in the document: %d", page.evaluate(ROWS + ".length").asInt());
    page.evaluate("document.querySelector('.grid').scrollTop = 0");
  }

  private void events() {
    page.evaluate(
        """
        new MutationObserver(() => {
          const painted = [...document.querySelectorAll('.rows .row')].some((row) =>
            row.className.includes(window.awaited.mark) && row.children[1].textContent === window.awaited.name);
          if (painted) requestAnimationFrame(() => { window.painted ||= performance.timeOrigin + performance.now(); });
        }).observe(document.querySelector('.rows'), { childList: true, attributes: true, subtree: true, attributeFilter: ['class'] });
        """);
    measure(
        "modified",
        i -> "pod-0000" + i % 10,
        name ->
            server.patch(
                ConsoleServer.PODS + "/" + name,
                "{\"metadata\":{\"labels\":{\"n\":\"%d\"}}}".formatted(System.nanoTime())));
    // Each is the first row when it comes.
    measure(
        "added",
        i -> "added-" + (100 + WRITES - i),
        name -> server.create(ConsoleServer.PODS, pod(name, 0)));
  }

  /** From before the request is sent until the frame after the row was painted. */
  private void measure(String mark, IntFunction<String> names, Consumer<String> write) {
    var times = new double[WRITES];
    for (int i = 0; i < WRITES; i++) {
      String name = names.apply(i);
      page.await("!%s?.className.includes('mark-%s')".formatted(row(name), mark));
      page.evaluate(
          "window.awaited = { name: '%s', mark: 'mark-%s' }; window.painted = 0"
              .formatted(name, mark));
      double before = now();
      write.accept(name);
      page.await("window.painted > 0");
      times[i] = page.evaluate("window.painted").doubleValue() - before;
    }
    print("write to painted, %s: median %.1f ms, max %.1f ms", mark, at(times, 0.5), at(times, 1));
  }

  private static double now() {
    var now = java.time.Instant.now();
    return now.getEpochSecond() * 1e3 + now.getNano() / 1e6;
  }

  @Test
  void pageLeftOpenWhileThereAreManyWatchers() throws IOException, InterruptedException {
    createMap("a");
    List<SocketChannel> watchers = new ArrayList<>();
    try {
      for (int i = 0; i < WATCHERS; i++) {
        watchers.add(watch());
      }
      warmUp();
      double floor = withoutPage();
      for (String view : List.of("mechanism/configmaps", "objects/configmaps", "load/")) {
        page.go(server.page("#/" + view));
        page.await("document.querySelector('h1')");
        // This process would spend CPU time on the browser's reports, and count it as the server's.
        page.quiet();
        double open = cpu();
        // The JVM still compiles, so the floor falls from one figure to the next.
        double floorAfter = withoutPage();
        print(
            "%d watchers: %.2f %% of a core with %s open, %.2f before, %.2f after",
            WATCHERS, open, view, floor, floorAfter);
        floor = floorAfter;
      }
    } finally {
      for (SocketChannel each : watchers) {
        each.close();
      }
    }
  }

  /** Sends the requests of the page, as often as a page that has been open for half an hour. */
  private void warmUp() {
    for (int i = 0; i < 360; i++) {
      for (String document :
          List.of(
              "caches?resource=configmaps",
              "watches?resource=configmaps&limit=50",
              "informers?after=0",
              "resources",
              "load")) {
        assertThat(server.get("/debug/listwatch/" + document)).startsWith("{");
      }
    }
  }

  private SocketChannel watch() throws IOException {
    URI address = URI.create(server.url());
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(address.getHost(), address.getPort()));
    String request =
        "GET %s?watch=true HTTP/1.1\r\nHost: %s\r\n\r\n"
            .formatted(ConsoleServer.MAPS, address.getAuthority());
    channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    channel.read(ByteBuffer.allocate(1_024));
    return channel;
  }

  private double withoutPage() throws InterruptedException {
    page.go("about:blank");
    return cpu();
  }

  /** Returns the CPU time of this process, which the server is part of, in hundredths of a core. */
  private static double cpu() throws InterruptedException {
    var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    Thread.sleep(SETTLE.toMillis());
    long begin = process.getProcessCpuTime();
    Thread.sleep(SPAN.toMillis());
    return 100.0 * (process.getProcessCpuTime() - begin) / SPAN.toNanos();
  }

  private static String pod(int i) {
    return pod("pod-%05d".formatted(i), i);
  }

  private static String pod(String name, int i) {
    return """
    {"metadata": {"name": "%s", "labels": {"app": "a%d"}},
     "spec": {"containers": [{"name": "c", "image": "registry.example/c:1"}]}}
    """
        .formatted(name, i % 50);
  }

  private static double[] numbers(JsonValue array) {
    var numbers = new double[array.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = array.path(i).doubleValue();
    }
    return numbers;
  }

  private static double at(double[] values, double part) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  }

  @FormatMethod
  private static void print(String format, Object... values) {
    System.out.println("console: " + format.formatted(values));
  }
}
