package io.listwatch.workloads;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/** A server in memory with workloads, for tests. */
final class WorkloadsServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server;
  private final ClientConfig config;
  private final ApiClient client;
  private final Workloads workloads;

  WorkloadsServer(UnaryOperator<WorkloadsBuilder> settings) throws InterruptedException {
    this(ApiServerConfig.open(0), settings);
  }

  WorkloadsServer(ApiServerConfig serverConfig, UnaryOperator<WorkloadsBuilder> settings)
      throws InterruptedException {
    server = ApiServer.start(storage, serverConfig);
    config = ClientConfig.of(URI.create("http://127.0.0.1:" + server.port()));
    client = ApiClient.of(config);
    WorkloadsBuilder builder = settings.apply(Workloads.builder(config));
    workloads = builder.start();
    eventually(
        () ->
            client.resources(Types.NODES, ApiObject.CODEC).list().items().stream()
                    .filter(node -> !node.condition("Ready").isMissingNode())
                    .count()
                == builder.nodes);
  }

  ClientConfig config() {
    return config;
  }

  ResourceClient<ApiObject> resources(ResourceType type) {
    ResourceClient<ApiObject> all = client.resources(type, ApiObject.CODEC);
    return type.scope() == Scope.NAMESPACED ? all.inNamespace("default") : all;
  }

  ApiObject create(ResourceType type, String json) throws InterruptedException {
    return resources(type).create(object(json));
  }

  static ApiObject object(String json) {
    try {
      return ApiObject.of((ObjectNode) JSON.readTree(json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void patch(ResourceType type, String name, String merge) throws InterruptedException {
    resources(type).patch(name, Patch.merge(merge));
  }

  List<ApiObject> pods() throws InterruptedException {
    return resources(Types.PODS).list().items();
  }

  List<ApiObject> list(ResourceType type) throws InterruptedException {
    return resources(type).list().items();
  }

  JsonNode status(ResourceType type, String name) throws InterruptedException {
    return resources(type).get(name).map(ApiObject::status).orElse(MissingNode.getInstance());
  }

  static void eventually(Callable<Boolean> condition) {
    await().pollInterval(Duration.ofMillis(10)).atMost(Duration.ofSeconds(60)).until(condition);
  }

  @Override
  public void close() {
    workloads.close();
    client.close();
    server.close();
    storage.close();
  }
}
