package io.listwatch.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.faults.FaultControl;
import io.listwatch.faults.SteppedTime;
import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** A server in memory with a console, and a client that writes while the browser reads. */
final class ConsoleServer implements AutoCloseable {
  static final String MAPS = "/api/v1/namespaces/default/configmaps";
  static final String PODS = "/api/v1/namespaces/default/pods";
  private static final int IN_FLIGHT = 64;

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final HttpClient http = HttpClient.newHttpClient();
  private final Console console;
  private final ApiServer server;

  private final String scheme;

  private ConsoleServer(boolean writable, boolean closed, Consumer<ApiServerConfig.Builder> more) {
    this(writable, closed, "http", Timers.system(), more);
  }

  private ConsoleServer(
      boolean writable,
      boolean closed,
      String scheme,
      Timers consoleTime,
      Consumer<ApiServerConfig.Builder> more) {
    this.scheme = scheme;
    var time = new SteppedTime(Timers.system());
    console = new Console(writable, writable, Metrics.none(), consoleTime);
    ApiServerConfig config =
        ApiServerConfig.open(0).with(more).with(c -> c.metrics(console.metrics()).timers(time));
    FaultControl faults = writable ? new FaultControl(storage, time) : null;
    server =
        ApiServer.startWithPages(
            storage,
            closed ? config.with(c -> c.authenticator(console.authenticator())) : config,
            faults,
            console);
  }

  /** Starts a server whose console only reads. */
  static ConsoleServer readOnly(Consumer<ApiServerConfig.Builder> changes) {
    return new ConsoleServer(false, false, changes);
  }

  /** Starts a server whose console records the load with a clock of the test. */
  static ConsoleServer recordingBy(Timers timers) {
    return new ConsoleServer(false, false, "http", timers, config -> {});
  }

  /** Starts a server whose console also writes, and injects faults. */
  static ConsoleServer writable() {
    return writable(config -> {});
  }

  static ConsoleServer writable(Consumer<ApiServerConfig.Builder> changes) {
    return new ConsoleServer(true, false, changes);
  }

  /** Starts a server with TLS and a certificate of its own. */
  static ConsoleServer overTls(Consumer<ApiServerConfig.Builder> changes) {
    Instant now = Instant.now();
    Identity identity =
        CertificateAuthority.create("test", now)
            .issueServer("test", List.of("127.0.0.1"), now, Duration.ofDays(1));
    return new ConsoleServer(
        false,
        false,
        "https",
        Timers.system(),
        config -> changes.accept(config.identity(() -> identity)));
  }

  /** Starts a server that accepts only users who signed in with a link. */
  static ConsoleServer byLinkOnly() {
    return new ConsoleServer(false, true, config -> {});
  }

  /** Returns the metrics from which the console records its load. */
  Metrics metrics() {
    return console.metrics();
  }

  /** Returns the fragment of a one-time link. */
  String link(UserInfo user) {
    JsonObject link =
        Objects.requireNonNull(console.documents().get("link"))
            .accept(user, new JsonObject())
            .toCompletableFuture()
            .join();
    return link.path("path").asText().substring(Console.ROOT.length());
  }

  String url() {
    return scheme + "://127.0.0.1:" + server.port();
  }

  String page(String fragment) {
    return url() + Console.ROOT + fragment;
  }

  void create(String path, String json) {
    assertThat(send("POST", "application/json", path, json)).isEqualTo(201);
  }

  /** Creates many objects at once. */
  void createAll(String path, int count, IntFunction<String> json) {
    var room = new Semaphore(IN_FLIGHT);
    CompletableFuture<?>[] sent = new CompletableFuture<?>[count];
    for (int i = 0; i < count; i++) {
      room.acquireUninterruptibly();
      sent[i] =
          http.sendAsync(
                  request("POST", "application/json", path, json.apply(i)),
                  BodyHandlers.discarding())
              .whenComplete((response, failure) -> room.release())
              .thenAccept(response -> assertThat(response.statusCode()).isEqualTo(201));
    }
    CompletableFuture.allOf(sent).join();
  }

  void patch(String path, String json) {
    assertThat(send("PATCH", "application/merge-patch+json", path, json)).isEqualTo(200);
  }

  int send(String method, String type, String path, String body) {
    try {
      return http.send(request(method, type, path, body), BodyHandlers.discarding()).statusCode();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  String get(String path) {
    try {
      return http.send(
              HttpRequest.newBuilder(URI.create(url() + path)).build(), BodyHandlers.ofString())
          .body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Opens a watch with this {@code User-Agent}. */
  InputStream watch(String path, String userAgent) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path)).header("User-Agent", userAgent).build();
    try {
      return http.send(request, BodyHandlers.ofInputStream()).body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Stalls each watch with this label selector. */
  void stall(String labelSelector) {
    JsonValue watches = JsonTrees.read(get("/debug/listwatch/watches"));
    for (JsonValue each : watches.path("items")) {
      if (each.path("labelSelector").asText().equals(labelSelector)) {
        String fault =
            "{\"do\": \"stall\", \"auditId\": \"%s\"}".formatted(each.path("auditId").asText());
        assertThat(send("POST", "application/json", "/listwatch/v1/faults", fault))
            .isBetween(200, 201);
      }
    }
  }

  private HttpRequest request(String method, String type, String path, String body) {
    return HttpRequest.newBuilder(URI.create(url() + path))
        .header("Content-Type", type)
        .method(method, BodyPublishers.ofString(body))
        .build();
  }

  @Override
  public void close() {
    server.close();
    storage.close();
  }
}
