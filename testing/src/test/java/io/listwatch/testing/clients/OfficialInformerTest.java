package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.util.Watch;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.testing.TestServer;
import io.listwatch.testing.TestServers;
import io.listwatch.time.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Informers and watches of the official client. */
final class OfficialInformerTest {
  private static Storage storage;
  private static TestServer server;

  @BeforeAll
  static void start() {
    storage = MemoryStorage.open(new StorageTime(Timers.system()));
    server = TestServers.on(storage);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void informerNotifiesOfAddsUpdatesAndDeletes() throws Exception {
    ApiClient client = Official.client(server);
    var core = new CoreV1Api(client);
    String namespace = Official.namespace(client);
    core.createNamespacedConfigMap(namespace, Official.configMap("before", Map.of("k", "0")))
        .execute();
    var seen = new Seen();
    try (var informing = new ConfigMapInformer(server, namespace, new Requests())) {
      informing.informer.addEventHandler(seen);
      informing.start();
      await().until(() -> seen.events.contains("add before 0"));

      write(core, namespace, "a");

      await()
          .untilAsserted(
              () ->
                  assertThat(seen.events)
                      .containsExactly("add before 0", "add a 1", "update a 1 to 2", "delete a 2"));
      assertThat(informing.informer.getIndexer().listKeys()).containsExactly(namespace + "/before");
    }
  }

  /** Creates, updates and deletes an object. */
  private static void write(CoreV1Api core, String namespace, String name) throws ApiException {
    core.createNamespacedConfigMap(namespace, Official.configMap(name, Map.of("k", "1"))).execute();
    core.replaceNamespacedConfigMap(name, namespace, Official.configMap(name, Map.of("k", "2")))
        .execute();
    core.deleteNamespacedConfigMap(name, namespace).execute();
  }

  @Test
  void informerListsAgainAfterCompaction() throws Exception {
    ApiClient client = Official.client(server);
    var core = new CoreV1Api(client);
    String namespace = Official.namespace(client);
    core.createNamespacedConfigMap(namespace, Official.configMap("old", Map.of())).execute();
    storage.compact(storage.currentRevision().toCompletableFuture().get());
    var requests = Requests.withWatchesOf(1);
    try (var informing = new ConfigMapInformer(server, namespace, requests)) {
      requests.watchFromTheBeginning();
      informing.start();

      await().until(() -> requests.lists("configmaps").size() == 2);

      core.createNamespacedConfigMap(namespace, Official.configMap("new", Map.of())).execute();
      await()
          .untilAsserted(
              () ->
                  assertThat(informing.informer.getIndexer().listKeys())
                      .containsExactlyInAnyOrder(namespace + "/old", namespace + "/new"));
    }
  }

  @Test
  void watchResumesAfterAVersion() throws Exception {
    ApiClient client = Official.client(server);
    var core = new CoreV1Api(client);
    String namespace = Official.namespace(client);
    V1ConfigMap first =
        core.createNamespacedConfigMap(namespace, Official.configMap("first", Map.of())).execute();
    write(core, namespace, "a");

    List<String> events = new ArrayList<>();
    try (var watch = watch(client, namespace, first.getMetadata().getResourceVersion())) {
      while (events.size() < 3 && watch.hasNext()) {
        Watch.Response<V1ConfigMap> event = watch.next();
        events.add(event.type + " " + event.object.getMetadata().getName());
      }
    }

    assertThat(events).containsExactly("ADDED a", "MODIFIED a", "DELETED a");
  }

  @Test
  void watchFromACompactedVersionGetsAnError() throws Exception {
    ApiClient client = Official.client(server);
    String namespace = Official.namespace(client);
    storage.compact(storage.currentRevision().toCompletableFuture().get());

    try (var watch = watch(client, namespace, "1")) {
      Watch.Response<V1ConfigMap> event = watch.next();

      assertThat(event.type).isEqualTo("ERROR");
      assertThat(event.status.getCode()).isEqualTo(410);
      assertThat(event.status.getReason()).isEqualTo("Expired");
      assertThat(watch.hasNext()).isFalse();
    }
  }

  private static Watch<V1ConfigMap> watch(ApiClient client, String namespace, String version)
      throws ApiException {
    return Watch.createWatch(
        client,
        new CoreV1Api(client)
            .listNamespacedConfigMap(namespace)
            .watch(true)
            .resourceVersion(version)
            .buildCall(null),
        new TypeToken<Watch.Response<V1ConfigMap>>() {}.getType());
  }

  /** Records handler calls as strings. */
  private static final class Seen implements ResourceEventHandler<V1ConfigMap> {
    final Queue<String> events = new ConcurrentLinkedQueue<>();

    @Override
    public void onAdd(V1ConfigMap object) {
      events.add("add " + words(object));
    }

    @Override
    public void onUpdate(V1ConfigMap before, V1ConfigMap after) {
      events.add("update " + words(before) + " to " + after.getData().get("k"));
    }

    @Override
    public void onDelete(V1ConfigMap object, boolean finalStateUnknown) {
      events.add("delete " + words(object));
    }

    private static String words(V1ConfigMap object) {
      return object.getMetadata().getName() + " " + object.getData().get("k");
    }
  }
}
