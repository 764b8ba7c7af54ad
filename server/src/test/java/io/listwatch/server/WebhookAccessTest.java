package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.auth.AuthorizationSettings.Mode;
import io.listwatch.server.auth.AuthorizationWebhook;
import io.listwatch.server.auth.AuthorizationWebhookSettings;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.webhook.TokenWebhook;
import io.listwatch.server.auth.webhook.TokenWebhookSettings;
import io.listwatch.server.webhook.TestWebhook;
import io.listwatch.server.webhook.WebhookKubeconfig;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server whose users and their permissions are known to webhooks only, besides RBAC. */
final class WebhookAccessTest {
  private static final String ADMIN = "root";
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String BINDINGS = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";

  /** True for the SubjectAccessReviews that are allowed. */
  private volatile Predicate<JsonValue> allowed = spec -> false;

  private final TestWebhook permissions = new TestWebhook(this::review);
  private final TestWebhook users = new TestWebhook(WebhookAccessTest::user);
  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server =
      ApiServer.start(
          storage,
          ApiServerConfig.open(0)
              .with(
                  c ->
                      c.authenticator(WebhookAccessTest::administrator)
                          .tokenWebhook(
                              TokenWebhook.of(
                                  new TokenWebhookSettings(target(users), "v1", Duration.ZERO)))
                          .authorization(
                              new AuthorizationSettings(
                                  List.of(new Mode.Webhook(settings()), new Mode.Rbac())))));
  private final HttpClient http = HttpClient.newHttpClient();

  private static WebhookKubeconfig target(TestWebhook webhook) {
    return new WebhookKubeconfig(webhook.url(), webhook.authorities(), "127.0.0.1", null, "");
  }

  private AuthorizationWebhook settings() {
    return AuthorizationWebhook.of(
        new AuthorizationWebhookSettings(
            "test",
            target(permissions),
            "v1",
            Duration.ofSeconds(10),
            Duration.ZERO,
            Duration.ZERO,
            false,
            List.of()));
  }

  private static Optional<UserInfo> administrator(Credentials credentials) {
    return ADMIN.equals(credentials.bearerToken())
        ? Optional.of(new UserInfo(ADMIN, "", List.of(UserInfo.MASTERS, UserInfo.AUTHENTICATED)))
        : Optional.empty();
  }

  private String review(String question) {
    JsonValue spec = JsonTrees.read(question).path("spec");
    return "{\"status\":{\"allowed\":%s,\"reason\":\"asked\"}}".formatted(allowed.test(spec));
  }

  /** The user has the name of the token. */
  private static String user(String question) {
    String token = JsonTrees.read(question).at("/spec/token").asText();
    return "{\"status\":{\"authenticated\":true,\"user\":{\"username\":\"%s\"}}}".formatted(token);
  }

  private static boolean isVerb(JsonValue spec, String verb) {
    return spec.at("/resourceAttributes/verb").asText().equals(verb);
  }

  @AfterEach
  void stop() {
    server.close();
    storage.close();
    permissions.close();
    users.close();
  }

  @Test
  void denialIs403WithTheReasonOfTheWebhook() {
    allowed = spec -> isVerb(spec, "list");

    assertThat(send("jane", "GET", MAPS, "").statusCode()).isEqualTo(200);
    HttpResponse<String> rejected = send("jane", "GET", MAPS + "/a", "");
    assertThat(rejected.statusCode()).isEqualTo(403);
    assertThat(JsonTrees.read(rejected.body()).path("message").asText())
        .isEqualTo(
            "configmaps \"a\" is forbidden: User \"jane\" cannot get resource \"configmaps\" in API"
                + " group \"\" in the namespace \"default\": asked");
  }

  @Test
  void webhooksGetTheTraceContextOfTheRequest() {
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    allowed = spec -> true;

    assertThat(send("jane", "GET", MAPS, "", "traceparent", trace).statusCode()).isEqualTo(200);

    assertThat(permissions.traces()).isNotEmpty().containsOnly(trace + " null");
    assertThat(users.traces()).isNotEmpty().containsOnly(trace + " null");
  }

