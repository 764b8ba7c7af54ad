package io.listwatch.server.audit;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.cache.CountedMetrics;
import io.listwatch.server.webhook.TestWebhook;
import io.listwatch.server.webhook.WebhookKubeconfig;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditWebhookBackendTest {
  private final CountedMetrics metrics = new CountedMetrics();
  private final TestWebhook webhook = new TestWebhook(question -> "");
  private final CountDownLatch released = new CountDownLatch(1);

  @SuppressWarnings("NullAway.Init") // set by JUnit
  @TempDir
  private Path directory;

  @AfterEach
  void stop() {
    released.countDown();
    webhook.close();
  }

  @Test
  void sendsBatchesOfEvents() throws IOException {
    try (var backend = open(new AuditWebhookSettings(10, 2, Duration.ofMillis(1), 0, 1, SECOND))) {
      List.of("/1", "/2", "/3").forEach(each -> backend.accept(AuditEvents.of(each)));
    }

    JsonValue first = JsonTrees.read(webhook.questions().get(0));
    assertThat(first.path("kind").asText()).isEqualTo("EventList");
    assertThat(first.path("apiVersion").asText()).isEqualTo("audit.k8s.io/v1");
    assertThat(paths()).containsExactly("/1", "/2", "/3");
    assertThat(webhook.questions()).hasSizeGreaterThan(1);
  }

  @Test
  void dropsEventsBeyondTheBufferWithoutDelay() throws IOException {
    webhook.answering = this::wait;
    try (var backend = open(new AuditWebhookSettings(2, 1, Duration.ZERO, 0, 1, SECOND))) {
      for (int i = 0; i < 10; i++) {
        assertThat(backend.accept(AuditEvents.of("/" + i)).toCompletableFuture()).isDone();
      }
      released.countDown();
    }

    assertThat(metrics.count("apiserver_audit_error_total")).isBetween(7L, 8L);
  }

  private String wait(String question) {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "";
  }

  @Test
  void repeatsFailedCall() throws IOException {
    var failing = new FailingOnce();
    webhook.answering = failing;
    var settings = new AuditWebhookSettings(10, 1, Duration.ZERO, 0, 1, Duration.ofMillis(1));
    try (var backend = open(settings)) {
      backend.accept(AuditEvents.of("/1"));
      await().until(() -> webhook.questions().size() == 2);
    }

    assertThat(metrics.count("apiserver_audit_error_total")).isZero();
  }

  /** Such an event once ended the sender, and all later ones were lost. */
  @Test
  void losesOnlyEventThatCannotBeEncoded() throws IOException {
    try (var backend = open(new AuditWebhookSettings(10, 1, Duration.ZERO, 0, 1, SECOND))) {
      backend.accept(AuditEvents.broken());
      backend.accept(AuditEvents.of("/2"));
    }

    assertThat(paths()).containsExactly("/2");
    assertThat(metrics.count("apiserver_audit_error_total")).isOne();
  }

  private static final Duration SECOND = Duration.ofSeconds(1);

  private AuditWebhookBackend open(AuditWebhookSettings settings) throws IOException {
    Path file = directory.resolve("webhook.kubeconfig");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: w, cluster: {server: "%s", certificate-authority-data: %s}}]
        users: [{name: u, user: {token: secret}}]
        contexts: [{name: c, context: {cluster: w, user: u}}]
        current-context: c
        """
            .formatted(webhook.url(), webhook.authorities()));
    return new AuditWebhookBackend(
        WebhookKubeconfig.read(file), settings, Timers.system(), metrics);
  }

  private List<String> paths() {
    var paths = new ArrayList<String>();
    for (String each : webhook.questions()) {
      JsonTrees.read(each)
          .path("items")
          .forEach(item -> paths.add(item.path("requestURI").asText()));
    }
    return paths;
  }

  /** Fails the first call. */
  private static final class FailingOnce implements TestWebhook.Answering {
    private volatile int calls;

    @Override
    public synchronized String answer(String question) {
      calls++;
      return "";
    }

    @Override
    public int status() {
      return calls == 1 ? 500 : 200;
    }
  }
}
