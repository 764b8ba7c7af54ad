package io.listwatch.server.auth.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.webhook.TestWebhook;
import io.listwatch.server.webhook.WebhookKubeconfig;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WebhookTokensTest {
  private static final List<String> SERVER = List.of("api");
  private static final String JANE =
      "\"authenticated\":true,\"user\":{\"username\":\"jane\",\"uid\":\"7\",\"groups\":[\"dev\"],"
          + "\"extra\":{\"scope\":[\"a\"]}}";

  private final TestWebhook webhook = new TestWebhook(question -> status(JANE));
  private final ManualTimers timers = new ManualTimers();
  private final WebhookTokens tokens =
      new WebhookTokens(
          new TokenWebhookSettings(
              new WebhookKubeconfig(webhook.url(), webhook.authorities(), "127.0.0.1", null, ""),
              "v1",
              Duration.ofMinutes(2)),
          SERVER,
          timers);

  private static String status(String fields) {
    return "{\"kind\":\"TokenReview\",\"apiVersion\":\"authentication.k8s.io/v1\",\"status\":{%s}}"
        .formatted(fields);
  }

  @AfterEach
  void stop() {
    tokens.close();
    webhook.close();
  }

  private TokenResult authenticate(String token, List<String> audiences) throws Exception {
    return tokens.authenticate(token, audiences).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void authenticatesTheUserOfTheReview() throws Exception {
    TokenResult result = authenticate("t", SERVER);

    assertThat(result.user())
        .isEqualTo(
            new UserInfo(
                "jane",
                "7",
                List.of("dev", UserInfo.AUTHENTICATED),
                Map.of("scope", List.of("a"))));
    assertThat(result.audiences()).isEqualTo(SERVER);
    assertThat(JsonTrees.read(webhook.questions().get(0)).path("spec"))
        .isEqualTo(JsonTrees.read("{\"token\":\"t\",\"audiences\":[\"api\"]}"));
  }

  @Test
  void acceptsOnlySharedAudiences() throws Exception {
    assertThat(authenticate("t", List.of("vault")).user()).isNull();

    webhook.answering = question -> status(JANE + ",\"audiences\":[\"vault\",\"other\"]");
    assertThat(authenticate("u", List.of("vault")).audiences()).containsExactly("vault");
    assertThat(authenticate("u", SERVER).user()).isNull();
  }

  @Test
  void rejectsTokensWithTheReasonOfTheWebhook() throws Exception {
    webhook.answering = question -> status("\"authenticated\":false,\"error\":\"expired\"");
    assertThat(authenticate("t", SERVER)).isEqualTo(TokenResult.rejected("expired"));

    webhook.answering = question -> status("\"authenticated\":false");
    assertThat(authenticate("t", SERVER)).isEqualTo(TokenResult.UNKNOWN);
  }

  @Test
  void cachesResultsButNotErrors() throws Exception {
    webhook.answering = question -> status("\"error\":\"try later\"");
    assertThat(authenticate("t", SERVER).user()).isNull();
    webhook.answering = question -> status(JANE);
    assertThat(authenticate("t", SERVER).user()).isNotNull();
    webhook.answering = question -> status("");

    assertThat(authenticate("t", SERVER).user()).isNotNull();
    assertThat(authenticate("another", SERVER).user()).isNull();
    assertThat(webhook.questions()).hasSize(3);
    timers.advance(Duration.ofMinutes(2));
    assertThat(authenticate("t", SERVER).user()).isNull();
  }

  @Test
  void makesOneCallForConcurrentRequests() throws Exception {
    var answer = new CountDownLatch(1);
    webhook.answering =
        question -> {
          try {
            assertThat(answer.await(30, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return status(JANE);
        };
    CompletableFuture<TokenResult> first = tokens.authenticate("t", SERVER).toCompletableFuture();
    CompletableFuture<TokenResult> second = tokens.authenticate("t", SERVER).toCompletableFuture();

    answer.countDown();

    assertThat(first.get(30, TimeUnit.SECONDS).user()).isNotNull();
    assertThat(second.get(30, TimeUnit.SECONDS).user()).isNotNull();
    assertThat(webhook.questions()).hasSize(1);
  }

  @Test
  void rejectsTokensWhileTheWebhookIsDown() throws Exception {
    webhook.close();

    assertThat(authenticate("t", SERVER).problems().get(0)).startsWith("Post \"https://127.0.0.1:");
  }
}
