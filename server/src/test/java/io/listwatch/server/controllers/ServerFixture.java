package io.listwatch.server.controllers;

import static io.listwatch.storage.Waiting.await;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/** A server in this process, with short methods for client requests. */
final class ServerFixture implements AutoCloseable {
  private static final WriteOptions WRITE =
      new WriteOptions("test", false, WriteOptions.FieldValidation.IGNORE, false);

  final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  final ApiServer server;

  ServerFixture(ControllerSettings settings) {
    this(settings, Timers.system());
  }

  ServerFixture(ControllerSettings settings, Timers timers) {
    this.server =
        ApiServer.start(
            storage, ApiServerConfig.open(0).with(c -> c.controllers(settings).timers(timers)));
  }

  static ConditionFactory soon() {
    return await();
  }

  /** Returns a resource by its qualified plural, such as {@code deployments.apps}. */
  ResourceDefinition resource(String name) {
    return server.registry().definitions().stream()
        .filter(each -> each.type().toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not served"));
  }

  boolean serves(String name) {
    return server.registry().definitions().stream()
        .anyMatch(each -> each.type().toString().equals(name));
  }

  /** Creates an object; adds apiVersion and kind to the JSON. */
  JsonValue create(String resource, @Nullable String namespace, String json) {
    ResourceDefinition definition = resource(resource);
    ResourceType type = definition.type();
    JsonObject object = (JsonObject) JsonTrees.read(json);
    object.put("apiVersion", type.apiVersion()).put("kind", type.kind());
    var created =
        server
            .verbs()
            .create(definition, namespace, new DecodedObject(object, List.of()), WRITE)
            .toCompletableFuture()
            .join();
    return LiveObjects.tree(created.object());
  }

  Optional<JsonValue> find(String resource, @Nullable String namespace, String name) {
    return server
        .verbs()
        .get(resource(resource), new ResourceKey(namespace, name), VersionMatch.mostRecent())
        .<Optional<JsonValue>>thenApply(found -> Optional.of(LiveObjects.tree(found)))
        .exceptionally(absent -> Optional.empty())
        .toCompletableFuture()
        .join();
  }

  JsonValue get(String resource, @Nullable String namespace, String name) {
    return find(resource, namespace, name).orElseThrow();
  }

  boolean exists(String resource, @Nullable String namespace, String name) {
    return find(resource, namespace, name).isPresent();
  }

  void delete(String resource, @Nullable String namespace, String name) {
    delete(resource, namespace, name, null);
  }

  void delete(
      String resource,
      @Nullable String namespace,
      String name,
      @Nullable PropagationPolicy policy) {
    var options = new DeleteOptions(null, null, null, policy, null, false);
    server
        .verbs()
        .delete(resource(resource), new ResourceKey(namespace, name), options)
        .toCompletableFuture()
        .join();
  }

  void patch(String resource, @Nullable String namespace, String name, String merge) {
    server
        .verbs()
        .patch(
            resource(resource),
            new ResourceKey(namespace, name),
            "",
            Patch.parse(Patch.Type.MERGE, merge),
            WRITE)
        .toCompletableFuture()
        .join();
  }

  /** Sends a request over HTTP. */
  HttpResponse<String> send(String method, String path, String type, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .header("Content-Type", type)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    server.close();
    storage.close();
  }
}
