package io.listwatch.workloads.control;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ApiClient;
import io.listwatch.client.DeleteOptions;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.controller.Controller;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A server with some controllers on it, and neither nodes nor a scheduler: the test itself writes
 * the status of pods.
 */
public final class ControllerFixture implements AutoCloseable {
  public static final ResourceType EVENTS = ResourceType.namespaced("v1", "Event", "events");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
  private final ClientConfig config =
      ClientConfig.of(URI.create("http://127.0.0.1:" + server.port()));
  private final ApiClient client = ApiClient.of(config);
  private final SharedInformers informers;
  private final Timers timers;
  private final List<ControllerContext> contexts = new ArrayList<>();
  private final List<Controller<?>> controllers = new ArrayList<>();

  public ControllerFixture(Timers timers) {
    this.timers = timers;
    this.informers = new SharedInformers(client);
  }

  public ControllerFixture() {
    this(Timers.system());
  }

  /** Starts a controller. */
  public ControllerFixture run(String name, ControllerFactory factory) {
    var context = new ControllerContext(name, ApiClient.of(config), informers, timers, 1);
    contexts.add(context);
    Controller<?> controller = factory.create(context);
    controllers.add(controller);
    controller.start();
    return this;
  }

  public ApiClient client() {
    return client;
  }

  /** Returns a client for the namespace {@code default}, or for cluster-scoped objects. */
  public ResourceClient<ApiObject> resources(ResourceType type) {
    ResourceClient<ApiObject> all = client.resources(type, ApiObject.CODEC);
    return type.scope() == Scope.NAMESPACED ? all.inNamespace("default") : all;
  }

  public ApiObject create(ResourceType type, String json) throws InterruptedException {
    return resources(type).create(object(json));
  }

  public static ApiObject object(String json) {
    try {
      return ApiObject.of((ObjectNode) JSON.readTree(json));
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(json, malformed);
    }
  }

  public void patch(ResourceType type, String name, String json) throws InterruptedException {
    var unused = resources(type).patch(name, Patch.merge(json));
  }

  public ApiObject get(ResourceType type, String name) throws InterruptedException {
    return resources(type).get(name).orElseThrow();
  }

  public List<ApiObject> list(ResourceType type) throws InterruptedException {
    return resources(type).list().items().stream()
        .sorted(Comparator.comparing(ApiObject::name))
        .toList();
  }

  /** Returns the pods that are neither finished nor being deleted. */
  public List<ApiObject> activePods() throws InterruptedException {
    return list(Types.PODS).stream().filter(Pods::active).toList();
  }

  /** Waits for a number of active pods and returns them. */
  public List<ApiObject> awaitPods(int count) throws InterruptedException {
    eventually(() -> activePods().size() == count);
    return activePods();
  }

  /** Writes the status of a pod, as a kubelet would. */
  public void podStatus(String name, String status) throws InterruptedException {
    var unused =
        resources(Types.PODS)
            .subresource("status")
            .patch(name, Patch.merge("{\"status\":" + status + "}"));
  }

  /** Makes a pod Running and Ready. */
  public void ready(String name) throws InterruptedException {
    podStatus(
        name,
        """
        {"phase":"Running","podIP":"10.0.0.1","podIPs":[{"ip":"10.0.0.1"}],\
        "conditions":[{"type":"Ready","status":"True",\
        "lastTransitionTime":"2030-01-01T00:00:00Z"}]}\
        """);
  }

  /** Deletes a pod at once, as a kubelet does after the grace period. */
  public void kill(String name) throws InterruptedException {
    var unused =
        resources(Types.PODS).delete(name, DeleteOptions.DEFAULT.gracePeriod(Duration.ZERO));
  }

  /** Returns the reasons of the events about an object. */
  public List<String> eventReasons(String name) throws InterruptedException {
    return list(EVENTS).stream()
        .filter(event -> event.json().at("/involvedObject/name").asText().equals(name))
        .map(event -> event.json().path("reason").asText())
        .toList();
  }

  public static void eventually(Callable<Boolean> condition) {
    await().atMost(PATIENCE).until(condition);
  }

  @Override
  public void close() {
    controllers.forEach(Controller::close);
    contexts.forEach(ControllerContext::close);
    informers.close();
    client.close();
    server.close();
    storage.close();
  }
}
