package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static java.net.URLEncoder.encode;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.auth.Authorizer.Decision;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.BodySizes;
import io.listwatch.server.http.page.HealthCheck;
import io.listwatch.server.http.page.HealthChecks;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that are rejected before they are handled: too large, unauthorized, or not HTTP at all.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LimitsTest {
  private final AtomicBoolean well = new AtomicBoolean(true);
  private TestServer server;

  @BeforeAll
  void start() {
    server =
        TestServer.builder()
            .authenticator(
                credentials ->
                    "bad".equals(credentials.bearerToken())
                        ? Optional.empty()
                        : Optional.of(new UserInfo("jane", "", List.of())))
            .authorizer(
                request ->
                    request.resource().equals("secrets") || request.path().equals("/metrics")
                        ? Decision.denied("not today")
                        : Decision.ALLOWED)
            .parts(
                HttpServerParts.NO_OP.with(
                    it ->
                        it.checks(
                            new HealthChecks(
                                List.of(), List.of(new HealthCheck("cache", well::get))))))
            .start();
    server.put("a", "1");
  }

  @AfterAll
  void close() {
    server.close();
  }

  @Test
  void rejectionIsSentAfterTheRequestBody() {
    try (RawConnection connection = server.connect()) {
      connection.send(
          "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer bad\r\nContent-Length: 2\r\n\r\n"
              .formatted(CONFIG_MAPS));
      for (int i = 0; i < 20; i++) {
        server.get("/version");
      }
      assertThat(connection.isSilent()).isTrue();

      connection.send("{}").get("/version");

      String head = connection.head();
      assertThat(head).startsWith("http/1.1 401").doesNotContain("connection: close");
      connection.body(head);
      assertThat(connection.line()).startsWith("HTTP/1.1 200");
    }
  }

  @ParameterizedTest
  @CsvSource({"labelSelector, !a%d", "fieldSelector, metadata.name!=a%d"})
  void selectorMayHaveThousandTerms(String parameter, String term) {
    String thousand =
        IntStream.range(0, 1_000).mapToObj(term::formatted).collect(Collectors.joining(","));
    String path = CONFIG_MAPS + "?" + parameter + "=" + encode(thousand, UTF_8);

    assertThat(server.get(path).statusCode()).isEqualTo(200);
    HttpResponse<String> rejected = server.get(path + encode("," + term.formatted(1_000), UTF_8));
    assertThat(rejected.statusCode()).isEqualTo(400);
    assertThat(json(rejected).path("message").asText())
        .isEqualTo(parameter + ": 1001 terms (expected: at most 1000)");
  }

  @Test
  void mediaRangesAfter256AreIgnored() {
    String unknown = "a/b,".repeat(255);

    assertThat(server.get(CONFIG_MAPS, "Accept", unknown + "application/json").statusCode())
        .isEqualTo(200);
    assertThat(server.get(CONFIG_MAPS, "Accept", unknown + "a/b,application/json").statusCode())
        .isEqualTo(406);
  }

  @Test
  void unknownTokenIsUnauthorized() {
    HttpResponse<String> response = server.get("/version", "Authorization", "Bearer bad");

    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.body())
        .isEqualTo(
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"Unauthorized\",\"reason\":\"Unauthorized\",\"code\":401}\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/v1/namespaces/default/secrets | secrets is forbidden: User \"jane\" cannot list"
            + " resource \"secrets\" in API group \"\" in the namespace \"default\": not today",
        "/api/v1/secrets?watch=1 | secrets is forbidden: User \"jane\" cannot watch resource"
            + " \"secrets\" in API group \"\" at the cluster scope: not today",
        "/api/v1/namespaces/default/secrets/x | secrets \"x\" is forbidden: User \"jane\" cannot"
            + " get resource \"secrets\" in API group \"\" in the namespace \"default\": not today",
        "/metrics | forbidden: User \"jane\" cannot get path \"/metrics\": not today",
      })
  void deniedUserIsForbidden(String path, String message) {
    HttpResponse<String> response = server.get(path);

    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(json(response).path("message").asText()).isEqualTo(message);
    assertThat(response.headers().firstValue("x-content-type-options")).contains("nosniff");
  }

  @Test
  void rejectsBodyThatIsTooLarge() {
    HttpResponse<String> response =
        server.send("POST", CONFIG_MAPS, "x".repeat(BodySizes.MAX_BODY + 1));

    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(json(response).path("message").asText())
        .isEqualTo("Request entity too large: limit is 3145728");
  }

  @Test
  void rejectsReviewThatIsTooLarge() {
    HttpResponse<String> response =
        server.send(
            "POST",
            "/apis/authentication.k8s.io/v1/selfsubjectreviews",
            " ".repeat(BodySizes.MAX_REVIEW) + "{}");

    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(json(response).path("message").asText())
        .isEqualTo("Request entity too large: limit is 262144");
  }

  @Test
  void rejectsBodyWithTooManyValues() {
    String values = "{},".repeat(JsonTrees.MAX_VALUES);

    HttpResponse<String> response =
        server.send("POST", CONFIG_MAPS, "{\"kind\":\"ConfigMap\",\"x\":[" + values + "{}]}");

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).path("message").asText()).contains("more than 200000 values");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /%zz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "GET /api/v1/\u0000 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "nonsense\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
      })
  void malformedHttpIsABadRequest(String bytes) {
    try (RawConnection connection = server.connect()) {
      connection.send(bytes);

      assertThat(connection.head()).startsWith("http/1.1 400");
      assertThat(connection.rest()).doesNotContain("Exception").doesNotContain("\tat ");
    }
  }

  @Test
  void rejectsHeadersThatAreTooLarge() {
    try (RawConnection connection = server.connect()) {
      connection.get("/version", "X-Long", "x".repeat(300_000));

      assertThat(connection.head()).startsWith("http/1.1 431");
    }
  }

  @Test
  void acceptsLongSelectors() {
    String selector = "a%20in%20%28" + "x".repeat(60) + ",y".repeat(20_000) + "%29";

    assertThat(server.get(CONFIG_MAPS + "?labelSelector=" + selector).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[]", "5", "{\"a\":\t\"\u0001\"}"})
  void rejectsBodyThatIsNotAnObject(String body) {
    HttpResponse<String> response = server.send("POST", CONFIG_MAPS, body);

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(json(response).path("message").asText())
        .startsWith("the object provided is unrecognized (must be of type ConfigMap)");
  }

  @Test
  void rejectsBodyThatNestsTooDeep() {
    HttpResponse<String> response =
        server.send("POST", CONFIG_MAPS, "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000));

    assertThat(response.statusCode()).isEqualTo(400);
  }

  @Test
  void rejectsUnsupportedMediaType() {
    HttpResponse<String> created =
        server.send("POST", CONFIG_MAPS, "{}", "Content-Type", "text/plain");
    HttpResponse<String> patched =
        server.send("PATCH", CONFIG_MAPS + "/a", "{}", "Content-Type", "application/json");

    assertThat(created.statusCode()).isEqualTo(415);
    assertThat(patched.statusCode()).isEqualTo(415);
    assertThat(json(patched).path("message").asText()).isEqualTo("415: Unsupported Media Type");
  }

  @ParameterizedTest
  @CsvSource({
    "Host, evil.example.com",
    "Host, 127.0.0.1.evil.example.com:80",
  })
  void rejectsForeignHostWithoutTls(String name, String value) {
    try (RawConnection connection = server.connect()) {
      connection.send("GET /version HTTP/1.1\r\n%s: %s\r\n\r\n".formatted(name, value));

      assertThat(connection.head()).startsWith("http/1.1 403");
    }
  }

  @Test
  void rejectsCrossSiteRequestOfBrowserWithoutTls() {
    assertThat(server.get("/version", "Sec-Fetch-Site", "cross-site").statusCode()).isEqualTo(403);
    assertThat(server.get("/version", "Sec-Fetch-Site", "none").statusCode()).isEqualTo(200);
  }

  @Test
  void rejectsAnyOriginWithoutTls() {
    assertThat(server.get("/version", "Origin", "http://evil.example.com").statusCode())
        .isEqualTo(403);
    assertThat(server.get("/version", "Origin", "http://127.0.0.1:" + server.port()).statusCode())
        .isEqualTo(403);
  }

  @Test
  void healthEndpointsReportEachCheckIfVerbose() {
    assertThat(server.get("/healthz").body()).isEqualTo("ok");
    assertThat(server.get("/livez/ping").body()).isEqualTo("ok");
    assertThat(server.get("/readyz?verbose").body())
        .isEqualTo("[+]ping ok\n[+]cache ok\n[+]shutdown ok\nreadyz check passed\n");
    assertThat(server.get("/readyz?exclude=ping&verbose=true").body())
        .startsWith("[+]ping excluded: ok\n");
    assertThat(server.get("/readyz?exclude=nope&verbose=1").body())
        .contains("warn: some health checks cannot be excluded: no matches for \"nope\"\n");
    assertThat(server.send("POST", "/healthz", "{}").statusCode()).isEqualTo(200);
  }

  @Test
  void failedCheckFailsReadinessOnly() {
    well.set(false);
    try {
      HttpResponse<String> response = server.get("/readyz");

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("[-]cache failed: reason withheld\n");
      assertThat(server.get("/livez").statusCode()).isEqualTo(200);
    } finally {
      well.set(true);
    }
  }
}
