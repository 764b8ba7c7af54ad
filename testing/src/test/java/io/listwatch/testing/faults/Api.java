package io.listwatch.testing.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends raw requests to a server's port without TLS. */
final class Api {
  static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private static final Pattern VERSION = Pattern.compile("\"resourceVersion\":\"(\\d+)\"");

  private final HttpClient http = HttpClient.newHttpClient();
  private final TestServer server;

  /**
   * Identifies this instance's watches. The server may notice the end of other tests' watches late.
   */
  private final String userAgent = "raw-" + UUID.randomUUID();

  Api(TestServer server) {
    this.server = server;
  }

  String userAgent() {
    return userAgent;
  }

  HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve(path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send("GET", path, "");
  }

  /** Returns the raw response to a GET, up to the end of the connection. */
  String bytes(String path) throws IOException {
    try (var socket = new Socket(server.address().getHost(), server.address().getPort())) {
      socket.setSoTimeout(30_000);
      String request =
          "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: %s\r\n\r\n".formatted(path, userAgent);
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  /** Creates a config map and returns its version. */
  String create(String name) throws IOException, InterruptedException {
    HttpResponse<String> made =
        send("POST", MAPS, "{\"metadata\":{\"name\":\"%s\"}}".formatted(name));
    if (made.statusCode() != 201) {
      throw new AssertionError(made.body());
    }
    return version(made.body());
  }

  /** Returns the first resource version in a JSON string. */
  static String version(String json) {
    Matcher version = VERSION.matcher(json);
    if (!version.find()) {
      throw new AssertionError(json);
    }
    return version.group(1);
  }

  RawWatch watch(String query) throws IOException {
    return new RawWatch(server.address(), MAPS + "?watch=1" + query, userAgent);
  }
}
