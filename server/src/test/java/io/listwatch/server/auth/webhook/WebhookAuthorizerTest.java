package io.listwatch.server.auth.webhook;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.cel.AccessExpression;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.AccessSelectors;
import io.listwatch.server.auth.AuthorizationWebhookSettings;
import io.listwatch.server.auth.Authorizer.Decision;
import io.listwatch.server.auth.Authorizer.Verdict;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.webhook.TestWebhook;
import io.listwatch.server.webhook.WebhookKubeconfig;
import io.listwatch.time.ManualTimers;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WebhookAuthorizerTest {
  private static final UserInfo JANE =
      new UserInfo("jane", "7", List.of("dev"), Map.of("scope", List.of("a", "b")));
  private static final AccessRequest LIST =
      new AccessRequest(
          JANE,
          "list",
          "",
          "v1",
          "pods",
          "",
          "n",
          null,
          "",
          Map.of(),
          AccessSelectors.of(
              FieldSelector.parse("spec.nodeName=x,status.phase!=Failed"),
              LabelSelector.parse("app in (a,b),!old")));
  private static final AccessRequest HEALTH =
      new AccessRequest(JANE, "get", "", "", "", "", null, null, "/healthz");

  private final TestWebhook webhook = new TestWebhook(question -> status("\"allowed\":true"));
  private final ManualTimers timers = new ManualTimers();
  private AuthorizationWebhookSettings settings =
      new AuthorizationWebhookSettings(
          "policy",
          new WebhookKubeconfig(webhook.url(), webhook.authorities(), "127.0.0.1", null, ""),
          "v1",
          Duration.ofSeconds(10),
          Duration.ofMinutes(5),
          Duration.ofSeconds(30),
          false,
          List.of());

  private static String status(String fields) {
    return "{\"kind\":\"SubjectAccessReview\",\"apiVersion\":\"authorization.k8s.io/v1\",\"status\":{%s}}"
        .formatted(fields);
  }

  private void change(
      String version, Duration authorized, boolean denies, List<AccessExpression> conditions) {
    settings =
        new AuthorizationWebhookSettings(
            "policy",
            settings.target(),
            version,
            settings.timeout(),
            authorized,
            settings.unauthorizedTtl(),
            denies,
            conditions);
  }

  @AfterEach
  void stop() {
    webhook.close();
  }

  private Decision decide(WebhookAuthorizer authorizer, AccessRequest request) throws Exception {
    return authorizer.decide(request).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private Decision decide(AccessRequest request) throws Exception {
    try (var authorizer = new WebhookAuthorizer(settings, Metrics.none(), Timers.system())) {
      return decide(authorizer, request);
    }
  }

  @Test
  void sendsTheUserTheResourceAndTheSelectors() throws Exception {
    assertThat(decide(LIST).verdict()).isEqualTo(Verdict.ALLOW);

    JsonValue review = JsonTrees.read(webhook.questions().get(0));
    assertThat(review.path("apiVersion").asText()).isEqualTo("authorization.k8s.io/v1");
    assertThat(review.path("spec"))
        .isEqualTo(
            JsonTrees.read(
                """
                {"resourceAttributes":{"namespace":"n","verb":"list","version":"v1",
                  "resource":"pods",
                  "fieldSelector":{"requirements":[
                    {"key":"spec.nodeName","operator":"In","values":["x"]},
                    {"key":"status.phase","operator":"NotIn","values":["Failed"]}]},
                  "labelSelector":{"requirements":[
                    {"key":"app","operator":"In","values":["a","b"]},
                    {"key":"old","operator":"DoesNotExist"}]}},
                 "user":"jane","groups":["dev"],"extra":{"scope":["a","b"]},"uid":"7"}
                """));
  }

  @Test
  void sendsPathsAndTheFieldNamesOfOldVersions() throws Exception {
    change("v1beta1", Duration.ZERO, false, List.of());
    webhook.answering = question -> "{\"status\":{\"allowed\":true}}";

    assertThat(decide(HEALTH).allowed()).isTrue();

    JsonValue review = JsonTrees.read(webhook.questions().get(0));
    assertThat(review.path("apiVersion").asText()).isEqualTo("authorization.k8s.io/v1beta1");
    assertThat(review.at("/spec/group/0").asText()).isEqualTo("dev");
    assertThat(review.at("/spec/nonResourceAttributes/path").asText()).isEqualTo("/healthz");
  }

  @Test
  void allowsDeniesOrHasNoOpinion() throws Exception {
    webhook.answering = question -> status("\"allowed\":false,\"reason\":\"later\"");
    assertThat(decide(LIST)).isEqualTo(Decision.noOpinion("later"));

    webhook.answering = question -> status("\"denied\":true,\"reason\":\"never\"");
    assertThat(decide(LIST)).isEqualTo(Decision.denied("never"));

    webhook.answering = question -> status("\"denied\":true,\"allowed\":true");
    assertThat(decide(LIST))
        .isEqualTo(
            new Decision(
                Verdict.DENY,
                "",
                "webhook subject access review returned both allow and deny response"));
  }

  @Test
  void cachesDecisionsForTheirTtl() throws Exception {
    try (var authorizer = new WebhookAuthorizer(settings, Metrics.none(), timers)) {
      assertThat(decide(authorizer, LIST).allowed()).isTrue();
      webhook.answering = question -> status("\"allowed\":false");

      assertThat(decide(authorizer, LIST).allowed()).isTrue();
      assertThat(decide(authorizer, HEALTH).allowed()).isFalse();
      assertThat(webhook.questions()).hasSize(2);

      timers.advance(Duration.ofSeconds(30));
      assertThat(decide(authorizer, HEALTH).allowed()).isFalse();
      assertThat(webhook.questions()).hasSize(3);
      timers.advance(Duration.ofMinutes(5));
      assertThat(decide(authorizer, LIST).allowed()).isFalse();
    }
  }

  @Test
  void failurePolicyDecidesWhenTheWebhookFails() throws Exception {
    webhook.answering = failing(503);
    Decision open = decide(LIST);
    change("v1", Duration.ZERO, true, List.of());
    Decision closed = decide(LIST);

    assertThat(open.verdict()).isEqualTo(Verdict.NO_OPINION);
    assertThat(closed.verdict()).isEqualTo(Verdict.DENY);
    assertThat(closed.failure())
        .isEqualTo(
            "an error on the server (\"unknown\") has prevented the request from succeeding");
  }

  @Test
  void rejectsResponsesOfAnotherKind() throws Exception {
    webhook.answering = question -> "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}";

    assertThat(decide(LIST).failure()).startsWith("response: Pod of v1");
  }

  /** kube-apiserver does not look at the status of another kind of review. */
  @Test
  void hasNoOpinionIfResponseIsAnotherKindOfReview() throws Exception {
    webhook.answering =
        question ->
            """
            {"kind":"SelfSubjectAccessReview","apiVersion":"authorization.k8s.io/v1",
             "status":{"allowed":true}}
            """;

    assertThat(decide(LIST)).isEqualTo(Decision.noOpinion(""));
  }

  @Test
  void callsAgainAfterAServerError() throws Exception {
    try (var authorizer = new WebhookAuthorizer(settings, Metrics.none(), timers)) {
      webhook.answering = failing(500);
      var decision = authorizer.decide(LIST).toCompletableFuture();
      await().until(() -> timers.pending() == 1);
      webhook.answering = question -> status("\"allowed\":true");

      timers.advance(Duration.ofMillis(500));

      assertThat(decision.get(30, TimeUnit.SECONDS).allowed()).isTrue();
      assertThat(webhook.questions()).hasSize(2);
    }
  }

  private static TestWebhook.Answering failing(int status) {
    return new TestWebhook.Answering() {
      @Override
      public String answer(String question) {
        return "";
      }

      @Override
      public int status() {
        return status;
      }
    };
  }

  @Test
  void callsWebhookOnlyIfAllConditionsAreTrue() throws Exception {
    AccessExpression others = AccessExpression.compile("request.user != 'jane'");
    AccessExpression path = AccessExpression.compile("request.nonResourceAttributes.path == '/x'");
    change("v1", Duration.ZERO, true, List.of(path, others));
    assertThat(decide(LIST)).isEqualTo(Decision.noOpinion(""));

    change("v1", Duration.ZERO, true, List.of(path));
    assertThat(decide(LIST).verdict()).isEqualTo(Verdict.DENY);
    assertThat(decide(LIST).failure()).contains("no such key: nonResourceAttributes");
    assertThat(webhook.questions()).isEmpty();
  }

  @Test
  void deniesCallersThatCannotWait() {
    try (var authorizer = new WebhookAuthorizer(settings, Metrics.none(), timers)) {
      assertThat(authorizer.authorize(LIST).verdict()).isEqualTo(Verdict.DENY);
    }
  }
}
