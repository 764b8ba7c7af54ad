package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.token.TokenSettings;
import io.listwatch.server.controllers.ControllerSettings;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tokens of service accounts over HTTP. The expected responses are kube-apiserver's. */
final class ServiceAccountAccessTest {
  private static final String CORE = "/api/v1/namespaces/default";
  private static final String TOKEN = CORE + "/serviceaccounts/robot/token";
  private static final String PODS = CORE + "/pods";
  private static final String ADMIN = "admin-token";

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private ApiServer server = start(settings -> settings);
  private final HttpClient http = HttpClient.newHttpClient();

  private ApiServer start(UnaryOperator<TokenSettings> tokens) {
    return ApiServer.start(
        storage,
        ApiServerConfig.open(0)
            .with(
                c ->
                    c.authenticator(ServiceAccountAccessTest::user)
                        .rbac()
                        .tokens(tokens.apply(TokenSettings.DEFAULT))
                        .controllers(ControllerSettings.ALL.withAuthority("the authority"))));
  }

  private static Optional<UserInfo> user(Credentials credentials) {
    String token = credentials.bearerToken();
    if (token == null) {
      return Optional.of(UserInfo.ANONYMOUS);
    }
    return token.equals(ADMIN) ? Optional.of(UserInfo.SERVER) : Optional.empty();
  }

  @AfterEach
  void stop() {
    server.close();
    storage.close();
  }

  @Test
  void tokenOfAPodNamesThePodAndItsNode() {
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
    JsonValue pod = create("/pods", pod("p", "robot", "n1"));

    JsonValue claims = claims(token("\"boundObjectRef\":" + reference("Pod", "p", "")));

    assertThat(claims.at("/kubernetes.io/pod/uid").asText())
        .isEqualTo(pod.at("/metadata/uid").asText());
    assertThat(claims.at("/kubernetes.io/node")).hasToString("{\"name\":\"n1\"}");
    assertThat(claims.at("/kubernetes.io").has("warnafter")).isFalse();
  }

  private static String pod(String name, String account, String node) {
    return """
    {"metadata":{"name":"%s"},"spec":{"serviceAccountName":"%s","nodeName":"%s",\
    "containers":[{"name":"c","image":"x"}]}}\
    """
        .formatted(name, account, node);
  }

  /**
   * kube-apiserver extends the lifetime of tokens that the kubelet requests, because old clients do
   * not read them again.
   */
  @Test
  void podTokenRequestedForAnHourIsAcceptedForAYear() {
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
    create("/pods", pod("p", "robot", ""));
    String ofPod = "\"boundObjectRef\":" + reference("Pod", "p", "");

    JsonValue extended = claims(token("\"expirationSeconds\":3607," + ofPod));
    JsonValue ofOther =
        claims(token("\"expirationSeconds\":3607,\"audiences\":[\"vault\"]," + ofPod));

    long issued = extended.path("iat").asLong();
    assertThat(extended.path("exp").asLong()).isEqualTo(issued + 365 * 24 * 3600);
    assertThat(extended.at("/kubernetes.io/warnafter").asLong()).isEqualTo(issued + 3607);
    assertThat(ofOther.path("exp").asLong()).isEqualTo(ofOther.path("iat").asLong() + 3607);
  }

  @Test
  void boundObjectMustExistWithTheRequestedUid() {
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"other\"}}");
    create("/pods", pod("p", "other", ""));
    create("/secrets", "{\"metadata\":{\"name\":\"s\"}}");

