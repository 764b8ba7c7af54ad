package io.listwatch.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.model.ResourceType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * The output for a test that fails or leaks. JUnit runs the nested classes as ordinary tests, but
 * only from here.
 */
@Timeout(180)
@ResourceLock(Resources.SYSTEM_ERR)
final class ReportsTest {
  private static final ResourceType MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");

  private static volatile CountDownLatch threadsMayEnd = new CountDownLatch(1);
  private static volatile @Nullable ApiClient leftOpen;

  @AfterEach
  void tidyUp() {
    threadsMayEnd.countDown();
    threadsMayEnd = new CountDownLatch(1);
    ApiClient client = leftOpen;
    if (client != null) {
      client.close();
    }
  }

  private record Report(List<Throwable> failures, String printed) {
    static Report of(Class<?> type) {
      LauncherDiscoveryRequest request =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(selectClass(type))
              .filters(EngineFilter.includeEngines("junit-jupiter"))
              .build();
      LauncherConfig alone =
          LauncherConfig.builder()
              .enableLauncherSessionListenerAutoRegistration(false)
              .enableTestExecutionListenerAutoRegistration(false)
              .build();
      var summary = new SummaryGeneratingListener();
      var printed = new ByteArrayOutputStream();
      PrintStream before = System.err;
      System.setErr(new PrintStream(printed, true, UTF_8));
      try {
        LauncherFactory.create(alone).execute(request, summary);
      } finally {
        System.setErr(before);
      }
      return new Report(
          summary.getSummary().getFailures().stream().map(each -> each.getException()).toList(),
          printed.toString(UTF_8));
    }
  }

  @Test
  void printsRequestsAndChangesWhenATestFails() {
    Report report = Report.of(Fails.class);

    assertThat(report.failures).singleElement().extracting("message").isEqualTo("as it should");
    assertThat(report.printed)
        .contains("failingTest(TestServer) failed. The server's journal:", "requests:", "changes:")
        .contains("list /api/v1/namespaces/default/configmaps -> 200")
        .containsPattern("ADDED .*/configmaps/default/greeting");
  }

