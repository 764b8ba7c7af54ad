package io.listwatch.server.webhook;

import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.time.ManualTimers;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WebhookClientTest {
  private final ManualTimers timers = new ManualTimers();
  private final ResponseBudget budget = new ResponseBudget(40 << 20);
  private final WebhookConnections connections =
      new WebhookConnections(budget, ServiceResolver.NONE, timers);
  private final TestWebhook webhook = new TestWebhook(question -> "to " + question);

  @AfterEach
  void close() {
    webhook.close();
    connections.close();
  }

  private WebhookClient client(URI url) {
    return new WebhookClient(WebhookTarget.of(url, webhook.authorities()), connections);
  }

  private String ask(WebhookClient client) {
    try {
      return client.ask("a question".getBytes(UTF_8), response -> new String(response, UTF_8));
    } catch (WebhookException e) {
      throw new CompletionException(e);
    }
  }

  @Test
  void returnsResponseOfWebhook() {
    assertThat(ask(client(webhook.url()))).isEqualTo("to a question");
  }

  @Test
  void timesOutIfWebhookDoesNotRespond() throws Exception {
    var never = new CountDownLatch(1);
    webhook.answering =
        question -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return "";
        };
    WebhookClient client = client(webhook.url());
    CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> ask(client));
    await().until(() -> webhook.questions().size() == 1);
    // The request may arrive before its timeout is set.
    timers.awaitPending(1);

    timers.advance(Duration.ofSeconds(30));

    assertThatThrownBy(answer::join)
        .hasMessageContaining("Post \"" + webhook.url() + "?timeout=30s\"")
        .hasMessageContaining("context deadline exceeded");
    never.countDown();
  }

  @Test
  void reportsRefusedConnection() {
    webhook.close();

    assertThatThrownBy(() -> ask(client(webhook.url())))
        .hasMessageContaining("connect: connection refused");
  }

  @Test
  void rejectsCertificateOfUnknownAuthority() {
    var client = new WebhookClient(WebhookTarget.of(webhook.url(), ""), connections);

    assertThatThrownBy(() -> ask(client))
        .hasMessageEndingWith(
            "tls: failed to verify certificate: x509: certificate signed by unknown authority");
    assertThat(webhook.questions()).isEmpty();
  }

  @Test
  void errorQuotesResponseOfWebhook() {
    webhook.answering =
        new TestWebhook.Answering() {
          @Override
          public String answer(String question) {
            return "out of order\n";
          }

          @Override
          public int status() {
            return 503;
          }
        };

    assertThatThrownBy(() -> ask(client(webhook.url())))
        .hasMessageEndingWith(
            "an error on the server (\"out of order\") has prevented the request from succeeding");
  }

  @Test
  void rejectsResponseThatIsTooLarge() {
    webhook.answering = question -> "x".repeat(33 * 1024 * 1024);

    assertThatThrownBy(() -> ask(client(webhook.url())))
        .hasMessageContaining("the response has more than 33554432 bytes");
    assertThat(budget.used()).isZero();
  }

  @Test
  void responsesOfAllWebhooksShareABudget() throws Exception {
    webhook.answering = question -> "x".repeat(20 << 20);
    WebhookClient client = client(webhook.url());
    WebhookClient other = client(webhook.url());

    int length =
        client.ask(
            "first".getBytes(UTF_8),
            first -> {
              assertThat(budget.used()).isEqualTo((20 << 20) + "first".length());
              webhook.answering = question -> "x".repeat(21 << 20);
              assertThatThrownBy(() -> ask(other))
                  .hasMessageContaining(
                      "the responses of all webhooks have more than 41943040 bytes");
              return first.length;
            });

    assertThat(length).isEqualTo(20 << 20);
    assertThat(budget.used()).isZero();
    assertThat(ask(other)).hasSize(21 << 20);
    assertThat(budget.used()).isZero();
  }

  @Test
  void rejectsCaBundleWithoutCertificate() {
    assertThatThrownBy(() -> TrustedAuthorities.tls("bm90aGluZw==", "hook"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("unable to load root certificates");
  }
}
