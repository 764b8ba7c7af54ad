package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.server.webhook.TestWebhook;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes that wait for a webhook. */
final class SlowWebhooksTest {
  /** Many times the number of workers and event loops. */
  private static final int WRITES = 500;

  /** More connections than the server has event loops, so that each loop gets some. */
  private static final int CONNECTIONS = 32;

  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";

  private final CountDownLatch released = new CountDownLatch(1);
  private final TestWebhook webhook = new TestWebhook(this::respond);

  // Seats are shared by all priority levels, and anonymous users have few of them.
  private final OpenServer server =
      new OpenServer(
          ApiServerConfig.open(0)
              .with(
                  config ->
                      config.http(
                          HttpServerSettings.onLoopback(0).with(http -> http.maxSeats(100_000)))));

  @AfterEach
  void stop() {
    released.countDown();
    webhook.close();
    server.close();
  }

  private String respond(String question) {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return AdmissionWebhooksTest.allow(question);
  }

  @Test
  void waitingWritesHoldNoWorkerAndNoEventLoop() throws Exception {
    registerWebhook();
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    var writes = new ArrayList<CompletableFuture<HttpResponse<String>>>();
    for (int i = 0; i < WRITES; i++) {
      writes.add(http.sendAsync(post(MAPS, "slow-" + i), BodyHandlers.ofString()));
    }
    await().until(() -> webhook.questions().size() == WRITES);

    for (int i = 0; i < CONNECTIONS; i++) {
      HttpClient other = HttpClient.newHttpClient();
      assertThat(other.send(post(SECRETS, "quick-" + i), BodyHandlers.ofString()).statusCode())
          .isEqualTo(201);
      assertThat(other.send(get(SECRETS), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }

    assertThat(writes).noneMatch(CompletableFuture::isDone);
    released.countDown();
    for (CompletableFuture<HttpResponse<String>> each : writes) {
      assertThat(each.get().statusCode()).isEqualTo(201);
    }
  }

  private void registerWebhook() {
    String configuration =
        """
        {"metadata":{"name":"slow"},"webhooks":[{"name":"slow.example.com",
         "clientConfig":{"url":"%s","caBundle":"%s"},
         "rules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],
           "resources":["configmaps"]}],
         "sideEffects":"None","admissionReviewVersions":["v1"],"timeoutSeconds":30}]}
        """
            .formatted(webhook.url(), webhook.authorities());
    assertThat(
            server.code(
                "POST",
                "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
                configuration))
        .isEqualTo(201);
  }

  private HttpRequest post(String path, String name) {
    return HttpRequest.newBuilder(server.url(path))
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString("{\"metadata\":{\"name\":\"%s\"}}".formatted(name)))
        .build();
  }

  private HttpRequest get(String path) {
    return HttpRequest.newBuilder(server.url(path)).build();
  }
}
