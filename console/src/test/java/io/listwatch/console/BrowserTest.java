package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.listwatch.objects.json.JsonTrees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A browser for a class of tests, and a page and a server for each of them. */
@Tag("chromium")
abstract class BrowserTest {
  /** The directory for the pictures of docs/console.md. */
  static final Path SCREENSHOTS =
      Path.of(System.getProperty("listwatch.console.screenshots", "target/screenshots"));

  static final String ROWS = "document.querySelectorAll('.rows .row')";

  private static @Nullable Chromium browser;

  final BrowserPage page = open();
  final ConsoleServer server;
  private int steps;

  BrowserTest(ConsoleServer server) {
    this.server = server;
  }

  @BeforeAll
  static void startBrowser() throws IOException {
    assumeTrue(Chromium.isInstalled(), "chromium is not installed");
    browser = Chromium.start();
  }

  @AfterAll
  static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void close() {
    page.go("about:blank");
    server.close();
  }

  static BrowserPage open() {
    return Objects.requireNonNull(browser).open();
  }

  /** Takes a picture for docs/console.md, with animations at their end. */
  void picture(BrowserPage of, String name) throws IOException {
    of.evaluate(
        """
        document.getAnimations().forEach((each) => { try { each.finish(); } catch { each.cancel(); } })
        """);
    if (!hasChineseFont(of)) {
      // Without a Chinese font, the name of the language would be two boxes.
      of.evaluate("document.querySelector('button[lang=zh]')?.style.setProperty('opacity', '0')");
    }
    of.screenshot(SCREENSHOTS.resolve(name + ".png"));
  }

  static boolean hasChineseFont(BrowserPage page) {
    return page.evaluate(
            """
            (() => {
              const context = document.createElement('canvas').getContext('2d');
              context.font = '14px sans-serif';
              return context.measureText('中').width !== context.measureText('\\u{10FFFD}').width;
            })()
            """)
        .asBoolean();
  }

  void createMaps(int count) {
    for (int i = 1; i <= count; i++) {
      createMap("settings-" + i);
    }
  }

  void createMap(String name) {
    server.create(
        ConsoleServer.MAPS,
        """
        {"metadata": {"name": "%s", "labels": {"app": "a"}}, "data": {"level": "1"}}
        """
            .formatted(name));
  }

  /** Reports the steps of a program's informers. */
  void report(String... steps) {
    String body = "{\"program\": \"greeter\", \"steps\": [" + String.join(",", steps) + "]}";
    assertThat(JsonTrees.read(body).isObject()).isTrue();
    assertThat(server.send("POST", "application/json", "/debug/listwatch/informers", body))
        .isEqualTo(200);
  }

  /** Returns a step, a little later than the one before it. */
  String step(String part, String who, String what) {
    steps++;
    return """
    {"part": "%s", "who": "%s", "what": "%s", "afterMillis": %d, "version": "%d"}
    """
        .formatted(part, who, what, 1_204 + 7 * steps, 41 + steps / 2);
  }

  /** Moves the slider of the time line back from the newest change by a number of changes. */
  void travelBack(int changes) {
    page.evaluate(
        """
        (() => {
          const slider = document.querySelector('.timeline input');
          slider.value = slider.max - %d;
          slider.dispatchEvent(new Event('change'));
        })()
        """
            .formatted(changes));
  }

  /** Returns an expression for the row of an object in a table with a namespace column. */
  static String row(String name) {
    return "[...%s].find((row) => row.children[1]?.textContent === '%s')".formatted(ROWS, name);
  }

  /** Returns a condition: an object has a row. */
  static String cell(String name) {
    return "(%s !== undefined)".formatted(row(name));
  }

  /** Returns an expression for the first button with this text. */
  static String button(String text) {
    return "[...document.querySelectorAll('button')].find((each) => each.textContent === '%s')"
        .formatted(text);
  }
}
