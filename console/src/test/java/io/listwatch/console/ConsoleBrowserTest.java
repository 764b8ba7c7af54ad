package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.UserInfo;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The page in a real browser, used as a person would. Leaves the screenshots of docs/console.md in
 * target/screenshots.
 */
final class ConsoleBrowserTest extends BrowserTest {
  ConsoleBrowserTest() {
    super(ConsoleServer.readOnly(config -> {}));
  }

  @Test
  void highlightsChangedFieldsOfAnObject() {
    createMaps(12);
    page.screen(1280, 800, false);
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("settings-5"));

    page.evaluate(row("settings-5") + ".click()");
    page.await("document.querySelector('.lines')?.textContent.includes('level')");
    server.patch(
        ConsoleServer.MAPS + "/settings-5?fieldManager=tuner", "{\"data\":{\"mode\":\"fast\"}}");
    page.await("document.querySelector('.line.changed')?.textContent.includes('mode: fast')");

    assertThat(page.evaluate("document.querySelector('.summary').textContent").asText())
        .contains("changed 1 field");
    assertThat(page.evaluate("document.querySelector('.line.changed').title").asText())
        .isEqualTo("tuner");
    assertThat(page.problems()).isEmpty();
    assertThat(page.requests()).allMatch(url -> url.startsWith(server.url() + "/"));
  }

  @Test
  void showsAnObjectAsJson() {
    createMap("a");
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("a"));
    page.evaluate(row("a") + ".click()");
    page.await("document.querySelector('.lines')?.textContent.includes('level')");

    page.evaluate(button("JSON") + ".click()");

    JsonValue shown =
        JsonTrees.read(
            page.evaluate(
                    "[...document.querySelectorAll('.line')].map((each) =>"
                        + " each.textContent).join('\\n"
                        + "')")
                .asText());
    assertThat(shown.at("/data/level").asText()).isEqualTo("1");
    assertThat(shown.at("/metadata/name").asText()).isEqualTo("a");
    page.evaluate(button("YAML") + ".click()");
    page.await("document.querySelector('.lines').textContent.includes('level: \\\"1\\\"')");
  }

  @Test
  void treeHasEachResourceWithItsCount() {
    page.go(server.page("#/objects/configmaps"));
    page.await("document.querySelector('.state')?.dataset.state === 'live'");

    createMaps(7);

    page.await(
        "[...document.querySelectorAll('.side a')].some((each) => each.textContent ==="
            + " 'configmaps7')");
    assertThat(page.evaluate("document.querySelector('.side').textContent").asText())
        .contains("deployments", "clusterroles", "customresourcedefinitions");
  }

  @Test
  void showsPodsAsTheyChange() throws IOException {
    for (int i = 0; i < 16; i++) {
      server.create(ConsoleServer.PODS, pod(i));
      server.patch(ConsoleServer.PODS + "/web-" + name(i) + "/status", status(i));
    }
    page.screen(1440, 860, false);
    page.go(server.page("#/objects/pods"));
    page.await("document.querySelector('.state')?.dataset.state === 'live'");
    page.await(cell("web-" + name(6)));
    page.evaluate(row("web-" + name(6)) + ".click()");
    page.await("document.querySelector('.lines')?.textContent.includes('status')");

    for (int i = 10; i < 24; i++) {
      relabel(name(i % 16), "deployer", "tier", i % 3 == 0 ? "silver" : "bronze");
    }
    server.create(ConsoleServer.PODS, pod(16));
    page.await("Number(document.querySelector('.timeline input').max) > 12");
    relabel(name(6), "tuner", "canary", "yes");

    page.await("document.querySelector('.line.changed')?.textContent.includes('canary')");
    page.await(row("web-" + name(6)) + ".classList.contains('mark-modified')");
    assertThat(page.text()).contains("CrashLoopBackOff", "Running", "Completed");
    picture(page, "objects");
    assertThat(page.problems()).isEmpty();
  }

  private void relabel(String pod, String manager, String label, String value) {
    server.patch(
        ConsoleServer.PODS + "/web-" + pod + "?fieldManager=" + manager,
        "{\"metadata\":{\"labels\":{\"%s\":\"%s\"}}}".formatted(label, value));
  }

  private static String name(int i) {
    return "%c%d".formatted('a' + i / 3, 1 + i % 3);
  }

  private static String pod(int i) {
    return """
    {"metadata": {"name": "web-%s", "labels": {"app": "web"}},
     "spec": {"nodeName": "node-%d", "containers": [{"name": "c", "image": "registry.example/web:1.4"}]}}
    """
        .formatted(name(i), 1 + i % 3);
  }

  private static String status(int i) {
    String state =
        switch (i) {
          case 4 -> "\"waiting\": {\"reason\": \"CrashLoopBackOff\"}";
          case 9 -> "\"terminated\": {\"reason\": \"Completed\", \"exitCode\": 0}";
          default -> "\"running\": {}";
        };
    boolean ready = i != 4 && i != 9;
    return """
    {"status": {"phase": "%s", "podIP": "10.244.%d.%d", "containerStatuses": [
      {"name": "c", "image": "registry.example/web:1.4", "imageID": "", "ready": %s, "restartCount": %d, "state": {%s}}]}}
    """
        .formatted(
            i == 9 ? "Succeeded" : "Running", 1 + i % 3, 10 + i, ready, i == 4 ? 7 : 0, state);
  }

  /** Browsers always accept gzip, and must not wait for the end of the stream to inflate it. */
  @Test
  void readsCompressedStreamingList() {
    createMap("first");
    page.go(server.page(""));
    page.await("location.pathname.startsWith('/console') && document.body");

    page.evaluate(
        """
        fetch('%s?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true')
          .then((response) => {
            window.encoding = response.headers.get('content-encoding');
            window.events = '';
            response.body.pipeThrough(new TextDecoderStream())
              .pipeTo(new WritableStream({ write: (text) => { window.events += text; } }));
          })
        """
            .formatted(ConsoleServer.MAPS));
    page.await("window.events.includes('k8s.io/initial-events-end')");
    createMap("late");
    page.await("/ADDED.*\"name\":\"late\"/.test(window.events)");

    assertThat(page.evaluate("window.encoding").asText()).isEqualTo("gzip");
    assertThat(page.evaluate("window.events.split('\\n')[0]").asText()).contains("\"first\"");
  }

  @Test
  void rowsAppearAndDisappear() {
    createMaps(2);
    page.go(server.page("#/objects/configmaps"));
    page.await("document.querySelector('.state').dataset.state === 'live'");

    createMap("late");

    page.await(row("late") + "?.classList.contains('mark-added')");
  }

  @Test
  void showsThePastStateOfTheCollection() {
    createMap("before");
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("before"));
    createMap("after");
    createMap("last");
    page.await("!document.querySelector('.timeline input').disabled");

    travelBack(1);
    page.await("document.querySelector('.state').dataset.state === 'paused'");
    page.await(cell("after") + " && !" + cell("last"));
    page.evaluate("document.querySelector('.timeline .now').click()");

    page.await(cell("last") + " && document.querySelector('.state').dataset.state === 'live'");
    assertThat(page.problems()).isEmpty();
  }

  @Test
  void mechanismShowsWatchersOnTheWindow() {
    page.screen(1280, 800, false);
    page.go(server.page("#/objects/configmaps"));
    page.await("document.querySelector('.state')?.dataset.state === 'live'");
    BrowserPage watching = page;
    BrowserPage looking = open();
    createMaps(8);
    looking.screen(1280, 800, true);
    looking.go(server.page("#/mechanism/configmaps"));

    looking.await("document.querySelectorAll('.tick').length >= 8");
    looking.await("document.querySelectorAll('.lane circle').length >= 1");
    looking.await("document.querySelector('tbody td[data-tone]').textContent === 'parked'");

    assertThat(looking.text()).contains("watching", "system:anonymous", "json,table", "Chromium");
    assertThat(looking.problems()).isEmpty();
    assertThat(watching.problems()).isEmpty();
    looking.go("about:blank");
  }

  @Test
  void showsHostileTextAsText() {
    String hostile = "<img src=x onerror=window.hacked=1>\\\"'</script><b>bold</b>";
    server.create(
        ConsoleServer.MAPS,
        """
        {"metadata": {"name": "hostile", "annotations": {"note": "%s"}}, "data": {"k": "%s"}}
        """
            .formatted(hostile, hostile));
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("hostile"));

    page.evaluate(row("hostile") + ".click()");
    page.await("document.querySelector('.lines')?.textContent.includes('onerror')");

    assertThat(
            page.evaluate("document.querySelectorAll('main img, .code *:not(b)').length").asInt())
        .isZero();
    assertThat(page.evaluate("String(window.hacked)").asText()).isEqualTo("undefined");
  }

  @Test
  void trustedTypesRejectHtml() {
    page.go(server.page(""));
    page.await("document.querySelector('main')");

    assertThat(
            page.evaluate(
                    "(() => { try { document.body.innerHTML = '<b>x'; return 'set'; }"
                        + " catch (e) { return e.name; } })()")
                .asText())
        .isEqualTo("TypeError");
  }

  @Test
  void valuesOfSecretsAreMasked() {
    server.create(
        "/api/v1/namespaces/default/secrets",
        "{\"metadata\": {\"name\": \"s\"}, \"stringData\": {\"password\": \"correct horse\"}}");
    page.go(server.page("#/objects/secrets"));
    page.await(cell("s"));

    page.evaluate(row("s") + ".click()");
    page.await("document.querySelector('.lines')?.textContent.includes('password')");

    assertThat(page.text()).contains("13 bytes, masked").doesNotContain("Y29ycmVjd");
  }

  @Test
  void keyboardOpensAndClosesAnObject() {
    createMaps(300);
    page.go(server.page("#/objects/configmaps"));
    page.await(ROWS + ".length > 0 && document.querySelector('.state').dataset.state === 'live'");

    page.evaluate("document.querySelector('.grid').focus()");
    page.press("End");
    page.await("document.querySelector('#active-row')?.textContent.includes('settings-99')");
    assertThat(page.evaluate(ROWS + ".length").asInt()).isLessThan(100);
    page.press("Enter");
    page.await("!document.querySelector('.inspector').hidden");
    page.await("document.activeElement.classList.contains('lines')");
    page.press("Escape");

    page.await("document.querySelector('.inspector').hidden");
    page.await("document.activeElement.classList.contains('grid')");
  }

  @Test
  void labelSelectorFilters() {
    createMap("one");
    server.create(
        ConsoleServer.MAPS, "{\"metadata\": {\"name\": \"two\", \"labels\": {\"app\": \"b\"}}}");
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("one") + " && " + cell("two"));

    page.evaluate("document.querySelector('#labels').focus()");
    page.type("app=b");
    page.press("Enter");
    page.evaluate("document.querySelector('#labels').blur()");

    page.await(cell("two") + " && !" + cell("one"));
  }

  @Test
  void completesLabelSelectors() {
    server.create(
        ConsoleServer.MAPS,
        "{\"metadata\": {\"name\": \"one\", \"labels\": {\"app\": \"a\", \"tier\": \"gold\"}}}");
    createMap("two");
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("one") + " && " + cell("two"));

    page.evaluate("document.querySelector('#labels').focus()");
    assertThat(options("labels")).contains("app", "app=a", "tier", "tier=gold");
    page.type("app in (a, b),");

    assertThat(options("labels")).contains("app in (a, b),tier=gold");
  }

  /** The paths are the server's; the values are those of the objects. */
  @Test
  void completesFieldSelectors() {
    for (int i = 0; i < 6; i++) {
      server.create(ConsoleServer.PODS, pod(i));
    }
    page.go(server.page("#/objects/pods"));
    page.await(cell("web-" + name(5)));

    page.evaluate("document.querySelector('#fields').focus()");
    assertThat(options("fields")).contains("metadata.name=", "spec.nodeName=", "status.phase=");
    page.type("metadata.name!=web-");
    page.await("document.querySelector('#fields-options option')");
    assertThat(options("fields")).contains("metadata.name!=web-" + name(2));
    page.type("x,spec.nodeName=");
    page.await("document.querySelector('#fields-options option')?.value.includes('nodeName=n')");
    assertThat(options("fields"))
        .containsExactly(
            "metadata.name!=web-x,spec.nodeName=node-1",
            "metadata.name!=web-x,spec.nodeName=node-2",
            "metadata.name!=web-x,spec.nodeName=node-3");
    page.type("node-2");
    page.press("Enter");

    page.await(cell("web-" + name(1)) + " && !" + cell("web-" + name(0)));
    assertThat(page.problems()).isEmpty();
  }

  private List<String> options(String field) {
    String joined =
        page.evaluate(
                "[...document.querySelectorAll('#%s-options option')].map((each) => each.value).join('\\n')"
                    .formatted(field))
            .asText();
    return joined.lines().toList();
  }

  /** The table does not wait for the list of resources: its first rows are requested first. */
  @Test
  void requestsFirstRowsOnceAndBeforeTheListOfResources() {
    createMaps(120);
    page.go(server.page("#/objects/configmaps"));
    page.await("document.querySelector('.state')?.dataset.state === 'live'");
    page.await("document.querySelector('.total').textContent === '120 objects'");

    List<String> lists =
        page.requests().stream()
            .filter(url -> url.contains("/configmaps") && !url.contains("watch="))
            .filter(url -> url.contains("/api/v1/"))
            .toList();
    assertThat(lists).hasSize(2);
    assertThat(lists.get(0)).endsWith("/api/v1/configmaps?limit=100");
    assertThat(lists.get(1)).contains("limit=2500", "continue=");
    assertThat(page.requests().indexOf(lists.get(0)))
        .isLessThan(page.requests().indexOf(server.url() + "/debug/listwatch/resources"));
  }

  @Test
  void showsChineseOnAPhone() throws IOException {
    createMaps(6);
    page.screen(390, 844, false);
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("settings-6"));
    page.evaluate("location.hash = '#/mechanism/configmaps'");

    page.evaluate("document.querySelector('button[lang=zh]')?.click()");
    page.await("document.documentElement.lang === 'zh' && document.body.innerText.includes('存储')");

    assertThat(page.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(390);
    if (hasChineseFont(page)) {
      picture(page, "phone");
    }
    page.evaluate("localStorage.clear()");
  }

  @Test
  void comparesTwoVersions() throws IOException {
    createMap("first");
    page.screen(1280, 800, false);
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("first"));
    createMaps(4);
    page.await(cell("settings-4"));
    server.patch(ConsoleServer.MAPS + "/settings-2", "{\"data\":{\"level\":\"2\",\"mode\":\"x\"}}");
    createMap("settings-5");
    server.send("DELETE", "application/json", ConsoleServer.MAPS + "/settings-1", "{}");
    page.await("Number(document.querySelector('.timeline input')?.max) >= 6");

    travelBack(3);
    page.await("document.querySelector('.state').dataset.state === 'paused'");
    page.evaluate("document.querySelector('.timeline .compare').click()");
    page.await("document.querySelector('.state').textContent.includes('compared')");
    travelBack(0);
    page.await(row("settings-5") + "?.classList.contains('mark-added')");
    page.await(row("settings-1") + "?.classList.contains('mark-deleted')");
    page.await(row("settings-2") + "?.classList.contains('mark-modified')");
    page.evaluate(row("settings-2") + ".click()");
    page.await("document.querySelectorAll('.diff .inserted').length >= 2");

    assertThat(page.evaluate("document.querySelector('.diff').textContent").asText())
        .contains("level: \"1\"", "level: \"2\"", "mode: x");
    picture(page, "compare");
    page.evaluate("document.querySelector('.timeline .now').click()");
    page.await("document.querySelector('.state').dataset.state === 'live'");
    assertThat(page.problems()).isEmpty();
  }

  @Test
  void linkSignsInOnce() {
    try (var guarded = ConsoleServer.byLinkOnly()) {
      String link = guarded.link(new UserInfo("jane", "", List.of()));
      page.go(guarded.page(link));
      page.await("document.querySelector('.tabs')");
      assertThat(page.evaluate("location.href").asText()).doesNotContain("code");
      assertThat(page.evaluate("JSON.stringify(localStorage) + document.cookie").asText())
          .doesNotContain("listwatch_console_");

      BrowserPage again = open();
      again.go(guarded.page(link));
      again.await("document.querySelector('[role=alert]')?.textContent.includes('used before')");
      again.go("about:blank");
      page.go("about:blank");
    }
  }

  /** A browser has six connections to a host over HTTP/1.1. */
  @Test
  void holdsAtMostTwoStreams() {
    createMaps(3);
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("settings-3"));
    for (int i = 1; i <= 3; i++) {
      page.evaluate(row("settings-" + i) + ".click()");
      page.await(
          "document.querySelector('.inspector h2')?.textContent === 'settings-%d'".formatted(i));
      page.await("document.querySelector('.lines')?.textContent.includes('level')");
    }
    page.evaluate("location.hash = '#/objects/namespaces'");
    page.await("document.querySelector('h1').textContent === 'namespaces'");
    page.await("document.querySelector('.state').dataset.state === 'live'");
    page.evaluate("location.hash = '#/objects/configmaps'");
    page.await(cell("settings-3"));
    page.evaluate(row("settings-1") + ".click()");
    page.await("document.querySelector('.lines')?.textContent.includes('level')");

    page.await(
        "fetch('/debug/listwatch/watches').then((r) => r.json()).then((d) => window.open_ ="
            + " d.total) && window.open_ === 2");
  }

  @Test
  void asksForAToken() {
    try (var guarded =
        ConsoleServer.readOnly(
            config ->
                config.authenticator(
                    credentials ->
                        "opensesame".equals(credentials.bearerToken())
                            ? Optional.of(new UserInfo("jane", "", List.of()))
                            : Optional.empty()))) {
      page.go(guarded.page(""));
      page.await("document.activeElement?.id === 'token'");

      page.type("wrong");
      page.press("Enter");
      page.await("document.querySelector('[role=alert]')");
      page.await("document.activeElement?.id === 'token'");
      page.type("opensesame");
      page.press("Enter");

      page.await("document.querySelector('.tabs')");
      assertThat(page.evaluate("JSON.stringify(localStorage) + document.cookie").asText())
          .doesNotContain("opensesame");
      page.go("about:blank");
    }
  }
}
