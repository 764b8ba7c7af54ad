package io.listwatch.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.SelectableFields;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.RequestAuthenticator;
import io.listwatch.server.http.page.ApiDocuments;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.ResourceStorages;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.server.registry.discovery.DiscoveryDocuments;
import io.listwatch.server.registry.openapi.CustomSchemas;
import io.listwatch.server.registry.openapi.OpenApiDocuments;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.resource.DirectResourceStorage;
import io.listwatch.server.resource.ReadDefaults;
import io.listwatch.server.resource.ResourceCodec;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.Things;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A server on a port of its own, over a storage in memory, with the built-in resources and one
 * custom resource: {@code things}.
 */
final class TestServer implements AutoCloseable {
  static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  private final Storage storage = MemoryStorage.open(new ManualStorageClock());
  private final ExecutorService workers =
      Executors.newFixedThreadPool(
          2,
          task -> {
            var thread = new Thread(task, "test-worker");
            thread.setDaemon(true);
            return thread;
          });
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ResourceRegistry registry = new ResourceRegistry(BuiltInResources.load());
  private final @Nullable ResourceStorage configMaps;
  private final ResourceStorages storages = new ResourceStorages(registry, this::storage);
  private final ApiHttpServer server;

  private TestServer(Builder builder) {
    configMaps = builder.configMaps;
    ResourceDefinition things = things();
    registry.define("things.test.listwatch.io", List.of(things));
    server =
        new ApiHttpServer(
            builder.settings,
            builder.identity,
            registry,
            ResourceVerbs.over(storages).workers(builder.workers).build(),
            new ApiDocuments(
                new DiscoveryDocuments(registry, () -> "127.0.0.1:6443"),
                new OpenApiDocuments(registry, CustomSchemas.NONE, workers),
                null),
            new RequestAuthenticator(
                builder.authenticator, List.of(), List.of("https://kubernetes.default.svc")),
            builder.authorizer,
            builder.parts);
    server.start();
  }

  private ResourceDefinition things() {
    ResourceDefinition like = definition("", "v1", "configmaps");
    return new ResourceDefinition(
        Things.TYPE,
        Things.TYPE,
        "thing",
        "ThingList",
        List.of(),
        List.of(),
        like.verbs(),
        List.of(),
        SelectableFields.of(List.of(Things.COLOUR)),
        like.columns());
  }

  ResourceDefinition definition(String group, String version, String plural) {
    return registry.find(group, version, plural).orElseThrow();
  }

  private ResourceStorage storage(ResourceDefinition definition) {
    if (configMaps != null && definition.stored().plural().equals("configmaps")) {
      return configMaps;
    }
    var codec =
        new ResourceCodec(
            definition.stored(), Things.SORTED, definition.selectableFields(), ReadDefaults.NONE);
    return new DirectResourceStorage(storage, codec, workers, Metrics.none());
  }

  static TestServer start() {
    return new Builder().start();
  }

  static Builder builder() {
    return new Builder();
  }

  ApiHttpServer server() {
    return server;
  }

  int port() {
    return server.port();
  }

  HttpClient client() {
    return client;
  }

  /** Writes a config map in the namespace {@code default}, not over HTTP. */
  Resource put(String name, String value) {
    return put(configMap("default", name, value));
  }

  Resource put(JsonObject object) {
    ResourceKey key =
        ResourceKey.of(
            object.path("metadata").path("namespace").asText(),
            object.path("metadata").path("name").asText());
    return Things.join(
        storages.apply(definition("", "v1", "configmaps")).write(key, Things.put(object)));
  }

  static JsonObject configMap(String namespace, String name, String value) {
    JsonObject object = new JsonObject().put("apiVersion", "v1").put("kind", "ConfigMap");
    object.putObject("metadata").put("name", name).put("namespace", namespace);
    object.putObject("data").put("k", value);
    return object;
  }

  Resource putThing(String name, String colour) {
    return Things.join(
        storages
            .apply(definition("test.listwatch.io", "v1", "things"))
            .write(Things.key(name), Things.put(Things.thing(name, colour))));
  }

  void delete(String name) {
    var unused =
        Things.join(
            storages
                .apply(definition("", "v1", "configmaps"))
                .write(ResourceKey.of("default", name), Things.delete()));
  }

  /** Compacts the storage up to a version. */
  void compact(Resource upTo) {
    var unused = Things.join(storage.compact(Long.parseLong(upTo.version().toString())));
  }

  HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, null, headers);
  }

  HttpResponse<String> send(String method, String path, @Nullable String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .timeout(Duration.ofSeconds(60))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return checked(client.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Clients repeat a request after a {@code Retry-After}, even if it may have been done. */
  private static HttpResponse<String> checked(HttpResponse<String> response) {
    boolean write = !response.request().method().equals("GET");
    if (write && (response.statusCode() == 500 || response.statusCode() == 504)) {
      assertThat(response.headers().firstValue("Retry-After")).as(response.body()).isEmpty();
    }
    return response;
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port() + path);
  }

  static JsonValue json(HttpResponse<String> response) {
    return json(response.body());
  }

  static JsonValue json(String text) {
    return JsonTrees.read(text);
  }

  /** Opens a raw connection, for requests that no HTTP client would send. */
  RawConnection connect() {
    return new RawConnection(socket());
  }

  Socket socket() {
    try {
      return new Socket(InetAddress.getLoopbackAddress(), port());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    server.close();
    storages.close();
    storage.close();
    workers.shutdownNow();
  }

  static final class Builder {
    private HttpServerSettings settings =
        HttpServerSettings.onLoopback(0).with(http -> http.shutdownTimeout(Duration.ofSeconds(2)));
    private @Nullable Supplier<TlsIdentity> identity;
    private Authenticator authenticator = Authenticator.anonymous();
    private Authorizer authorizer = Authorizer.allowAll();
    private HttpServerParts parts = HttpServerParts.NO_OP;
    private @Nullable ResourceStorage configMaps;
    private Executor workers = ForkJoinPool.commonPool();

    /** Serves config maps from another storage. */
    Builder configMaps(ResourceStorage newConfigMaps) {
      configMaps = newConfigMaps;
      return this;
    }

    Builder settings(HttpServerSettings newSettings) {
      settings = newSettings;
      return this;
    }

    Builder identity(Supplier<TlsIdentity> newIdentity) {
      identity = newIdentity;
      return this;
    }

    Builder authenticator(Authenticator newAuthenticator) {
      authenticator = newAuthenticator;
      return this;
    }

    Builder authorizer(Authorizer newAuthorizer) {
      authorizer = newAuthorizer;
      return this;
    }

    Builder parts(HttpServerParts newParts) {
      parts = newParts;
      return this;
    }

    /** Runs the verbs and the parsing of bodies on these workers. */
    Builder workers(Executor newWorkers) {
      workers = newWorkers;
      return this;
    }

    TestServer start() {
      return new TestServer(this);
    }
  }
}
