package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scenes play to their end, and the mechanism shows watchers and informers. */
final class ConsoleScenesTest extends BrowserTest {
  ConsoleScenesTest() {
    super(ConsoleServer.writable());
  }

  @ParameterizedTest
  @ValueSource(strings = {"list-watch", "reflector", "one-way", "window", "resume"})
  void scenePlaysToItsEnd(String scene) throws IOException {
    page.screen(1280, 800, false);
    page.go(server.page("#/scenes/" + scene + "/fast"));

    page.await("document.querySelector('.script[data-over]')");
    page.await(
        "document.querySelectorAll('.script .told').length === document.querySelectorAll('.script"
            + " li').length");
    assertThat(page.evaluate("document.querySelector('.problem[role=alert]').hidden").asBoolean())
        .as(page.text())
        .isTrue();
    String wire = page.evaluate("document.querySelector('.wires').textContent").asText();
    assertThat(wire).contains("watch=true", "ADDED");
    if (scene.equals("resume")) {
      assertThat(wire).contains("410");
      picture(page, "scene");
    }
    page.await(
        "fetch('%s').then((r) => r.json()).then((d) => window.left = d.items.filter((e) => e.metadata.name.startsWith('scene')).length)"
                .formatted(ConsoleServer.MAPS)
            + " && window.left === 0");
    assertThat(page.problems()).isEmpty();
  }

  /** Takes the picture of the mechanism for docs/console.md. */
  @Test
  void mechanismShowsWatchersThatLag() throws IOException {
    createMaps(3);
    assertThat(server.get(ConsoleServer.MAPS)).contains("level");
    String all = ConsoleServer.MAPS + "?watch=true";
    try (InputStream one = server.watch(all + "&allowWatchBookmarks=true", "greeter/1.4 (linux)");
        InputStream two = server.watch("/api/v1/configmaps?watch=true", "auditor/0.9");
        InputStream three = server.watch(all + "&labelSelector=app%3Da", "reporter/2.0 (java)")) {
      report(
          step("list", "configmaps", "list the latest: 3 objects"),
          step("watch", "configmaps", "MODIFIED default/settings-1"),
          step("delta", "configmaps", "Updated default/settings-1"),
          step("index", "configmaps", "3 objects"),
          step("handler", "greeter", "update default/settings-1"),
          step("queue", "greeter", "add default/settings-1"),
          step("queue", "greeter", "take default/settings-1"),
          step("queue", "greeter", "add default/settings-2"));
      page.screen(1280, 1180, true);
      page.go(server.page("#/mechanism/configmaps"));
      page.await("document.querySelectorAll('.lane circle').length === 3");
      for (int i = 1; i <= 21; i++) {
        server.patch(
            ConsoleServer.MAPS + "/settings-" + (1 + i % 3),
            "{\"data\":{\"mode\":\"%d\"}}".formatted(i));
        if (i % 8 == 0) {
          createMap("extra-" + i);
        }
      }
      server.send("DELETE", "application/json", ConsoleServer.MAPS + "/extra-8", "{}");
      server.stall("app=a");
      for (int i = 1; i <= 7; i++) {
        server.patch(
            ConsoleServer.MAPS + "/settings-" + (1 + i % 3),
            "{\"data\":{\"level\":\"%d\"}}".formatted(i + 1));
      }
      server.send("DELETE", "application/json", ConsoleServer.MAPS + "/settings-3", "{}");
      createMap("settings-4");

      page.await("document.querySelector('.lane.blocked .who')?.textContent.includes('Lag')");
      page.await("document.querySelectorAll('.lane.parked').length === 2");
      assertThat(page.text())
          .contains("greeter/1.4", "auditor/0.9", "reporter/2.0", "127.0.0.1", "with bookmarks")
          .contains("1 waiting, 1 in work");
      picture(page, "mechanism");
      assertThat(List.of(one, two, three)).doesNotContainNull();
    }
  }

