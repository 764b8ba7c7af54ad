package io.listwatch.server.transcript;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;

/** Replays recorded requests over HTTP. */
final class WireClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final HttpClient client;
  private final URI server;

  private final String token;

  WireClient(HttpClient client, URI server, String token) {
    this.client = client;
    this.server = server;
    this.token = token;
  }

  WireResponse send(Step step, Bindings bindings) throws InterruptedException {
    try {
      HttpResponse<byte[]> response =
          client.send(request(step, bindings).build(), BodyHandlers.ofByteArray());
      return WireResponse.of(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a watch; returns when the response's headers have arrived. */
  EventStream watch(Step step, Bindings bindings) throws InterruptedException {
    try {
      HttpResponse<InputStream> response =
          client.send(request(step, bindings).build(), BodyHandlers.ofInputStream());
      var stream = new EventStream(response.body());
      stream.answeredWith(WireResponse.of(response.statusCode(), response.headers(), new byte[0]));
      var reader = new Thread(() -> read(response.body(), stream), "transcript-watch");
      reader.setDaemon(true);
      reader.start();
      return stream;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(InputStream body, EventStream stream) {
    try (var lines = new BufferedReader(new InputStreamReader(body, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        stream.event(line);
      }
      stream.ended("clean end");
    } catch (IOException e) {
      stream.ended("broken: " + e);
    }
  }

  private HttpRequest.Builder request(Step step, Bindings bindings) {
    String method = step.method().startsWith("WATCH") ? "GET" : step.method();
    var request =
        HttpRequest.newBuilder(server.resolve(bindings.resolve(step.path())))
            .timeout(TIMEOUT)
            .method(method, body(step, bindings))
            .header("User-Agent", step.agent());
    if (!step.wire().accept().isEmpty()) {
      request.header("Accept", step.wire().accept());
    }
    if (hasBody(step) && !step.type().isEmpty()) {
      request.header("Content-Type", step.type());
    }
    authorize(step, bindings, request);
    step.wire()
        .with()
        .forEach(
            (name, value) -> {
              if (!name.equals("authorization")) {
                request.header(name, bindings.resolve(value));
              }
            });
    return request;
  }

  private void authorize(Step step, Bindings bindings, HttpRequest.Builder request) {
    String recorded = step.wire().with().getOrDefault("authorization", "");
    switch (recorded) {
      case "" -> request.header("Authorization", "Bearer " + token);
      case "<none>" -> {}
      case "<other>" -> request.header("Authorization", "Bearer of-somebody-else");
      default -> request.header("Authorization", bindings.resolve(recorded));
    }
  }

  private static boolean hasBody(Step step) {
    return !step.send().isMissing()
        || !step.wire().body().isMissing()
        || !step.wire().bytes().isMissing();
  }

  private static BodyPublisher body(Step step, Bindings bindings) {
    Wire wire = step.wire();
    if (!wire.bytes().isMissing()) {
      return BodyPublishers.ofByteArray(Base64.getDecoder().decode(wire.bytes().asText()));
    }
    if (!wire.body().isMissing()) {
      return BodyPublishers.ofString(bindings.resolve(wire.body().asText()));
    }
    return step.send().isMissing()
        ? BodyPublishers.noBody()
        : BodyPublishers.ofString(bindings.resolve(step.send()).toString());
  }
}
