package io.listwatch.testing.program;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Sends requests to a server without TLS. */
final class Http {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final URI server;

  Http(URI server) {
    this.server = server;
  }

  HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(server.resolve(path)).timeout(PATIENCE).build());
  }

  HttpResponse<String> delete(String path) {
    return send(HttpRequest.newBuilder(server.resolve(path)).timeout(PATIENCE).DELETE().build());
  }

  /** Creates a ConfigMap in the namespace default and returns its version. */
  @CanIgnoreReturnValue
  long createConfigMap(String name) {
    HttpResponse<String> response = tryToCreateConfigMap(name);
    if (response.statusCode() != 201) {
      throw new AssertionError(response.statusCode() + " " + response.body());
    }
    return version(response.body());
  }

  HttpResponse<String> tryToCreateConfigMap(String name) {
    String body =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"}}"
            .formatted(name);
    return post(CONFIG_MAPS, body);
  }

  HttpResponse<String> post(String path, String json) {
    return send(
        HttpRequest.newBuilder(server.resolve(path))
            .header("content-type", "application/json")
            .timeout(PATIENCE)
            .POST(BodyPublishers.ofString(json))
            .build());
  }

  /** Returns the first resource version in a string. */
  static long version(String text) {
    String[] parts = text.split("\"resourceVersion\":\"", 2);
    return Long.parseLong(parts[1].substring(0, parts[1].indexOf('"')));
  }

  /** Lists the ConfigMaps of the namespace default. */
  String configMaps() {
    var response = get(CONFIG_MAPS);
    if (response.statusCode() != 200) {
      throw new AssertionError(response.statusCode() + " " + response.body());
    }
    return response.body();
  }

  /** Returns how often a response has an ASCII string, however long the response is. */
  int count(String path, String string) {
    var request = HttpRequest.newBuilder(server.resolve(path)).timeout(PATIENCE).build();
    try (InputStream body = CLIENT.send(request, BodyHandlers.ofInputStream()).body()) {
      int found = 0;
      int matched = 0;
      var bytes = new byte[64 * 1024];
      for (int length = body.read(bytes); length >= 0; length = body.read(bytes)) {
        for (int i = 0; i < length; i++) {
          if (bytes[i] == string.charAt(matched)) {
            matched++;
          } else {
            // Enough for the beginning of a JSON member.
            matched = bytes[i] == string.charAt(0) ? 1 : 0;
          }
          if (matched == string.length()) {
            found++;
            matched = 0;
          }
        }
      }
      return found;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Watches the ConfigMaps of the namespace default. Each line is an event. */
  Output watchConfigMaps(long after) {
    return watch(CONFIG_MAPS + "?watch=true&resourceVersion=" + after);
  }

  Output watch(String path) {
    try {
      HttpResponse<InputStream> response =
          CLIENT.send(
              HttpRequest.newBuilder(server.resolve(path)).build(), BodyHandlers.ofInputStream());
      if (response.statusCode() != 200) {
        throw new AssertionError("status " + response.statusCode() + " of " + path);
      }
      return Output.of("watch of " + path, response.body());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static HttpResponse<String> send(HttpRequest request) {
    try {
      return CLIENT.send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
