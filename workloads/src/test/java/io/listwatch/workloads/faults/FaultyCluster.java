package io.listwatch.workloads.faults;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.faults.FaultControl;
import io.listwatch.faults.SteppedTime;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import io.listwatch.workloads.Workloads;
import io.listwatch.workloads.object.ApiObject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.awaitility.core.ConditionTimeoutException;

/** A server with workloads whose requests and watches fail as a seed decides. */
final class FaultyCluster implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final FaultControl control = new FaultControl(storage, new SteppedTime(Timers.system()));
  private final ApiServer server = control.start(ApiServerConfig.open(0));
  private final ClientConfig config =
      ClientConfig.of(URI.create("http://127.0.0.1:" + server.port()));
  private final ApiClient client = ApiClient.of(config);
  private final RandomFaults faults;
  private final Workloads workloads;

  FaultyCluster(Random random) throws InterruptedException {
    this(random, RandomFaults.WORKLOADS);
  }

  /**
   * Starts the server and workloads.
   *
   * @param resources those whose requests and watches fail, besides pods
   */
  FaultyCluster(Random random, List<String> resources) throws InterruptedException {
    faults = new RandomFaults(random, control, resources);
    workloads = Workloads.builder(config).nodes(2).start();
    workloads.awaitNodes(PATIENCE);
  }

  /** Injects one fault; see docs/faults.md. */
  void inject(String command) {
    var unused = control.command(command);
  }

  /** Injects some faults, one after the other, while the controllers work. */
  void disturb(int times) {
    for (int i = 0; i < times; i++) {
      faults.step();
      awaitProgress();
    }
  }

  /** Waits for a few writes, or for a moment if faults prevent them. */
  private void awaitProgress() {
    long before = revision();
    try {
      await()
          .atMost(Duration.ofMillis(250))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> revision() > before + 3);
    } catch (ConditionTimeoutException stuck) {
      // The next fault may release what this one holds.
    }
  }

  long revision() {
    return storage.currentRevision().toCompletableFuture().join();
  }

  /** Ends all faults. */
  void calm() {
    faults.clear();
  }

  String faults() {
    return faults.toString();
  }

  ResourceClient<ApiObject> resources(ResourceType type) {
    ResourceClient<ApiObject> all = client.resources(type, ApiObject.CODEC);
    return type.scope() == Scope.NAMESPACED ? all.inNamespace("default") : all;
  }

  void create(ResourceType type, String json) throws InterruptedException {
    try {
      var unused = resources(type).create(ApiObject.of((ObjectNode) JSON.readTree(json)));
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(json, malformed);
    }
  }

  void patch(ResourceType type, String name, String json) throws InterruptedException {
    var unused = resources(type).patch(name, Patch.merge(json));
  }

  void eventually(Callable<Boolean> condition) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(condition);
  }

  @Override
  public void close() {
    faults.clear();
    workloads.close();
    client.close();
    server.close();
    storage.close();
  }
}
