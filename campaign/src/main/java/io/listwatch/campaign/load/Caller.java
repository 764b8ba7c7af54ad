package io.listwatch.campaign.load;

import io.listwatch.campaign.engine.ApiServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends single requests to one server and never repeats one.
 *
 * <p>Thread-safe.
 */
public final class Caller {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final String FORGED = "\"resourceVersion\":\"-1\",";

  static {
    // Otherwise, the JDK's client repeats a GET whose connection breaks, and a PUT or DELETE too.
    System.setProperty("jdk.httpclient.disableRetryConnect", "true");
    System.setProperty("jdk.httpclient.enableAllMethodRetry", "false");
  }

  private final ApiServer server;
  private final HttpClient http;
  private final boolean losing;
  private final AtomicInteger count = new AtomicInteger();

  public Caller(ApiServer server) {
    this(server, false);
  }

  /**
   * @param losing true to plant a defect: some updates are reported as acknowledged, but not sent
   */
  public Caller(ApiServer server, boolean losing) {
    this.server = server;
    this.losing = losing;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
  }

  /**
   * A response.
   *
   * @param status 0 if there was none
   */
  record Response(int status, String body) {
    boolean succeeded() {
      return status >= 200 && status < 300;
    }
  }

  Response get(String path) throws InterruptedException {
    return send("GET", path, "application/json", null);
  }

  /** Reads as another user. The caller itself is an administrator. */
  Response getAs(String user, String path) throws InterruptedException {
    server.awaitUp();
    return send(request(path).header("Impersonate-User", user).GET().build());
  }

  /** True if the server's clock may jump. */
  boolean hasJumpingClock() {
    return server.withFaults();
  }

  Response send(String method, String path, String type, @Nullable String body)
      throws InterruptedException {
    server.awaitUp();
    if (losing && body != null && method.equals("PUT") && count.incrementAndGet() % 5 == 0) {
      return new Response(200, body.replace("\"metadata\":{", "\"metadata\":{" + FORGED));
    }
    return send(
        request(path)
            .header("Content-Type", type)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.address().resolve(path)).timeout(PATIENCE);
  }

  private Response send(HttpRequest request) throws InterruptedException {
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      return new Response(response.statusCode(), response.body());
    } catch (IOException lost) {
      return new Response(0, String.valueOf(lost));
    }
  }
}