  @Test
  void failedWebhookIs500UnlessARoleAllows() {
    permissions.close();

    assertThat(send("jane", "GET", "/version", "").statusCode()).isEqualTo(200);
    HttpResponse<String> undecided = send("jane", "GET", MAPS + "?limit=1", "");
    assertThat(undecided.statusCode()).isEqualTo(500);
    assertThat(undecided.body())
        .startsWith("Internal Server Error: \"%s?limit=1\": Post \"https://".formatted(MAPS));
    assertThat(send(ADMIN, "GET", MAPS, "").statusCode()).isEqualTo(200);
  }

  @Test
  void accessReviewShowsTheDecision() {
    String review =
        "{\"spec\":{\"user\":\"jane\",\"resourceAttributes\":{\"verb\":\"get\",\"resource\":\"pods\"}}}";
    String path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    allowed = spec -> true;

    JsonValue status = JsonTrees.read(send(ADMIN, "POST", path, review).body()).path("status");
    assertThat(status.path("allowed").asBoolean()).isTrue();
    permissions.close();
    status = JsonTrees.read(send(ADMIN, "POST", path, review).body()).path("status");
    assertThat(status.path("allowed").asBoolean()).isFalse();
    assertThat(status.path("evaluationError").asText()).startsWith("Post ");
  }

  @Test
  void updateThatCreatesNeedsTheVerbCreate() {
    String map = "{\"metadata\":{\"name\":\"a\",\"namespace\":\"default\"}}";
    allowed = spec -> isVerb(spec, "update");
    assertThat(send("jane", "PUT", MAPS + "/a", map).statusCode()).isEqualTo(404);

    String lease =
        "{\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":\"Lease\",\"metadata\":{\"name\":\"a\"}}";
    String path = "/apis/coordination.k8s.io/v1/namespaces/default/leases/a";
    assertThat(send("jane", "PUT", path, lease).statusCode()).isEqualTo(403);
    allowed = spec -> isVerb(spec, "update") || isVerb(spec, "create");
    assertThat(send("jane", "PUT", path, lease).statusCode()).isEqualTo(201);
  }

  @Test
  void webhookMustAllowTheVerbBind() {
    String binding =
        "{\"metadata\":{\"name\":\"b\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\","
            + "\"kind\":\"ClusterRole\",\"name\":\"admin\"}}";
    allowed = spec -> isVerb(spec, "create");
    assertThat(send("jane", "POST", BINDINGS, binding).statusCode()).isEqualTo(403);

    allowed = spec -> isVerb(spec, "create") || isVerb(spec, "bind");
    assertThat(send("jane", "POST", BINDINGS, binding).statusCode()).isEqualTo(201);
  }

  @Test
  void webhookMustAllowTheVerbImpersonate() {
    allowed = spec -> spec.path("user").asText().equals("joe");
    assertThat(send("jane", "GET", MAPS, "", "Impersonate-User", "joe").statusCode())
        .isEqualTo(403);

    allowed = spec -> isVerb(spec, "impersonate") || spec.path("user").asText().equals("joe");
    assertThat(send("jane", "GET", MAPS, "", "Impersonate-User", "joe").statusCode())
        .isEqualTo(200);
  }

  @Test
  void policyExpressionUsesTheDecisionsOfTheWebhook() {
    send(
        ADMIN,
        "POST",
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
        """
        {"metadata":{"name":"p"},"spec":{"matchConstraints":{"resourceRules":[{"apiGroups":[""],
         "apiVersions":["v1"],"resources":["configmaps"],"operations":["CREATE"]}]},
         "validations":[{"expression":
          "authorizer.group('').resource('secrets').namespace('x').check('approve').allowed() && authorizer.path('/approved').check('get').allowed()"}]}}
        """);
    send(
        ADMIN,
        "POST",
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
        "{\"metadata\":{\"name\":\"b\"},\"spec\":{\"policyName\":\"p\",\"validationActions\":[\"Deny\"]}}");
    allowed = spec -> isVerb(spec, "create") || isVerb(spec, "approve");
    String map = "{\"metadata\":{\"generateName\":\"m-\"}}";
    await().until(() -> send("jane", "POST", MAPS, map).statusCode() == 422);

    allowed = spec -> true;

    assertThat(send("jane", "POST", MAPS, map).statusCode()).isEqualTo(201);
  }

  private HttpResponse<String> send(
      String token, String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
