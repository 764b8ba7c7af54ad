package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A table of 20,000 pods. Counts animation frames instead of time. */
@Tag("slow")
final class ConsoleLargeTableTest extends BrowserTest {
  private static final int PODS = 20_000;

  /** Notes the frame in which an event arrived, and the one in which its row was painted. */
  private static final String COUNT_FRAMES =
      """
      (() => {
        let frame = 0;
        const arrived = {};
        window.frames_ = {};
        const count = () => { frame++; requestAnimationFrame(count); };
        requestAnimationFrame(count);
        const parse = JSON.parse;
        JSON.parse = (...values) => {
          const event = parse(...values);
          const name = event?.object?.rows?.[0]?.object?.metadata?.name;
          if (name) arrived[`${event.type} ${name}`] = frame;
          return event;
        };
        new MutationObserver(() => {
          for (const row of document.querySelectorAll('.rows .row')) {
            const mark = /mark-(\\w+)/.exec(row.className)?.[1];
            const event = `${mark?.toUpperCase()} ${row.children[1]?.textContent}`;
            if (event in arrived) window.frames_[event] ??= frame - arrived[event];
          }
        }).observe(document, { childList: true, subtree: true, attributes: true });
      })()
      """;

  ConsoleLargeTableTest() {
    super(ConsoleServer.readOnly(config -> {}));
  }

  @BeforeEach
  void openTable() {
    server.createAll(ConsoleServer.PODS, PODS, i -> pod("pod-%05d".formatted(i)));
    page.screen(1280, 800, false);
    page.beforeEachPage(COUNT_FRAMES);
    page.go(server.page("#/objects/pods"));
    page.await("document.querySelector('.state')?.dataset.state === 'live'");
    page.await("document.querySelector('.total').textContent === '20,000 objects'");
  }

  @Test
  void paintsEachEventAtOnce() {
    server.create(ConsoleServer.PODS, pod("added"));
    assertThat(framesUntil("ADDED added")).isLessThanOrEqualTo(2);

    server.patch(ConsoleServer.PODS + "/pod-00003", "{\"metadata\":{\"labels\":{\"n\":\"1\"}}}");
    assertThat(framesUntil("MODIFIED pod-00003")).isLessThanOrEqualTo(2);

    assertThat(page.evaluate(ROWS + ".length").asInt()).isBetween(10, 100);
    assertThat(page.problems()).isEmpty();
  }

  /** After each frame, rows cover the visible part of the table: scrolling shows no blanks. */
  @Test
  void scrollsWithoutABlankFrame() {
    JsonValue frames =
        page.evaluate(
            """
            new Promise((done) => {
              const grid = document.querySelector('.grid');
              const found = { blank: 0, most: 0, last: '' };
              let left = 60;
              const look = () => {
                const rows = [...document.querySelectorAll('.rows .row')];
                const places = rows.map((row) => row.getBoundingClientRect());
                const top = grid.getBoundingClientRect().top + document.querySelector('.head').offsetHeight;
                const bottom = grid.getBoundingClientRect().top + grid.clientHeight;
                const covered = Math.min(...places.map((each) => each.top)) <= top
                  && Math.max(...places.map((each) => each.bottom)) >= bottom;
                if (!covered) found.blank++;
                found.most = Math.max(found.most, rows.length);
                found.last = rows.map((row) => row.children[1].textContent).sort().at(-1);
                if (--left === 0) done(found);
                else scroll();
              };
              const scroll = () => {
                grid.scrollTop += 11500;
                requestAnimationFrame(() => setTimeout(look, 0));
              };
              scroll();
            })
            """);

    assertThat(frames.path("blank").asInt()).isZero();
    assertThat(frames.path("most").asInt()).isBetween(10, 100);
    assertThat(frames.path("last").asText()).isEqualTo("pod-19999");
  }

  @Test
  void movesRowAtOnceWhenTheSortedColumnChanges() {
    sortByStatusDownwards();

    server.patch(ConsoleServer.PODS + "/pod-19000/status", "{\"status\":{\"phase\":\"Running\"}}");

    assertThat(framesUntil("MODIFIED pod-19000")).isLessThanOrEqualTo(2);
    assertThat(page.evaluate(row("pod-19000") + ".getAttribute('aria-rowindex')").asText())
        .isEqualTo("2");
    assertThat(page.evaluate("document.querySelector('.total').textContent").asText())
        .isEqualTo("20,000 objects");
  }

  private void sortByStatusDownwards() {
    String status =
        "[...document.querySelectorAll('.head button')].find((each) =>"
            + " each.textContent.startsWith('Status'))";
    page.evaluate(status + ".click()");
    page.evaluate(status + ".click()");
    page.await("document.querySelector('[aria-sort=descending]')");
  }

  @Test
  void updatesAges() {
    String age = row("pod-00002") + ".lastChild.textContent";
    String before = page.evaluate(age).asText();

    page.await("%s !== '%s'".formatted(age, before));
  }

  private int framesUntil(String event) {
    page.await("'%s' in window.frames_".formatted(event));
    return page.evaluate("window.frames_['%s']".formatted(event)).asInt();
  }

  private static String pod(String name) {
    return """
    {"metadata": {"name": "%s"}, "spec": {"containers": [{"name": "c", "image": "i"}]}}
    """
        .formatted(name);
  }
}
