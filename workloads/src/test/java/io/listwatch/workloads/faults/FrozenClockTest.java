package io.listwatch.workloads.faults;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.faults.FaultControl;
import io.listwatch.faults.SteppedTime;
import io.listwatch.model.ResourceType;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import io.listwatch.workloads.Workloads;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Watches drive the controllers, so they work while the clock is frozen; only delays wait. */
final class FrozenClockTest {
  private final SteppedTime time = new SteppedTime(Timers.system());
  private final Storage storage = MemoryStorage.open(new StorageTime(time));
  private final FaultControl control = new FaultControl(storage, time);
  private final ApiServer server = control.start(ApiServerConfig.open(0));
  private final ClientConfig config =
      ClientConfig.of(URI.create("http://127.0.0.1:" + server.port()));
  private final ApiClient client = ApiClient.of(config);
  private final Workloads workloads;

  FrozenClockTest() throws InterruptedException {
    workloads = Workloads.builder(config).nodes(2).timers(time).start();
    workloads.awaitNodes(Duration.ofMinutes(1));
  }

  @BeforeEach
  void freeze() {
    var unused = control.command("{\"do\":\"freeze\"}");
  }

  @AfterEach
  void close() {
    workloads.close();
    client.close();
    server.close();
    storage.close();
  }

  @Test
  void deploymentBecomesReadyAndRollsOut() throws InterruptedException {
    createDeployment("ready");
    eventually(() -> available() == 3);

    var unused =
        resources(Types.DEPLOYMENTS)
            .patch(
                "web",
                Patch.merge(
                    "{\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"version\":\"2\"}}}}}"));

    eventually(() -> updated() == 3 && available() == 3);
  }

  @Test
  void podThatNeedsTimeIsReadyAfterAStep() throws InterruptedException {
    createDeployment("ready-after=1h");
    eventually(
        () ->
            resources(Types.PODS).list().items().stream()
                    .filter(pod -> Pods.phase(pod).equals("Running"))
                    .count()
                == 3);
    assertThat(available()).isZero();

    var unused = control.command("{\"do\":\"step\",\"by\":\"1h\"}");

    eventually(() -> available() == 3);
  }

  private void createDeployment(String behavior) throws InterruptedException {
    var unused =
        resources(Types.DEPLOYMENTS)
            .create(
                ControllerFixture.object(
                    """
                    {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},
                    "spec":{"replicas":3,"selector":{"matchLabels":{"app":"web"}},
                    "template":{"metadata":{"labels":{"app":"web"},
                    "annotations":{"workloads.listwatch.io/behavior":"%s"}},
                    "spec":{"containers":[{"name":"web","image":"web"}]}}}}
                    """
                        .formatted(behavior)));
  }

  private int available() throws InterruptedException {
    return count("availableReplicas");
  }

  private int updated() throws InterruptedException {
    return count("updatedReplicas");
  }

  private int count(String field) throws InterruptedException {
    return resources(Types.DEPLOYMENTS).get("web").orElseThrow().status().path(field).asInt();
  }

  private ResourceClient<ApiObject> resources(ResourceType type) {
    return client.resources(type, ApiObject.CODEC).inNamespace("default");
  }
}
