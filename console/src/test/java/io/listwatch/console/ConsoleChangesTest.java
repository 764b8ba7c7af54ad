package io.listwatch.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Changes by the page of a writable console, and faults of watches. */
final class ConsoleChangesTest extends BrowserTest {
  ConsoleChangesTest() {
    super(ConsoleServer.writable());
  }

  @Test
  void dryRunShowsTheChangeBeforeItIsWritten() throws IOException {
    createMaps(3);
    page.screen(1280, 800, false);
    openObject("settings-2");
    page.await("document.querySelector('.edit')");
    page.evaluate("document.querySelector('.edit').click()");
    page.await("document.querySelector('textarea')?.value.includes('level: \"1\"')");

    replace("level: \\\"1\\\"", "level: \\\"7\\\"\\n  mode: fast");
    page.evaluate(button("Dry run") + ".click()");
    page.await("document.querySelectorAll('.diff .inserted').length >= 2");
    assertThat(page.evaluate("document.querySelector('.diff').textContent").asText())
        .contains("mode: fast");
    assertThat(server.get(ConsoleServer.MAPS + "/settings-2")).doesNotContain("fast");
    picture(page, "edit");
    page.evaluate(button("Write") + ".click()");

    page.await("document.querySelector('.lines')?.textContent.includes('mode: fast')");
    assertThat(server.get(ConsoleServer.MAPS + "/settings-2"))
        .contains("\"level\":\"7\"", "listwatch-console");
    assertThat(page.problems()).isEmpty();
  }

  @Test
  void rejectedChangeSaysWhy() {
    createMap("a");
    openObject("a");
    page.await("document.querySelector('.edit')");
    page.evaluate("document.querySelector('.edit').click()");
    page.await("document.querySelector('textarea')");
    server.patch(ConsoleServer.MAPS + "/a", "{\"data\":{\"level\":\"2\"}}");

    replace("level: \\\"1\\\"", "level: \\\"3\\\"");
    page.evaluate(button("Dry run") + ".click()");

    page.await(
        "document.querySelector('.editor .problem')?.textContent.includes('has been modified')");
    assertThat(page.evaluate(button("Write") + ".disabled").asBoolean()).isTrue();
  }

  @Test
  void appliesOnlyItsOwnFields() {
    createMap("a");
    openObject("a");
    page.await("document.querySelector('.edit')");
    page.evaluate("document.querySelector('.edit').click()");
    page.await("document.querySelector('[data-mode=apply]')");
    page.evaluate("document.querySelector('[data-mode=apply]').click()");

    page.evaluate(
        """
        (() => {
          const area = document.querySelector('textarea');
          area.value += 'data:\\n  owner: me\\n';
          area.dispatchEvent(new Event('input'));
        })()
        """);
    page.evaluate(button("Dry run") + ".click()");
    page.await("document.querySelectorAll('.diff .inserted').length === 1");
    page.evaluate(button("Write") + ".click()");

    page.await("document.querySelector('.lines')?.textContent.includes('owner: me')");
    assertThat(server.get(ConsoleServer.MAPS + "/a"))
        .contains("\"level\":\"1\"", "\"operation\":\"Apply\"");
  }

  @Test
  void asksBeforeItDeletes() {
    createMap("a");
    openObject("a");
    page.await("document.querySelector('.delete')");
    page.evaluate("document.querySelector('.delete').click()");
    page.await("document.activeElement.textContent === 'Cancel'");

    page.evaluate("document.querySelector('.confirm .danger').click()");

    page.await("document.querySelector('.summary').textContent === 'deleted'");
    page.await("!" + cell("a"));
  }

  @Test
  void createsAnObject() {
    page.go(server.page("#/objects/configmaps"));
    page.await("document.querySelector('.new')");
    page.evaluate("document.querySelector('.new').click()");
    page.await("document.querySelector('textarea')");

    replace("name: ", "name: fresh");
    page.evaluate(button("Dry run") + ".click()");
    page.await("document.querySelector('.diff .inserted')");
    assertThat(server.send("GET", "application/json", ConsoleServer.MAPS + "/fresh", ""))
        .isEqualTo(404);
    page.evaluate(button("Write") + ".click()");

    page.await(cell("fresh"));
  }

