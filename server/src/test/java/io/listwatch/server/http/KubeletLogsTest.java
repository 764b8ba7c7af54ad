package io.listwatch.server.http;

import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.server.kubelet.TestKubelet;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code pods/log} is read from the kubelet of the pod's node. */
final class KubeletLogsTest {
  private static final String LOG = "/api/v1/namespaces/default/pods/web/log";
  private static final int BIG = 8 << 20;

  private static final Storage STORAGE = MemoryStorage.open(new StorageTime(Timers.system()));
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** The lines of the log that is followed; an empty one ends it. */
  private static final BlockingQueue<String> LINES = new LinkedBlockingQueue<>();

  private static final AtomicBoolean BROKEN = new AtomicBoolean();

  private static ApiServer server;
  private static TestKubelet kubelet;

  @BeforeAll
  static void start() throws Exception {
    server = ApiServer.start(STORAGE, ApiServerConfig.open(0));
    kubelet = new TestKubelet(KubeletLogsTest::handle);
    send("POST", "/api/v1/nodes", "{\"metadata\":{\"name\":\"n1\"}}");
    send(
        "PATCH",
        "/api/v1/nodes/n1/status",
        "{\"status\":%s}".formatted(TestKubelet.status(kubelet.port())));
    send(
        "POST",
        "/api/v1/namespaces/default/pods",
        """
        {"metadata":{"name":"web"},"spec":{"nodeName":"n1",
         "containers":[{"name":"app","image":"x"},{"name":"big","image":"x"},
         {"name":"tail","image":"x"}]}}
        """);
  }

  @AfterAll
  static void stop() {
    kubelet.close();
    server.close();
    STORAGE.close();
  }

  private static void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(200, 0);
      switch (exchange.getRequestURI().getPath()) {
        case "/containerLogs/default/web/big" -> exchange.getResponseBody().write(new byte[BIG]);
        case "/containerLogs/default/web/tail" -> follow(exchange);
        default ->
            exchange.getResponseBody().write(exchange.getRequestURI().toString().getBytes(UTF_8));
      }
    }
  }

  private static void follow(HttpExchange exchange) throws IOException {
    try {
      for (String line = LINES.take(); !line.isEmpty(); line = LINES.take()) {
        exchange.getResponseBody().write((line + "\n").getBytes(UTF_8));
        exchange.getResponseBody().flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException gone) {
      BROKEN.set(true);
      throw gone;
    }
  }

  @Test
  void sendsParametersToTheKubelet() throws Exception {
    HttpResponse<String> log =
        send(
            "GET",
            LOG
                + "?container=app&timestamps=1&previous=true&follow=false&tailLines=5&limitBytes=9"
                + "&sinceTime=2026-01-01T00:00:00%2B02:00&pretty=true",
            "");

    assertThat(log.statusCode()).isEqualTo(200);
    assertThat(log.headers().firstValue("content-type")).contains("text/plain");
    assertThat(log.body())
        .isEqualTo(
            "/containerLogs/default/web/app?limitBytes=9&previous=true"
                + "&sinceTime=2026-01-01T00%3A00%3A00%2B02%3A00&tailLines=5&timestamps=true");
  }

  @Test
  void sendsLongLog() throws Exception {
    HttpResponse<String> log = send("GET", LOG + "?container=big", "");

    assertThat(log.body()).hasSize(BIG);
  }

  @Test
  void followsLogUntilEitherSideEnds() throws Exception {
    LINES.add("one");
    HttpResponse<InputStream> log = open(LOG + "?container=tail&follow=true");
    var lines = new BufferedReader(new InputStreamReader(log.body(), UTF_8));
    assertThat(lines.readLine()).isEqualTo("one");
    LINES.add("two");
    assertThat(lines.readLine()).isEqualTo("two");
    LINES.add("");
    assertThat(lines.readLine()).isNull();

    LINES.add("three");
    InputStream left = open(LOG + "?container=tail&follow=true").body();
    left.close();

    await()
        .until(
            () -> {
              LINES.add("four");
              return BROKEN.get();
            });
  }

  private static HttpResponse<InputStream> open(String path) throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build(),
        BodyHandlers.ofInputStream());
  }

  private static HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .header(
                "Content-Type",
                method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isLessThan(300);
    return response;
  }
}