  @ListwatchTest
  static class Fails {
    @Test
    void failingTest(TestServer server) throws InterruptedException {
      server.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: greeting}}");
      var unused = server.client(ApiClient.class).resources(MAPS).inNamespace("default").list();
      fail("as it should");
    }
  }

  @Test
  void journalOfAFailedTestShowsWhereItBegan() {
    Report report = Report.of(FailsSecond.class);

    assertThat(report.failures).hasSize(1);
    assertThat(report.printed)
        .containsSubsequence(
            "requests:",
            "list /api/v1/namespaces/default/secrets",
            "-- second(TestServer) --",
            "list /api/v1/namespaces/default/configmaps",
            "changes:",
            "configmaps/default/of-the-first",
            "-- second(TestServer) --",
            "configmaps/default/of-the-second");
  }

  @ListwatchTest
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class FailsSecond {
    @Test
    void first(TestServer server) throws InterruptedException {
      server.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: of-the-first}}");
      var secrets = ResourceType.namespaced("v1", "Secret", "secrets");
      var unused = server.client(ApiClient.class).resources(secrets).list();
    }

    @Test
    void second(TestServer server) throws InterruptedException {
      server.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: of-the-second}}");
      var unused = server.client(ApiClient.class).resources(MAPS).list();
      fail("as it should");
    }
  }

  @Test
  void writesTheJournalAsOnePage() throws IOException {
    Report report = Report.of(FailsWithSecrets.class);

    String page = page(report);
    assertThat(page)
        .contains("FailsWithSecrets", "configmaps/default/greeting", "ADDED", "MODIFIED")
        .contains("\"path\":\"data.text\",\"before\":\"hi\",\"after\":\"hello\"")
        .contains("hit: answer")
        .contains("default-src 'none'; script-src 'sha256-")
        .doesNotContain("correct horse", "Y29ycmVjdCBob3JzZQ", "battery", "YmF0dGVye", "eyJhbGciOi")
        .doesNotContain("<img", "</script><b>");
    assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http:", "https:");
  }

  /** A large change once looked like the removal of all fields. */
  @Test
  void omitsAllFieldsOfLargeChanges() throws IOException {
    String page = page(Report.of(FailsWithLargeObjects.class));

    assertThat(page)
        .contains("\"omitted\":true,\"fields\":[]")
        .containsPattern("\"path\":\"data\\.round\",\"before\":\"0\",\"after\":\"1\"")
        .doesNotContainPattern("\"path\":\"data\\.round\",\"before\":\"[0-9]*\"}");
  }

  @ListwatchTest
  static class FailsWithLargeObjects {
    @Test
    void failingTest(TestServer server) {
      for (int i = 0; i < 8; i++) {
        server.apply(
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: large}, data: {round: '%d', x: %s}}"
                .formatted(i, "x".repeat(900_000)));
      }
      fail("as it should");
    }
  }

  /** Opens the page in a browser, which shows the text of objects as text and not as HTML. */
  @Test
  @Tag("chromium")
  void pageShowsRequestsAndChangesInABrowser() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/chromium")), "chromium is not installed");
    Path file = file(Report.of(FailsWithSecrets.class));
    String shown = shown(file);

    String body = shown.substring(shown.indexOf("<header"));
    assertThat(body)
        .contains("<ins>hello</ins>", "<del>hi</del>", "class=\"row\"", "fault")
        .contains("&lt;img src=x onerror=")
        .doesNotContain("<img");
  }

  /** The copy has no content security policy, so that a script of the test can use the page. */
  @Test
  @Tag("chromium")
  void pageIsSearchableFilteredAndAccessible() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/chromium")), "chromium is not installed");
    String page = page(Report.of(FailsWithSecrets.class));
    Path copy = Files.createTempFile("journal", ".html");
    Files.writeString(
        copy,
        page.replaceFirst("<meta http-equiv=[^>]*>", "")
            .replace(
                "</body>", "<script>" + axe() + "</script><script>" + USE + "</script></body>"));

    String shown = shown(copy);

    assertThat(shown)
        .contains("search: battery 0", "search: greeting ADDED,MODIFIED", "filter: request,fault")
        .contains("keyboard: next entry, described")
        .contains("violations: none;");
  }

  /** Uses the page like a person, and writes the text that it shows then. */
  private static final String USE =
      """
      const visible = () => [...document.querySelectorAll('li')].filter((each) => each.getClientRects().length > 0);
      const kind = (each) => each.querySelector('.tag').textContent;
      const search = document.querySelector('input[type=search]');
      const find = (text) => { search.value = text; search.dispatchEvent(new Event('input')); };
      const out = document.createElement('pre');
      const say = (text) => out.append(`${text};\n`);
      find('battery');
      say(`search: battery ${visible().length}`);
      find('default/greeting');
      say(`search: greeting ${visible().map(kind)}`);
      find('');
      const changes = document.querySelectorAll('input[type=checkbox]')[1];
      changes.click();
      say(`filter: ${[...new Set(visible().map((each) => each.className.split(' ')[0]))].sort().reverse()}`);
      changes.click();
      const line = document.querySelector('svg');
      const press = (key) => line.dispatchEvent(new KeyboardEvent('keydown', { key }));
      press('Home');
      press('ArrowRight');
      const second = visible()[1];
      say(`keyboard: ${second.classList.contains('at') ? 'next entry' : 'nothing'}, ${line.getAttribute('aria-valuetext').length > 8 ? 'described' : 'not described'}`);
      axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((found) => {
        say(`violations: ${found.violations.map((each) => `${each.id} ${each.nodes.map((node) => node.html)}`).join() || 'none'}`);
        document.body.append(out);
      });
      """;

  private static String axe() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ReportsTest.class.getResourceAsStream("/axe.min.js"))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** Returns the page as it is once its scripts have run. */
  private static String shown(Path file) throws IOException, InterruptedException {
    Process chromium =
        new ProcessBuilder(
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-dev-shm-usage",
                "--virtual-time-budget=30000",
                "--user-data-dir=" + Files.createTempDirectory("chromium"),
                "--dump-dom",
                file.toUri().toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String shown = new String(chromium.getInputStream().readAllBytes(), UTF_8);
    chromium.waitFor();
    return shown;
  }

  private static String page(Report report) throws IOException {
    return Files.readString(file(report));
  }

  private static Path file(Report report) {
    Matcher line = Pattern.compile("The journal as a page: (\\S+)").matcher(report.printed);
    assertThat(line.find()).as(report.printed).isTrue();
    return Path.of(URI.create(line.group(1)));
  }

  @ListwatchTest
  static class FailsWithSecrets {
    @Test
    void failingTest(TestServer server) {
      String hostile = "</script><b>x</b><img src=x onerror=alert(1)>";
      server.apply(
          """
          {apiVersion: v1, kind: ConfigMap, metadata: {name: greeting, annotations: {a: '%s'}},
           data: {text: hi}}
          """
              .formatted(hostile));
      server.apply(
          "{apiVersion: v1, kind: ConfigMap, metadata: {name: greeting}, data: {text: hello}}");
      server.apply(
          "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {p: correct horse}}");
      server.apply(
          "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {p: battery staple}}");
      server.apply(
          "{apiVersion: v1, kind: ConfigMap, metadata: {name: t}, data: {token:"
              + " eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl}}");
      server.apply(
          "{apiVersion: v1, kind: ConfigMap, metadata: {name: copied}, data: {url:"
              + " 'postgres:db?p=battery staple', form: 'p=battery+staple', raw:"
              + " YmF0dGVyeSBzdGFwbGU=}}");
      server.faults().next(Verb.LIST, "configmaps").answer(503);
      assertThatThrownBy(
              () -> server.client(ApiClient.class).resources(MAPS).inNamespace("default").list())
          .isInstanceOf(Exception.class);
      fail("as it should: " + hostile + " battery staple");
    }
  }

  @Test
  void printsNothingWhenTestsPass() {
    Report report = Report.of(Passes.class);

    assertThat(report.failures).isEmpty();
    assertThat(report.printed).isEmpty();
  }

  @ListwatchTest(leaks = LeakCheck.FAIL)
  static class Passes {
    @Test
    void usesAnInformer(TestServer server) {
      inform(server.client(ApiClient.class));
    }
  }

  private static void inform(ApiClient client) {
    var informer = client.informers().informer(Selection.of(MAPS), ObjectCodec.raw()).start();
    try {
      informer.awaitSync(Duration.ofSeconds(30));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void printsTheSeedWhenATestFails() {
    Report report = Report.of(FailsRealistically.class);

    assertThat(report.failures).hasSize(1);
    assertThat(report.printed).containsPattern("realistic:\n.*\"seed\":4711}");
  }

  @ListwatchTest
  static class FailsRealistically {
    @Test
    void failingTest(TestServer server) {
      server.faults().realistic(4711).close();
      fail("as it should");
    }
  }

  @Test
  void leaksFailTheTestClass() {
    Report report = Report.of(LeaksInformerAndThread.class);

    assertThat(report.failures)
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure)
                    .hasStackTraceContaining(
                        "leaked: [open: watch /api/v1/configmaps, thread: forgotten]"));
    assertThat(report.printed)
        .contains(
            """
            A test leaked watches or threads:
              open: watch /api/v1/configmaps
              thread: forgotten
            """);
  }

  @ListwatchTest(leaks = LeakCheck.FAIL)
  static class LeaksInformerAndThread {
    @Test
    void leaksInformerAndThread(TestServer server) {
      leakInformer(server);
      CountDownLatch end = threadsMayEnd;
      new Thread(
              () -> {
                try {
                  end.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              },
              "forgotten")
          .start();
    }
  }

  private static void leakInformer(TestServer server) {
    ApiClient client = ApiClient.of(Kubeconfig.parse(server.kubeconfig()).config());
    leftOpen = client;
    inform(client);
  }

  @Test
  void leaksAreOnlyPrintedByDefault() {
    Report report = Report.of(LeaksInformer.class);

    assertThat(report.failures).isEmpty();
    assertThat(report.printed)
        .contains("A test leaked watches or threads:\n  open: watch /api/v1/configmaps");
  }

  @ListwatchTest
  static class LeaksInformer {
    @Test
    void leaksInformer(TestServer server) {
      leakInformer(server);
    }
  }
}