    assertThat(rejection(reference("Pod", "p", "")))
        .isEqualTo(
            "400 cannot bind token for serviceaccount \"robot\" to pod running with different"
                + " serviceaccount name.");
    assertThat(rejection(reference("Pod", "absent", "")))
        .isEqualTo("404 pods \"absent\" not found");
    assertThat(rejection(reference("Secret", "absent", "")))
        .isEqualTo("404 secrets \"absent\" not found");
    assertThat(rejection(reference("Node", "absent", "")))
        .isEqualTo("404 nodes \"absent\" not found");
    assertThat(rejection(reference("Secret", "s", "wrong")))
        .isEqualTo(
            "409 Operation cannot be fulfilled on Secret \"s\": the UID in the bound object"
                + " reference (wrong) does not match the UID in record. The object might have been"
                + " deleted and then recreated");
    assertThat(rejection(reference("ConfigMap", "x", "")))
        .isEqualTo("400 cannot bind token to object of type /v1, Kind=ConfigMap");
    assertThat(rejection("{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\",\"name\":\"x\"}"))
        .isEqualTo("400 cannot bind token to object of type apps/v1, Kind=Deployment");
    assertThat(rejection("{}")).isEqualTo("400 cannot bind token to object of type /, Kind=");
    assertThat(rejection(reference("Pod", "", ""))).isEqualTo("400 Name parameter required.");
  }

  private String rejection(String reference) {
    return shown(request("\"boundObjectRef\":" + reference, "", ""));
  }

  private static String shown(HttpResponse<String> response) {
    return response.statusCode() + " " + JsonTrees.read(response.body()).path("message").asText();
  }

  @Test
  void checksRequestLikeKubeApiserver() {
    JsonValue account = create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");

    assertThat(shown(request("", "\"uid\":\"wrong\"", "")))
        .isEqualTo(
            "409 Operation cannot be fulfilled on TokenRequest.authentication.k8s.io \"robot\": the"
                + " UID in the token request (wrong) does not match the UID of the service account"
                + " (%s)".formatted(account.at("/metadata/uid").asText()));
    assertThat(shown(request("\"x\":1", "", "?fieldValidation=Strict")))
        .isEqualTo(
            "400 TokenRequest in version \"v1\" cannot be handled as a TokenRequest: strict"
                + " decoding error: unknown field \"spec.x\"");
    assertThat(shown(request("\"expirationSeconds\":\"600\"", "", "")))
        .isEqualTo(
            "400 TokenRequest in version \"v1\" cannot be handled as a TokenRequest: json: cannot"
                + " unmarshal string into Go struct field TokenRequestSpec.spec.expirationSeconds"
                + " of type int64");
    assertThat(request("\"x\":1", "", "").headers().allValues("Warning"))
        .containsExactly("299 - \"unknown field \\\"spec.x\\\"\"");
  }

  @Test
  void tokenLifetimeIsLimitedToTheConfiguredMaximum() {
    server.close();
    server = start(settings -> settings.with(c -> c.maxExpiration(Duration.ofHours(2))));
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");

    HttpResponse<String> response = request("\"expirationSeconds\":86400", "", "");

    JsonValue body = JsonTrees.read(response.body());
    assertThat(body.at("/spec/expirationSeconds").asLong()).isEqualTo(7200);
    assertThat(response.headers().allValues("Warning"))
        .containsExactly(
            "299 - \"requested expiration of 86400 seconds shortened to 7200 seconds\"");
  }

  @Test
  void tokenSurvivesRestartButNotDeletionOfItsAccount() {
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
    String token = token("");
    assertThat(send(token, "GET", PODS, "").statusCode()).isEqualTo(403);

    server.close();
    server = start(settings -> settings);
    assertThat(send(token, "GET", PODS, "").statusCode()).isEqualTo(403);

    send(ADMIN, "DELETE", CORE + "/serviceaccounts/robot", "");
    await().until(() -> send(token, "GET", PODS, "").statusCode() == 401);
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
    await()
        .until(() -> review(token).at("/status/error").asText().contains("does not match claim"));
  }

  private JsonValue review(String token) {
    String body =
        "{\"kind\":\"TokenReview\",\"apiVersion\":\"authentication.k8s.io/v1\",\"spec\":{\"token\":\"%s\"}}"
            .formatted(token);
    return JsonTrees.read(
        send(ADMIN, "POST", "/apis/authentication.k8s.io/v1/tokenreviews", body).body());
  }

  @Test
  void boundTokenIsInvalidOnceItsSecretIsDeleted() {
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
    create("/secrets", "{\"metadata\":{\"name\":\"s\"}}");
    String token = token("\"boundObjectRef\":" + reference("Secret", "s", ""));
    assertThat(send(token, "GET", PODS, "").statusCode()).isEqualTo(403);

    send(ADMIN, "DELETE", CORE + "/secrets/s", "");

    await().until(() -> send(token, "GET", PODS, "").statusCode() == 401);
    assertThat(review(token).at("/status/error").asText())
        .isEqualTo("[invalid bearer token, service account token has been invalidated]");
  }

  @Test
  void oldTokensStayValidAfterTheIssuerChanges() {
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
    String old = token("");

    server.close();
    server =
        start(
            settings ->
                settings.with(
                    c -> c.issuers(List.of("https://new", "https://kubernetes.default.svc"))));

    assertThat(send(old, "GET", PODS, "").statusCode()).isEqualTo(403);
    assertThat(claims(token("")).path("iss").asText()).isEqualTo("https://new");
  }

  @Test
  void showsDiscoveryDocumentAndKeys() {
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
    String header = token("").split("\\.", -1)[0];

    HttpResponse<String> configuration = get("/.well-known/openid-configuration", "*/*");
    HttpResponse<String> keys = get("/openid/v1/jwks", "application/jwk-set+json");

    assertThat(configuration.body())
        .isEqualTo(
            "{\"issuer\":\"https://kubernetes.default.svc\",\"jwks_uri\":\"https://127.0.0.1:%d"
                    .formatted(server.port())
                + "/openid/v1/jwks\",\"response_types_supported\":[\"id_token\"],"
                + "\"subject_types_supported\":[\"public\"],"
                + "\"id_token_signing_alg_values_supported\":[\"RS256\"]}");
    assertThat(configuration.headers().firstValue("content-type")).contains("application/json");
    assertThat(configuration.headers().firstValue("cache-control"))
        .contains("public, max-age=3600");
    assertThat(keys.headers().firstValue("content-type")).contains("application/jwk-set+json");
    assertThat(JsonTrees.read(keys.body()).at("/keys/0/kid").asText())
        .isEqualTo(decoded(header).path("kid").asText());
    assertThat(shown(get("/openid/v1/jwks", "application/json")))
        .isEqualTo(
            "406 406: Not Acceptable\n\nAvailable representations: application/jwk-set+json");
    assertThat(send(ADMIN, "POST", "/openid/v1/jwks", "{}").statusCode()).isEqualTo(405);
    assertThat(get("/openid/v1", "*/*").statusCode()).isEqualTo(404);
  }

  private HttpResponse<String> get(String path, String accept) {
    return exchange(
        HttpRequest.newBuilder(uri(path))
            .header("Authorization", "Bearer " + ADMIN)
            .header("Accept", accept)
            .build());
  }

  @Test
  void bootstrapRoleLetsServiceAccountsReadTheKeySet() {
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
    String token = token("");

    assertThat(send(token, "GET", "/openid/v1/jwks", "").statusCode()).isEqualTo(200);
    assertThat(send("", "GET", "/openid/v1/jwks", "").statusCode()).isEqualTo(403);
  }

  @Test
  void tokenSecretIsFilledAndDeletedWithItsAccount() {
    create("/serviceaccounts", "{\"metadata\":{\"name\":\"robot\"}}");
    create("/secrets", tokenSecret("legacy", "robot"));

    await().until(() -> !secret("legacy").at("/data/token").asText().isEmpty());
    JsonValue filled = secret("legacy");
    String token = text(filled, "token");
    assertThat(text(filled, "namespace")).isEqualTo("default");
    assertThat(text(filled, "ca.crt")).isEqualTo("the authority");
    assertThat(
            filled
                .path("metadata")
                .path("annotations")
                .path("kubernetes.io/service-account.uid")
                .asText())
        .isNotEmpty();
    assertThat(send(token, "GET", PODS, "").statusCode()).isEqualTo(403);
    await()
        .until(
            () ->
                secret("legacy")
                    .path("metadata")
                    .path("labels")
                    .has("kubernetes.io/legacy-token-last-used"));

    send(ADMIN, "DELETE", CORE + "/serviceaccounts/robot", "");
    await().until(() -> send(ADMIN, "GET", CORE + "/secrets/legacy", "").statusCode() == 404);
    assertThat(send(token, "GET", PODS, "").statusCode()).isEqualTo(401);
  }

  @Test
  void secretOfAMissingAccountIsDeleted() {
    create("/secrets", tokenSecret("lost", "absent"));

    await().until(() -> send(ADMIN, "GET", CORE + "/secrets/lost", "").statusCode() == 404);
  }

  private static String tokenSecret(String name, String account) {
    return """
    {"metadata":{"name":"%s","annotations":{"kubernetes.io/service-account.name":"%s"}},\
    "type":"kubernetes.io/service-account-token"}\
    """
        .formatted(name, account);
  }

  private JsonValue secret(String name) {
    return JsonTrees.read(send(ADMIN, "GET", CORE + "/secrets/" + name, "").body());
  }

  private static String text(JsonValue secret, String key) {
    byte[] content = Base64.getDecoder().decode(secret.path("data").path(key).asText());
    return new String(content, StandardCharsets.UTF_8);
  }

  private static String reference(String kind, String name, String uid) {
    return "{\"kind\":\"%s\",\"apiVersion\":\"v1\",\"name\":\"%s\",\"uid\":\"%s\"}"
        .formatted(kind, name, uid);
  }

  private String token(String spec) {
    HttpResponse<String> response = request(spec, "", "");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return JsonTrees.read(response.body()).at("/status/token").asText();
  }

  private HttpResponse<String> request(String spec, String metadata, String query) {
    String body =
        "{\"kind\":\"TokenRequest\",\"apiVersion\":\"authentication.k8s.io/v1\",\"metadata\":{%s},\"spec\":{%s}}"
            .formatted(metadata, spec);
    return send(ADMIN, "POST", TOKEN + query, body);
  }

  private static JsonValue claims(String token) {
    return decoded(token.split("\\.", -1)[1]);
  }

  private static JsonValue decoded(String part) {
    return JsonTrees.read(Base64.getUrlDecoder().decode(part));
  }

  private JsonValue create(String path, String body) {
    HttpResponse<String> response = send(ADMIN, "POST", CORE + path, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return JsonTrees.read(response.body());
  }

  private HttpResponse<String> send(String token, String method, String path, String body) {
    var request =
        HttpRequest.newBuilder(uri(path))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .header("Content-Type", "application/json");
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return exchange(request.build());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  private HttpResponse<String> exchange(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
