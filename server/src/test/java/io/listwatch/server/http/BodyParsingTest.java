package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.server.http.TestServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.auth.MastersAuthorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.exchange.RequestBody;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bodies are parsed by the workers and within limits, so that no client can block an event loop.
 */
final class BodyParsingTest {
  private static final String REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  private static final int BODY = 3_000_000;
  private static final String NAMED =
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"}}";

  /** Jane may only create a SelfSubjectReview. */
  private static TestServer.Builder janes() {
    return TestServer.builder()
        .authenticator(
            credentials -> Optional.of(new UserInfo("jane", "", List.of(UserInfo.AUTHENTICATED))))
        .authorizer(new MastersAuthorizer());
  }

  /**
   * Such a body was parsed to its end, at a cost for each level, because only the tree was limited
   * and not the parser.
   */
  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "[{a: "})
  void rejectsYamlThatNestsTooDeep(String level) {
    try (TestServer server = TestServer.start()) {
      HttpResponse<String> response =
          server.send(
              "POST",
              TestServer.CONFIG_MAPS,
              level.repeat(BODY / level.length()),
              "Content-Type",
              "application/yaml");

      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(json(response).path("message").asText())
          .isEqualTo("error converting YAML to JSON: yaml: line 1: exceeded max depth of 500");
    }
  }

  @Test
  void serverRespondsWhileHundredsOfBodiesWaitToBeParsed() {
    var workers = new HeldWorkers();
    try (TestServer server = janes().workers(workers).start()) {
      List<CompletableFuture<HttpResponse<String>>> responses =
          Stream.generate(() -> postYaml(server, "[".repeat(10_000))).limit(150).toList();
      WatchingTest.await(() -> workers.waiting() == responses.size());

      HttpResponse<String> health = server.get("/livez");

      assertThat(health.statusCode()).isEqualTo(200);
      assertThat(responses).noneMatch(CompletableFuture::isDone);
      workers.release();
      assertThat(responses).allMatch(each -> each.join().statusCode() == 400);
    }
  }

  private static CompletableFuture<HttpResponse<String>> postYaml(TestServer server, String yaml) {
    HttpRequest request =
        HttpRequest.newBuilder(server.uri(REVIEWS))
            .header("Content-Type", "application/yaml")
            .POST(BodyPublishers.ofString(yaml))
            .build();
    return server.client().sendAsync(request, BodyHandlers.ofString());
  }

  /** {@link RequestBody} asserts that it is not read on its event loop; that would be a 500. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST   | ''         | application/json                            | 201",
        "POST   | ''         | application/yaml                            | 201",
        "POST   | ''         | application/vnd.kubernetes.protobuf         | 400",
        "PUT    | /a         | application/json                            | 200",
        "PATCH  | /a         | application/merge-patch+json                | 200",
        "PATCH  | /a         | application/strategic-merge-patch+json      | 200",
        "PATCH  | /a         | application/json-patch+json                 | 400",
        "PATCH  | /b?fieldManager=me | application/apply-patch+yaml        | 201",
        "DELETE | /a         | application/json                            | 400",
        "DELETE | ''         | application/json                            | 400",
      })
  void noBodyIsParsedOnAnEventLoop(String method, String below, String mediaType, int code) {
    assertThat(RequestBody.class.desiredAssertionStatus()).isTrue();
    String name = below.startsWith("/b") || method.equals("POST") ? "b" : "a";
    String body = NAMED.formatted(name);
    try (TestServer server = TestServer.start()) {
      server.put("a", "1");

      HttpResponse<String> response =
          server.send(method, CONFIG_MAPS + below, body, "Content-Type", mediaType);

      assertThat(response.statusCode()).as(response.body()).isEqualTo(code);
    }
  }

  /** The assertion in {@link RequestBody} does not cover what follows the parsing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST   | ''         | application/json                       | 201",
        "PUT    | /a         | application/json                       | 200",
        "PATCH  | /a         | application/merge-patch+json           | 200",
        "PATCH  | /a         | application/strategic-merge-patch+json | 200",
        "PATCH  | /a?fieldManager=me | application/apply-patch+yaml   | 200",
        "DELETE | /a         | application/json                       | 200",
        "DELETE | ''         | application/json                       | 200",
      })
  void noWriteIsPreparedOnAnEventLoop(String method, String below, String mediaType, int code) {
    var written = new WritingThreads();
    try (TestServer server = TestServer.builder().configMaps(written).start()) {
      server.send("POST", CONFIG_MAPS, NAMED.formatted("a"));
      written.names().clear();
      String body = method.equals("DELETE") ? "{}" : NAMED.formatted(below.isEmpty() ? "b" : "a");

      HttpResponse<String> response =
          server.send(method, CONFIG_MAPS + below, body, "Content-Type", mediaType);

      assertThat(response.statusCode()).as(response.body()).isEqualTo(code);
      assertThat(written.names())
          .hasSizeGreaterThan(1)
          .noneMatch(each -> each.startsWith("listwatch-http"));
    }
  }

  @Test
  void reviewIsNotParsedOnAnEventLoop() {
    try (TestServer server = janes().start()) {
      assertThat(server.send("POST", REVIEWS, "{}").statusCode()).isEqualTo(201);
    }
  }
}
