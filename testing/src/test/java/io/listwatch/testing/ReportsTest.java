package io.listwatch.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.informer.ObjectCodec;
import io.listwatch.informer.Selection;
import io.listwatch.model.ResourceType;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
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
      assertThat(informer.awaitSync(Duration.ofSeconds(30))).isTrue();
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
