package io.listwatch.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import org.junit.jupiter.api.Test;

/** Names and strings that other users choose, in each place where the page shows them. */
final class ConsoleHostileTextTest extends BrowserTest {
  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

  /** A name that the API allows for roles; selectors and paths must escape it. */
  private static final String HOSTILE = "<img src=x onerror=window.hacked=1>,a=b\\c";

  ConsoleHostileTextTest() {
    super(ConsoleServer.writable());
  }

  @Test
  void escapesNameAndManagerOfARole() {
    server.create(ROLES, role(HOSTILE));
    page.go(server.page("#/objects/clusterroles.rbac.authorization.k8s.io"));
    String row = "[...%s].find((row) => row.textContent.startsWith('<img'))".formatted(ROWS);
    page.await(row);

    page.evaluate(row + ".click()");
    page.await("document.querySelector('.lines')?.textContent.includes('rules')");
    page.await("document.querySelector('.edit')");
    server.patch(
        ROLES + "/" + encoded(HOSTILE) + "?fieldManager=" + encoded("<img src=x>,=\\"),
        "{\"metadata\":{\"labels\":{\"n\":\"1\"}}}");

    page.await("document.querySelector('.line.changed')?.textContent.includes('labels')");
    assertThat(page.evaluate("document.querySelector('.line.changed').title").asText())
        .isEqualTo("<img src=x>,=\\");
    assertThat(page.evaluate("document.querySelector('.inspector h2').textContent").asText())
        .isEqualTo(HOSTILE);
    assertNothingRan();
  }

  @Test
  void escapesNameInThePast() {
    server.create(ROLES, role("before"));
    page.go(server.page("#/objects/clusterroles.rbac.authorization.k8s.io"));
    page.await(ROWS + ".length > 0");
    server.create(ROLES, role(HOSTILE));
    server.create(ROLES, role("last"));
    page.await("!document.querySelector('.timeline input').disabled");
    page.await(ROWS + ".length === 3");

    travelBack(1);
    page.await("document.querySelector('.state').dataset.state === 'paused'");
    // The past rows replace the present ones, which ends the selection.
    page.await(ROWS + ".length === 2");
    String row = "[...%s].find((row) => row.textContent.startsWith('<img'))".formatted(ROWS);
    page.await(row);
    page.evaluate(row + ".click()");

    page.await("document.querySelector('.lines')?.textContent.includes('onerror')");
    assertNothingRan();
  }

  @Test
  void escapesUserAgentOfAWatcher() throws IOException {
    createMap("a");
    assertThat(server.get(ConsoleServer.MAPS)).contains("level");
    try (InputStream watch = server.watch(ConsoleServer.MAPS + "?watch=true", HOSTILE)) {
      page.go(server.page("#/mechanism/configmaps"));

      page.await("document.querySelector('tbody')?.textContent.includes('<img')");
      page.await("document.querySelector('.lane .who')?.textContent.includes('<img')");
      assertNothingRan();
      assertThat(watch).isNotNull();
    }
  }

  @Test
  void escapesColumnsOfACustomResource() {
    server.create(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        {"metadata": {"name": "things.example.com"}, "spec": {"group": "example.com", "scope": "Namespaced",
         "names": {"plural": "things", "singular": "thing", "kind": "Thing"},
         "versions": [{"name": "v1", "served": true, "storage": true,
           "additionalPrinterColumns": [{"name": "<img src=x onerror=window.hacked=1>", "type": "string",
             "description": "<b>bold</b>", "jsonPath": ".text"}],
           "schema": {"openAPIV3Schema": {"type": "object", "properties": {"text": {"type": "string"}}}}}]}}
        """);
    page.go(server.page(""));
    page.await(
        "fetch('/apis/example.com/v1/things').then((r) => { window.served = r.ok; }) &&"
            + " window.served");
    server.create(
        "/apis/example.com/v1/namespaces/default/things",
        """
        {"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "t"},
         "text": "<img src=x onerror=window.hacked=1>"}
        """);
    page.go("about:blank");
    page.go(server.page("#/objects/things.example.com"));

    page.await(cell("t"));
    assertThat(page.evaluate("document.querySelector('.head').textContent").asText())
        .contains("<img src=x");
    assertThat(page.evaluate(row("t") + ".textContent").asText()).contains("<img src=x");
    assertNothingRan();
  }

  @Test
  void masksTokensInOrdinaryObjects() {
    String token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl";
    server.create(
        ConsoleServer.MAPS,
        """
        {"metadata": {"name": "t"}, "data": {"url": "https:x?t=%s", "header": "Bearer 0123456789"}}
        """
            .formatted(token));
    page.go(server.page("#/objects/configmaps"));
    page.await(cell("t"));

    page.evaluate(row("t") + ".click()");
    page.await("document.querySelector('.lines')?.textContent.includes('url')");

    assertThat(page.text())
        .contains("bytes, masked", "https:x?t=")
        .doesNotContain("eyJhbGci", "0123456789");
  }

  private void assertNothingRan() {
    assertThat(page.evaluate("document.querySelectorAll('main img, main b b').length").asInt())
        .isZero();
    assertThat(page.evaluate("String(window.hacked)").asText()).isEqualTo("undefined");
    assertThat(page.problems()).isEmpty();
  }

  private static String role(String name) {
    return new JsonObject()
        .set("metadata", new JsonObject().put("name", name))
        .set("rules", new JsonArray())
        .toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
