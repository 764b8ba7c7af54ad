package io.listwatch.testing.program;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Mixed load: creates and removes namespaces, objects, definitions, watches, tokens and
 * connections, each in a thread of its own.
 */
final class SoakLoad implements AutoCloseable {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private final URI server;
  private final Path tokens;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger round = new AtomicInteger();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();
  private final AtomicLong broken = new AtomicLong();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();

  SoakLoad(Program server, Path tokens) {
    this.server = server.plain();
    this.tokens = tokens;
  }

  /** Returns the content of a token file with one user. */
  static String token(int round) {
    return "token-%1$d,user-%1$d,%1$d,\"system:masters\"\n".formatted(round);
  }

  /** Runs every rotation again and again for some time. Blocks until the last rounds have ended. */
  void run(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    var running = new AtomicInteger();
    for (Rotation each :
        List.<Rotation>of(this::namespace, this::definition, this::watches, this::logins)) {
      running.incrementAndGet();
      threads.execute(
          () -> {
            while (System.nanoTime() < end) {
              once(each);
            }
            synchronized (running) {
              running.decrementAndGet();
              running.notifyAll();
            }
          });
    }
    synchronized (running) {
      while (running.get() > 0) {
        running.wait();
      }
    }
  }

  private interface Rotation {
    void run(int round) throws IOException, InterruptedException;
  }

  private void once(Rotation rotation) {
    try {
      rotation.run(round.incrementAndGet());
    } catch (IOException e) {
      // Printed, but not a failure: a connection may end just before a request.
      broken.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A namespace with objects that are changed, listed in pages and deleted with it. */
  private void namespace(int round) throws IOException, InterruptedException {
    HttpClient client = client();
    String name = "soak-" + round;
    String maps = "/api/v1/namespaces/" + name + "/configmaps";
    send(client, "POST", "/api/v1/namespaces", object("v1", "Namespace", name, ""));
    for (int i = 0; i < 30; i++) {
      send(client, "POST", maps, object("v1", "ConfigMap", "m" + i, "\"data\":{\"k\":\"v\"}"));
    }
    for (int i = 0; i < 30; i++) {
      send(client, "PATCH", maps + "/m" + i, "{\"data\":{\"k\":\"" + round + "\"}}");
    }
    send(client, "GET", maps + "?limit=10", "");
    send(client, "GET", "/api/v1/configmaps?labelSelector=a%3Db", "");
    send(client, "GET", "/apis/made-up-" + round + "/v1/things", "");
    send(client, "DELETE", maps, "");
    send(client, "DELETE", "/api/v1/namespaces/" + name, "");
  }

  /** A definition with a rule, its objects, and its removal. */
  private void definition(int round) throws IOException, InterruptedException {
    HttpClient client = client();
    // Names repeat, as those of a real cluster's definitions do: each is a metric label.
    String plural = "things" + round % 5;
    String spec =
        """
        "spec":{"group":"soak.example.com","scope":"Cluster","names":{"plural":"%1$s","kind":"Thing%2$d"},
        "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{
        "type":"object","properties":{"spec":{"type":"object","properties":{"x":{"type":"string"}},
        "x-kubernetes-validations":[{"rule":"self.x.size() < %3$d"}]}}}}}]}\
        """
            .formatted(plural, round % 5, 100 + round % 1000);
    String name = plural + ".soak.example.com";
    send(
        client,
        "POST",
        DEFINITIONS,
        object("apiextensions.k8s.io/v1", "CustomResourceDefinition", name, spec));
    String objects = "/apis/soak.example.com/v1/" + plural;
    for (int i = 0; i < 5; i++) {
      send(
          client,
          "POST",
          objects,
          object("soak.example.com/v1", "Thing" + round % 5, "t" + i, "\"spec\":{\"x\":\"y\"}"));
    }
    send(client, "GET", objects, "");
    send(client, "GET", "/openapi/v2", "");
    send(client, "DELETE", DEFINITIONS + "/" + name, "");
  }

  /** Watches on a connection of their own: some end, some are left by the client. */
  private void watches(int round) throws IOException, InterruptedException {
    HttpClient client = client();
    for (String path : List.of("configmaps", "namespaces", "events", "pods", "secrets")) {
      HttpResponse<InputStream> watch =
          client.send(
              request(
                  "GET",
                  "/api/v1/" + path + "?watch=1&allowWatchBookmarks=true&timeoutSeconds=2",
                  ""),
              BodyHandlers.ofInputStream());
      requests.incrementAndGet();
      try (InputStream events = watch.body()) {
        events.readNBytes(round % 2 == 0 ? 1 : 100_000);
      }
    }
  }

  /** A new token, and logins with unknown ones. */
  private void logins(int round) throws IOException, InterruptedException {
    HttpClient client = client();
    Files.writeString(tokens, token(round));
    // The server reads the file from time to time, so the new token may still be unknown.
    for (String token : List.of("token-" + round, "unknown-" + round)) {
      HttpRequest request =
          HttpRequest.newBuilder(server.resolve("/api/v1/namespaces/default"))
              .timeout(Duration.ofMinutes(1))
              .header("Authorization", "Bearer " + token)
              .build();
      count(client.send(request, BodyHandlers.ofString()));
    }
  }

  private static HttpClient client() {
    return HttpClient.newHttpClient();
  }

  private static String object(String apiVersion, String kind, String name, String rest) {
    return "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\"}%s}"
        .formatted(apiVersion, kind, name, rest.isEmpty() ? "" : "," + rest);
  }

  private void send(HttpClient client, String method, String path, String body)
      throws IOException, InterruptedException {
    count(client.send(request(method, path, body), BodyHandlers.ofString()));
  }

  private void count(HttpResponse<String> response) {
    requests.incrementAndGet();
    if (response.statusCode() >= 500) {
      failures.add(response.statusCode() + " " + response.request().uri() + " " + response.body());
    } else if (response.statusCode() >= 400) {
      rejected.incrementAndGet();
    }
  }

  private HttpRequest request(String method, String path, String body) {
    return HttpRequest.newBuilder(server.resolve(path))
        .timeout(Duration.ofMinutes(1))
        .header(
            "Content-Type",
            method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
        .build();
  }

  /** Returns the first hundred responses with a 5xx code. */
  List<String> failures() {
    return failures.stream().limit(100).toList();
  }

  @Override
  public String toString() {
    return "%d requests, %d of them 4xx, %d of them 5xx; %d broken connections"
        .formatted(requests.get(), rejected.get(), failures.size(), broken.get());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