  @Test
  void filtersWatchersByClient() throws IOException {
    createMap("a");
    assertThat(server.get(ConsoleServer.MAPS)).contains("level");
    String all = ConsoleServer.MAPS + "?watch=true";
    try (InputStream one = server.watch(all, "greeter/1.4");
        InputStream two = server.watch(all, "auditor/0.9")) {
      page.go(server.page("#/mechanism/configmaps"));
      page.await("document.querySelectorAll('.watchers tbody tr').length === 2");

      page.evaluate("document.querySelector('#watcher').focus()");
      page.type("audit");

      page.await("document.querySelectorAll('.watchers tbody tr').length === 1");
      assertThat(page.evaluate("document.querySelector('.watchers tbody').textContent").asText())
          .contains("auditor/0.9", "127.0.0.1");
      assertThat(List.of(one, two)).doesNotContainNull();
    }
  }

  @Test
  void lagBeforeTheFirstKnownChangeIsALowerBound() {
    page.go(server.page(""));
    page.await("document.querySelector('main')");

    assertThat(lags("changes: [5, 6, 7], window: { changes: 3, oldest: 4 }", 0, 4, 5, 7))
        .isEqualTo("0:null,4:3,5:2,7:0");
    assertThat(lags("changes: [5, 6, 7], window: { changes: 9, oldest: 1 }", 2, 6))
        .isEqualTo("2:3+,6:1");
    assertThat(lags("changes: [5, 6, 7], window: { changes: 3, oldest: 4 }", 3)).isEqualTo("3:3+");
  }

  private String lags(String cache, int... positions) {
    return page.evaluate(
            """
            import('/console/mechanism.js').then(({ slowestFirst }) => {
              const cache = { %s };
              cache.changes = cache.changes.map((resourceVersion) => ({ resourceVersion }));
              const watches = %s.map((position) => ({ position, auditId: 'a', blocked: false, ageMillis: 1 }));
              return slowestFirst(watches, cache).sort((a, b) => a.position - b.position)
                .map((each) => `${each.position}:${each.lag}${each.further ? '+' : ''}`).join();
            })
            """
                .formatted(cache, Arrays.toString(positions)))
        .asText();
  }

  @ParameterizedTest
  @CsvSource({
    "'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', Firefox",
    "'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0"
        + " Safari/537.36', Chromium",
    "'Mozilla/5.0 (Windows) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
        + " Edg/140.0', Edge",
    "'kubectl/v1.36.0 (linux/amd64) kubernetes/abc', kubectl/v1.36.0",
    "'', 127.0.0.1"
  })
  void namesClientByItsUserAgent(String userAgent, String name) {
    page.go(server.page(""));
    page.await("document.querySelector('main')");

    assertThat(
            page.evaluate(
                    """
                    import('/console/mechanism.js')
                      .then(({ clientOf }) => clientOf({ userAgent: '%s', source: '127.0.0.1' }))
                    """
                        .formatted(userAgent))
                .asText())
        .isEqualTo(name);
  }

  @Test
  void showsStepsReportedByInformers() throws IOException {
    createMap("a");
    assertThat(server.get(ConsoleServer.MAPS)).contains("level");
    String hostile = "<img src=x onerror=window.hacked=1>";
    report(step("list", "configmaps", "list the latest"), step("index", "configmaps", "3 objects"));
    page.screen(1280, 900, false);
    page.go(server.page("#/mechanism/configmaps"));
    page.await("document.querySelector('.program h3')?.textContent === 'greeter'");
    report(
        step("watch", "configmaps", "ADDED default/" + hostile),
        step("delta", "configmaps", "Added default/x"),
        step("index", "configmaps", "4 objects"),
        step("handler", "greeter", "add default/x"),
        step("queue", "greeter", "add default/x"),
        step("queue", "greeter", "add default/y"),
        step("queue", "greeter", "take default/x"));

    page.await("document.querySelector('.informers').textContent.includes('configmaps: 4')");
    page.await("document.querySelector('.informers').textContent.includes('1 waiting, 1 in work')");
    assertThat(page.evaluate("document.querySelectorAll('.informers img').length").asInt())
        .isZero();
    assertThat(page.evaluate("String(window.hacked)").asText()).isEqualTo("undefined");
    assertThat(page.problems()).isEmpty();
  }
}
