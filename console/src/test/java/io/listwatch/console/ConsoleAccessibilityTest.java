package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * WCAG 2.2 AA, checked by axe, and two problems that axe does not find: layout shifts, and overflow
 * on a phone.
 */
final class ConsoleAccessibilityTest extends BrowserTest {
  ConsoleAccessibilityTest() {
    super(ConsoleServer.writable());
  }

  @ParameterizedTest
  @CsvSource({
    "1280, 800, false, en",
    "1280, 800, true, en",
    "390, 844, false, zh",
    "390, 844, true, en",
    "320, 640, false, en",
    "1920, 1080, true, zh"
  })
  void everyViewPassesAxe(int width, int height, boolean dark, String language) throws IOException {
    createMaps(30);
    page.screen(width, height, dark);
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("settings-1"));
    page.evaluate("localStorage.setItem('listwatch.language', '%s')".formatted(language));
    page.go("about:blank");
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("settings-1"));
    check("the table");
    page.evaluate(row("settings-1") + ".click()");
    page.await("document.querySelector('.edit')");
    check("an object");
    page.evaluate("document.querySelector('.delete').click()");
    page.await("document.querySelector('.confirm')");
    check("the question before a deletion");
    page.evaluate("document.querySelector('.confirm button').click()");
    page.evaluate("document.querySelector('.edit').click()");
    page.await("document.querySelector('textarea')");
    check("the editor");
    page.evaluate("document.querySelector('.editor .plain').click()");
    page.await("document.querySelector('.editor .diff')");
    check("the dry run");
    for (String view :
        List.of("mechanism/configmaps", "scenes/", "scenes/list-watch/fast", "load/")) {
      String name = view.substring(0, view.indexOf('/'));
      page.evaluate("location.hash = '#/%s'".formatted(view));
      page.await("document.querySelector('main.view-%s h1')".formatted(name));
      page.await(
          "document.querySelector('.script') === null ||"
              + " document.querySelector('.script[data-over]')");
      check(view);
      assertThat(page.evaluate("document.documentElement.scrollWidth").asInt())
          .as("width of %s", view)
          .isLessThanOrEqualTo(width);
    }
    page.evaluate("localStorage.clear()");
  }

  @ParameterizedTest
  @CsvSource({"1280, 800, false", "390, 844, true"})
  void everyStatePassesAxe(int width, int height, boolean dark) throws IOException {
    createMap("first");
    page.screen(width, height, dark);
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("first"));
    if (width < 500) {
      page.evaluate("document.querySelector('.menu').click()");
      page.await("document.body.classList.contains('menu-open')");
      check("the menu");
      page.evaluate("document.querySelector('.menu').click()");
    }
    createMaps(4);
    page.await("Number(document.querySelector('.timeline input').max) >= 3");
    travelBack(2);
    page.await("document.querySelector('.state').dataset.state === 'paused'");
    check("the past");
    page.evaluate("document.querySelector('.timeline .compare').click()");
    page.await("document.querySelector('.state').textContent.includes('compared')");
    travelBack(0);
    page.await(row("settings-4") + "?.classList.contains('mark-added')");
    check("a comparison");
    page.evaluate(row("settings-4") + ".click()");
    page.await("document.querySelector('.diff')");
    check("an object at two versions");
    report(step("index", "configmaps", "3 objects"), step("queue", "greeter", "add default/x"));
    try (InputStream watch =
        server.watch(ConsoleServer.MAPS + "?watch=true&labelSelector=app", "slow/1.0")) {
      server.stall("app");
      for (int i = 1; i <= 4; i++) {
        server.patch(
            ConsoleServer.MAPS + "/first", "{\"data\":{\"level\":\"%d\"}}".formatted(i + 1));
      }
      page.evaluate("location.hash = '#/mechanism/configmaps'");
      page.await("document.querySelector('.lane.blocked')");
      page.await("document.querySelector('.informers .step')");
      check("a stalled watch, and informers");
      assertThat(watch).isNotNull();
    }
    assertThat(page.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(width);
  }

  @Test
  void signInPassesAxe() throws IOException {
    try (var guarded = ConsoleServer.byLinkOnly()) {
      page.screen(320, 640, true);
      page.go(guarded.page(""));
      page.await("document.activeElement?.id === 'token'");
      check("the sign-in");
      page.type("wrong");
      page.press("Enter");
      page.await("document.querySelector('[role=alert]')");
      check("the sign-in after a wrong token");
      page.go("about:blank");
    }
  }

  @Test
  void arrowKeysReachTheOwnerOfAField() {
    createMap("a");
    server.patch(ConsoleServer.MAPS + "/a?fieldManager=tuner", "{\"data\":{\"mode\":\"fast\"}}");
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("a"));
    page.evaluate(row("a") + ".click()");
    page.await("document.activeElement.classList.contains('lines')");

    boolean reached = false;
    for (int i = 0; i < 30 && !reached; i++) {
      page.press("ArrowDown");
      reached =
          page.evaluate("document.querySelector('.owner').textContent")
              .asText()
              .startsWith("tuner");
    }

    assertThat(reached).isTrue();
    assertThat(page.evaluate("document.querySelector('.line.at').textContent").asText())
        .contains("mode: fast");
  }

  private void check(String what) throws IOException {
    if (!page.evaluate("typeof axe === 'object'").asBoolean()) {
      page.evaluate(axe());
    }
    // Animations show colours between two that pass.
    page.evaluate(
        "document.getAnimations().forEach((each) => { try { each.finish(); } catch { each.cancel();"
            + " } })");
    JsonValue violations =
        page.evaluate(
            """
            axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
              .then((found) => found.violations.map((each) =>
                each.id + ': ' + each.nodes.map((node) => node.html + ' ' + node.failureSummary).join('; ')))
            """);
    assertThat(violations).as("violations in %s: %s", what, violations).isEmpty();
  }

  private static String axe() throws IOException {
    try (InputStream in = resource("/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream resource(String path) {
    return Objects.requireNonNull(ConsoleAccessibilityTest.class.getResourceAsStream(path), path);
  }

  @Test
  void pageLoadsWithoutLayoutShifts() {
    createMaps(200);
    page.screen(1280, 800, false);
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("settings-1"));
    awaitHistory();

    double shift =
        page.evaluate(
                """
                new Promise((done) => {
                  let sum = 0;
                  new PerformanceObserver((list) => list.getEntries().forEach((each) => { sum += each.value; }))
                    .observe({ type: 'layout-shift', buffered: true });
                  setTimeout(() => done(sum), 300);
                })
                """)
            .doubleValue();

    assertThat(shift).isLessThan(0.01);
  }

  /** Waits for the time line, which has the changes since the collection was read first. */
  private void awaitHistory() {
    createMap("one");
    createMap("two");
    page.await("!document.querySelector('.timeline input').disabled");
  }

  @Test
  void tabReachesEveryPart() {
    createMaps(3);
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("settings-1"));
    awaitHistory();
    page.evaluate("document.body.focus()");

    var reached = new StringBuilder();
    for (int i = 0; i < 60 && !reached.toString().contains("grid"); i++) {
      page.press("Tab");
      reached.append(page.evaluate("document.activeElement.className + ' '").asText());
    }

    assertThat(reached.toString()).contains("skip", "grid", "compare");
    assertThat(page.evaluate("getComputedStyle(document.activeElement).outlineStyle").asText())
        .isNotEqualTo("none");
  }
}
