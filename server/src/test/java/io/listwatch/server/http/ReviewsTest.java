package io.listwatch.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.Authorizer.Decision;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.MastersAuthorizer;
import io.listwatch.server.auth.UserInfo;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reviews of users, tokens and access, and impersonation. */
final class ReviewsTest {
  private static final String AUTHORIZATION = "/apis/authorization.k8s.io/v1/";
  private static final String PODS = "'resourceAttributes':{'verb':'list','resource':'pods'}";

  private static TestServer server;

  @BeforeAll
  static void start() {
    server =
        TestServer.builder()
            .authenticator(ReviewsTest::who)
            .authorizer(
                request ->
                    request.resource().equals("secrets")
                        ? Decision.denied("nobody sees secrets")
                        : new MastersAuthorizer().authorize(request))
            .start();
  }

  /** The token is the user's name; administrators are called root. */
  private static Optional<UserInfo> who(Credentials credentials) {
    String name = credentials.bearerToken();
    if (name == null || name.equals("stranger")) {
      return Optional.empty();
    }
    return Optional.of(
        name.equals("root")
            ? new UserInfo(name, "0", List.of(UserInfo.MASTERS, UserInfo.AUTHENTICATED))
            : new UserInfo(name, "", List.of("staff", UserInfo.AUTHENTICATED)));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void everyUserMayCreateSelfSubjectReviews() {
    HttpResponse<String> who =
        post("jane", "/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}");
    HttpResponse<String> may = ask("jane", "selfsubjectaccessreviews", PODS);

    assertThat(TestServer.json(who).path("status").path("userInfo").path("username").asText())
        .isEqualTo("jane");
    assertThat(status(may).path("allowed").asBoolean(true)).isFalse();
    assertThat(status(may).has("denied")).isFalse();
    assertThat(status(ask("root", "selfsubjectaccessreviews", PODS)).path("allowed").asBoolean())
        .isTrue();
  }

  @Test
  void reviewCannotBeATable() {
    String table = "application/json;as=Table;g=meta.k8s.io;v=v1";
    String path = AUTHORIZATION + "selfsubjectaccessreviews";
    String body = "{'spec':{%s}}".formatted(PODS).replace('\'', '"');

    HttpResponse<String> refused =
        server.send("POST", path, body, "Authorization", "Bearer root", "Accept", table);
    HttpResponse<String> answered =
        server.send(
            "POST",
            path,
            body,
            "Authorization",
            "Bearer root",
            "Accept",
            table + ",application/json");

    assertThat(refused.statusCode()).isEqualTo(406);
    assertThat(TestServer.json(refused).path("message").asText())
        .isEqualTo(
            "only the following media types are accepted: application/json, application/yaml,"
                + " application/vnd.kubernetes.protobuf");
    assertThat(status(answered).path("allowed").asBoolean()).isTrue();
  }

  @Test
  void statusHasReasonOfAuthorizer() {
    String secrets = "'resourceAttributes':{'verb':'get','resource':'secrets'}";

    JsonValue status = status(ask("root", "selfsubjectaccessreviews", secrets));

    assertThat(status.path("allowed").asBoolean(true)).isFalse();
    assertThat(status.path("denied").asBoolean()).isTrue();
    assertThat(status.path("reason").asText()).isEqualTo("nobody sees secrets");
  }

  @Test
  void subjectAccessReviewNeedsPermission() {
    String john = PODS + ",'user':'john','groups':['system:masters']";

    assertThat(ask("jane", "subjectaccessreviews", john).statusCode()).isEqualTo(403);
    assertThat(status(ask("root", "subjectaccessreviews", john)).path("allowed").asBoolean())
        .isTrue();
    assertThat(
            status(ask("root", "subjectaccessreviews", PODS + ",'user':'john'"))
                .path("allowed")
                .asBoolean(true))
        .isFalse();
    assertThat(message(ask("root", "subjectaccessreviews", PODS)))
        .contains("spec.user: Invalid value: \"\": at least one of user or group must be");
  }

  @Test
  void localReviewMustMatchItsNamespace() {
    String path = "namespaces/a/localsubjectaccessreviews";
    String here =
        "'user':'j','resourceAttributes':{'verb':'get','resource':'pods','namespace':'a'}";

    assertThat(ask("root", path, here).statusCode()).isEqualTo(201);
    assertThat(message(ask("root", path, "'user':'j'," + PODS)))
        .contains("spec.resourceAttributes.namespace: Invalid value: \"\": must match metadata");
  }

  @Test
  void tokenReviewIdentifiesUser() {
    JsonValue known = status(token("root", "jane"));
    JsonValue unknown = status(token("root", "stranger"));

    assertThat(known.path("authenticated").asBoolean()).isTrue();
    assertThat(known.path("user").path("groups").path(0).asText()).isEqualTo("staff");
    assertThat(unknown.path("authenticated").asBoolean()).isFalse();
    assertThat(unknown.path("error").asText()).isEqualTo("invalid bearer token");
    assertThat(known.has("error")).isFalse();
    assertThat(token("jane", "root").statusCode()).isEqualTo(403);
  }

  @Test
  void tokenReviewAcceptsOnlyAudienceOfServer() {
    String own = "https://kubernetes.default.svc";

    assertThat(status(token("root", "jane")).path("audiences").toString())
        .isEqualTo("[\"" + own + "\"]");
    assertThat(tokenFor("\"other\",\"" + own + "\"").path("audiences").toString())
        .isEqualTo("[\"" + own + "\"]");
    assertThat(tokenFor("\"other\"").toString())
        .isEqualTo("{\"user\":{},\"error\":\"invalid bearer token\"}");
  }

  private static JsonValue tokenFor(String audiences) {
    return status(
        post(
            "root",
            "/apis/authentication.k8s.io/v1/tokenreviews",
            "{\"spec\":{\"token\":\"jane\",\"audiences\":[%s]}}".formatted(audiences)));
  }

  private static HttpResponse<String> token(String user, String token) {
    return post(
        user,
        "/apis/authentication.k8s.io/v1/tokenreviews",
        "{\"spec\":{\"token\":\"%s\"}}".formatted(token));
  }

  @Test
  void rejectsImpersonationWithoutPermission() {
    HttpResponse<String> answer =
        server.get("/api/v1/pods", "Authorization", "Bearer jane", "Impersonate-User", "root");

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(message(answer))
        .isEqualTo(
            "pods is forbidden: User \"jane\" cannot impersonate-on:user-info:list resource"
                + " \"pods\" in API group \"\" at the cluster scope");
  }

  @Test
  void impersonatedRequestHasRightsOfImpersonatedUser() {
    HttpResponse<String> answer =
        server.get("/api/v1/pods", "Authorization", "Bearer root", "Impersonate-User", "jane");
    HttpResponse<String> asMaster =
        server.get(
            "/api/v1/pods",
            "Authorization",
            "Bearer root",
            "Impersonate-User",
            "jane",
            "Impersonate-Group",
            "system:masters");

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(message(answer)).contains("User \"jane\" cannot list resource \"pods\"");
    assertThat(asMaster.statusCode()).isEqualTo(200);
  }

  @Test
  void reviewsCannotBeListed() {
    assertThat(server.get(AUTHORIZATION + "subjectaccessreviews", "Authorization", "Bearer root"))
        .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(405));
  }

  private static HttpResponse<String> ask(String user, String resource, String spec) {
    return post(user, AUTHORIZATION + resource, ("{'spec':{" + spec + "}}").replace('\'', '"'));
  }

  private static HttpResponse<String> post(String user, String path, String body) {
    return server.send(
        "POST", path, body, "Authorization", "Bearer " + user, "Content-Type", "application/json");
  }

  private static JsonValue status(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return TestServer.json(answer).path("status");
  }

  private static String message(HttpResponse<String> answer) {
    return TestServer.json(answer).path("message").asText();
  }
}