  @Test
  void editorOfASecretNeverShowsValues() {
    server.create(
        "/api/v1/namespaces/default/secrets",
        "{\"metadata\": {\"name\": \"s\"}, \"stringData\": {\"password\": \"correct horse\"}}");
    page.go(server.page("#/objects/secrets"));
    page.await(cell("s"));
    page.evaluate(row("s") + ".click()");
    page.await("document.querySelector('.edit')");
    page.evaluate("document.querySelector('.edit').click()");
    page.await("document.querySelector('textarea')");

    page.evaluate(
        """
        (() => {
          const area = document.querySelector('textarea');
          area.value += 'stringData:\\n  password: battery staple\\n';
          area.dispatchEvent(new Event('input'));
          document.querySelector('.editor input[type=checkbox]').click();
        })()
        """);
    page.evaluate(button("Dry run") + ".click()");
    page.await("document.querySelector('.diff .inserted')");

    assertThat(page.evaluate("document.querySelector('.diff').textContent").asText())
        .contains("14 bytes, masked")
        .doesNotContain("battery", "Y29ycmVjd", "YmF0dGVye");
  }

  @Test
  @Tag("kubectl")
  void highlightsChangeByKubectlOnAPod() throws Exception {
    server.createAll(ConsoleServer.PODS, 40, ConsoleChangesTest::pod);
    page.go(server.page("#/objects/pods"));
    page.await("document.querySelector('.state')?.dataset.state === 'live'");
    page.evaluate("document.querySelector('#labels').focus()");
    page.type("tier=t3");
    page.press("Enter");
    page.evaluate("document.querySelector('#labels').blur()");
    page.await(cell("pod-3") + " && !" + cell("pod-4"));
    page.evaluate(row("pod-3") + ".click()");
    page.await("document.querySelector('.lines')?.textContent.includes('tier: t3')");

    kubectl("annotate", "pod", "pod-3", "looked-at=yes");

    String lit =
        "[...document.querySelectorAll('.line.changed')]"
            + ".find((each) => each.textContent.includes('looked-at'))";
    page.await(lit);
    assertThat(page.evaluate(lit + ".title").asText()).contains("kubectl");
  }

  private static String pod(int i) {
    return """
    {"metadata": {"name": "pod-%d", "labels": {"tier": "t%d"}},
     "spec": {"containers": [{"name": "c", "image": "i"}]}}
    """
        .formatted(i, i % 10 + (i >= 10 ? 100 : 0));
  }

  private void kubectl(String... words) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("kubectl", "--server", server.url()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  @Test
  void stalledWatchLagsAndRecovers() throws IOException {
    createMap("a");
    BrowserPage watching = open();
    watching.go(server.page("#/objects/configmaps"));
    watching.await("document.querySelector('.state')?.dataset.state === 'live'");
    page.screen(1280, 800, false);
    page.toFront();
    page.go(server.page("#/mechanism/configmaps"));
    page.await("document.querySelector('tbody .stall')");

    page.evaluate("document.querySelector('tbody .stall').click()");
    page.await("document.querySelector('tbody .stall').textContent === 'Go on'");
    for (int i = 2; i <= 9; i++) {
      server.patch(ConsoleServer.MAPS + "/a", "{\"data\":{\"level\":\"%d\"}}".formatted(i));
    }
    page.await("document.querySelector('.lane.blocked')");
    picture(page, "stalled");
    page.evaluate("document.querySelector('tbody .stall').click()");

    page.await("document.querySelector('tbody td[data-tone]').textContent === 'parked'");
    page.await("document.querySelector('.lane.parked')");
    page.evaluate("document.querySelector('tbody .break').click()");
    watching.toFront();
    watching.await("document.querySelector('.state')?.dataset.state === 'live'");
    createMap("b");
    watching.await(cell("b"));
    assertThat(page.problems()).isEmpty();
    watching.go("about:blank");
  }

  private void openObject(String name) {
    page.go(server.page("#/objects/configmaps"));
    page.await(cell(name));
    page.evaluate(row(name) + ".click()");
    page.await("document.querySelector('.lines')?.textContent.includes('level')");
  }

  private void replace(String text, String by) {
    page.evaluate(
        """
        (() => {
          const area = document.querySelector('textarea');
          area.value = area.value.replace("%s", "%s");
          area.dispatchEvent(new Event('input'));
        })()
        """
            .formatted(text, by));
  }
}
