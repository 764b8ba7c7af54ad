package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Stream;

/** Sends JSON unchanged, without TLS. */
final class RawClient {
  private final HttpClient http = HttpClient.newHttpClient();
  private final URI server;

  RawClient(TestServer server) {
    this.server = server.address();
  }

  /** Sends a request that must succeed, and returns the response body. */
  String send(String method, String path, String body) {
    HttpResponse<String> response = exchange(method, path, body, "application/json");
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
    return response.body();
  }

  HttpResponse<String> exchange(String method, String path, String body, String type) {
    try {
      return http.send(request(method, path, body, type), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the first watch event of a collection after a version. */
  String firstEvent(String path, String version) {
    String query = path + "?watch=1&resourceVersion=" + version;
    var response =
        http.sendAsync(request("GET", query, "", "application/json"), BodyHandlers.ofLines());
    try (Stream<String> lines = response.orTimeout(60, SECONDS).join().body()) {
      return lines.findFirst().orElseThrow();
    }
  }

  private HttpRequest request(String method, String path, String body, String type) {
    return HttpRequest.newBuilder(server.resolve(path))
        .header("Content-Type", type)
        .method(method, BodyPublishers.ofString(body))
        .build();
  }

  /** Creates the definition of notes if it does not exist, and waits until notes are served. */
  void define() {
    String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    exchange("POST", definitions, Notes.DEFINITION, "application/yaml");
    String notes = "/apis/%s/%s/%s".formatted(Notes.GROUP, Notes.VERSION, Notes.PLURAL);
    await().until(() -> exchange("GET", notes, "", "application/json").statusCode() == 200);
  }
}
