package io.listwatch.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.listwatch.client.ApiClient;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.informer.InformerFactory;
import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import io.listwatch.trace.Trace;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SmallClusterTest {
  private static final JsonPath READY = JsonPath.of("status.readyReplicas");
  private static final JsonPath CONDITIONS = JsonPath.of("status.conditions[*].type");
  private static final JsonPath TAINTS = JsonPath.of("spec.taints[*].key");
  private static final JsonPath HOLDER = JsonPath.of("spec.holderIdentity");

  private static final String SET =
      """
      {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"web"},"spec":{"replicas":2,\
      "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},\
      "spec":{"terminationGracePeriodSeconds":1,"containers":[{"name":"a","image":"x"},\
      {"name":"b","image":"y"}]}}}}\
      """;

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
  private final ApiClient client =
      ApiClient.of(ClientConfig.of(URI.create("http://127.0.0.1:" + server.port())));
  private final InformerFactory informers = client.informers();
  private final SmallCluster cluster =
      new SmallCluster(
          client,
          informers.informer(Types.PODS),
          informers.informer(Types.REPLICA_SETS),
          Timers.system(),
          Trace.to(step -> {}));
  private final ResourceClient<Resource> pods = client.resources(Types.PODS).inNamespace("default");
  private final ResourceClient<Resource> sets =
      client.resources(Types.REPLICA_SETS).inNamespace("default");

  @BeforeEach
  void start() {
    cluster.start();
  }

  @AfterEach
  void close() {
    cluster.close();
    informers.close();
    client.close();
    server.close();
    storage.close();
  }

  @Test
  void runsThePodsOfAReplicaSet() throws InterruptedException {
    sets.create(Resource.parse(SET));

    eventually(() -> running().size() == 2);
    eventually(() -> text(sets.get("web"), READY).equals("2"));
    assertThat(running()).allMatch(pod -> pod.text(PodPaths.NODE).equals(Optional.of("node-1")));
  }

  @Test
  void replacesDeletedPod() throws InterruptedException {
    sets.create(Resource.parse(SET));
    eventually(() -> running().size() == 2);
    String deleted = running().get(0).key().name();

    pods.delete(deleted);

    eventually(() -> pods.get(deleted).isEmpty() && running().size() == 2);
  }

  @Test
  void deletesSurplusPods() throws InterruptedException {
    sets.create(Resource.parse(SET));
    eventually(() -> running().size() == 2);

    sets.patch("web", Patch.merge("{\"spec\":{\"replicas\":1}}"));

    eventually(() -> pods.list().items().size() == 1);
  }

  @Test
  void heartbeatRegistersReadyNodeAndHoldsItsLease() {
    try (var heartbeat = new NodeHeartbeat("node-1", client, Timers.system())) {
      heartbeat.start();

      ResourceClient<Resource> leases =
          client.resources(Types.LEASES).inNamespace("kube-node-lease");
      eventually(() -> text(leases.get("node-1"), HOLDER).equals("node-1"));
      eventually(
          () ->
              client
                  .resources(Types.NODES)
                  .get("node-1")
                  .filter(node -> node.texts(CONDITIONS).equals(List.of("Ready")))
                  .filter(node -> node.texts(TAINTS).isEmpty())
                  .isPresent());
    }
  }

  private List<Resource> running() throws InterruptedException {
    return pods.list().items().stream()
        .filter(
            pod -> !pod.terminating() && text(Optional.of(pod), PodPaths.PHASE).equals("Running"))
        .toList();
  }

  private static String text(Optional<Resource> object, JsonPath path) {
    return object.flatMap(found -> found.text(path)).orElse("");
  }

  private static void eventually(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(60)).until(condition);
  }
}
