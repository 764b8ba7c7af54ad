package io.listwatch.server;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.server.http.page.WebPages;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

/** A server in memory that allows everything, and a client for it. */
final class OpenServer implements AutoCloseable {
  static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server;
  private final HttpClient http = HttpClient.newHttpClient();

  OpenServer() {
    this(Metrics.none());
  }

  OpenServer(Metrics metrics) {
    this(ApiServerConfig.open(0).with(c -> c.metrics(metrics)));
  }

  OpenServer(ControllerSettings controllers) {
    this(ApiServerConfig.open(0).with(c -> c.controllers(controllers)));
  }

  OpenServer(ApiServerConfig config) {
    server = ApiServer.start(storage, config);
  }

  OpenServer(WebPages pages) {
    server = ApiServer.startWithPages(storage, ApiServerConfig.open(0), null, pages);
  }

  PeriodicCompaction compaction(Duration interval, Timers timers) {
    return new PeriodicCompaction(storage, interval, timers);
  }

  /** Returns the body of the response, whatever its status. */
  JsonValue send(String method, String path, String body) {
    return JsonTrees.read(answer(method, path, body).body());
  }

  int code(String method, String path, String body) {
    return answer(method, path, body).statusCode();
  }

  List<String> warnings(String method, String path, String body) {
    return answer(method, path, body).headers().allValues("Warning");
  }

  HttpResponse<String> answer(String method, String path, String body) {
    return exchange(request(method, path, body), BodyHandlers.ofString());
  }

  /** Sends a request with a trace context. */
  HttpResponse<String> traced(String parent, String method, String path, String body) {
    return exchange(
        request(method, path, body).header("traceparent", parent).header("tracestate", "a=1"),
        BodyHandlers.ofString());
  }

  /**
   * Patches an object.
   *
   * @param type such as {@code merge-patch+json}
   */
  HttpResponse<String> patch(String type, String path, String body) {
    return exchange(
        request("PATCH", path, body).setHeader("Content-Type", "application/" + type),
        BodyHandlers.ofString());
  }

  <T> HttpResponse<T> read(String path, BodyHandler<T> handler) {
    return exchange(request("GET", path, ""), handler);
  }

  <T> HttpResponse<T> read(String path, String accept, BodyHandler<T> handler) {
    return exchange(request("GET", path, "").header("Accept", accept), handler);
  }

  private <T> HttpResponse<T> exchange(HttpRequest.Builder request, BodyHandler<T> handler) {
    try {
      return http.send(request.build(), handler);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private HttpRequest.Builder request(String method, String path, String body) {
    return HttpRequest.newBuilder(url(path))
        .header("Content-Type", "application/json")
        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
  }

  URI url(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  @Override
  public void close() {
    server.close();
    storage.close();
  }
}
