package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.testing.TestServer;
import io.listwatch.testing.TestServers;
import io.listwatch.testing.clients.Fabric8.Transport;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Informers of the fabric8 client, over both of its transports. */
final class Fabric8InformerTest {
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

  @ParameterizedTest
  @EnumSource
  void notifiesOfAddsUpdatesAndDeletes(Transport transport) {
    try (KubernetesClient client = Fabric8.client(server, transport, new Requests())) {
      String namespace = Fabric8.namespace(client);
      client.resource(Fabric8.configMap(namespace, "before", Map.of("k", "0"))).create();
      var seen = new Seen();
      try (var informer = client.configMaps().inNamespace(namespace).inform(seen)) {
        ConfigMap created =
            client.resource(Fabric8.configMap(namespace, "a", Map.of("k", "1"))).create();
        client.resource(new ConfigMapBuilder(created).addToData("k", "2").build()).update();
        client.resource(created).delete();

        await()
            .untilAsserted(
                () ->
                    assertThat(seen.events)
                        .containsExactly(
                            "add before 0", "add a 1", "update a 1 to 2", "delete a 2"));
        assertThat(informer.getStore().listKeys()).containsExactly(namespace + "/before");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void seesOnlySelectedObjects(Transport transport) {
    try (KubernetesClient client = Fabric8.client(server, transport, new Requests())) {
      String namespace = Fabric8.namespace(client);
      var seen = new Seen();
      try (var informer =
          client.configMaps().inNamespace(namespace).withLabel("on", "yes").inform(seen)) {
        client.resource(labelled(namespace, "a", "no")).create();
        client.resource(labelled(namespace, "a", "yes")).update();
        client.resource(labelled(namespace, "a", "no")).update();

        await()
            .untilAsserted(
                () -> assertThat(seen.events).containsExactly("add a yes", "delete a yes"));
        assertThat(informer.isRunning()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void receivesManyChangesInOrder(Transport transport) {
    try (KubernetesClient client = Fabric8.client(server, transport, new Requests())) {
      String namespace = Fabric8.namespace(client);
      var seen = new Seen();
      client.resource(Fabric8.configMap(namespace, "a", Map.of("k", "0"))).create();
      try (var informer = client.configMaps().inNamespace(namespace).inform(seen)) {
        IntStream.rangeClosed(1, 50)
            .mapToObj(each -> Fabric8.configMap(namespace, "a", Map.of("k", "" + each)))
            .forEach(each -> client.resource(each).update());

        await().until(() -> seen.events.size() == 51);
        assertThat(List.copyOf(seen.events).subList(1, 51))
            .isEqualTo(
                IntStream.rangeClosed(1, 50)
                    .mapToObj(each -> "update a %d to %d".formatted(each - 1, each))
                    .toList());
        assertThat(informer.isWatching()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void listsAgainAfterCompaction(Transport transport) throws Exception {
    var requests = Requests.withWatchesOf(1);
    try (KubernetesClient client = Fabric8.client(server, transport, requests);
        KubernetesClient other = Fabric8.client(server)) {
      String namespace = Fabric8.namespace(other);
      other.resource(Fabric8.configMap(namespace, "old", Map.of())).create();
      storage.compact(storage.currentRevision().toCompletableFuture().get());
      try (var informer = client.configMaps().inNamespace(namespace).inform()) {
        requests.watchFromTheBeginning();

        await()
            .untilAsserted(
                () ->
                    assertThat(requests.lists("configmaps"))
                        .as("after these watches: %s", requests.watches("configmaps"))
                        .hasSize(2));

        other.resource(Fabric8.configMap(namespace, "new", Map.of())).create();
        await()
            .untilAsserted(
                () ->
                    assertThat(informer.getStore().listKeys())
                        .containsExactlyInAnyOrder(namespace + "/old", namespace + "/new"));
        assertThat(requests.lists("configmaps")).hasSize(2);
        assertThat(informer.isRunning()).isTrue();
      }
    }
  }

  @Test
  void pagesItsFirstList() {
    var requests = new Requests();
    try (KubernetesClient client = Fabric8.client(server, Transport.WEB_SOCKET, requests)) {
      String namespace = Fabric8.namespace(client);
      IntStream.range(0, 7)
          .mapToObj(each -> Fabric8.configMap(namespace, "c" + each, Map.of()))
          .forEach(each -> client.resource(each).create());
      try (SharedIndexInformer<ConfigMap> informer =
          client.configMaps().inNamespace(namespace).withLimit(3L).inform()) {
        assertThat(informer.getStore().list()).hasSize(7);
        assertThat(requests.lists("configmaps")).hasSize(3);
      }
    }
  }

  private static ConfigMap labelled(String namespace, String name, String on) {
    return new ConfigMapBuilder(Fabric8.configMap(namespace, name, Map.of("k", on)))
        .editMetadata()
        .addToLabels("on", on)
        .endMetadata()
        .build();
  }

  /** Records handler calls as strings. */
  private static final class Seen implements ResourceEventHandler<ConfigMap> {
    final Queue<String> events = new ConcurrentLinkedQueue<>();

    @Override
    public void onAdd(ConfigMap object) {
      events.add("add " + words(object));
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap after) {
      events.add("update " + words(before) + " to " + after.getData().get("k"));
    }

    @Override
    public void onDelete(ConfigMap object, boolean finalStateUnknown) {
      events.add("delete " + words(object));
    }

    private static String words(ConfigMap object) {
      return object.getMetadata().getName() + " " + object.getData().get("k");
    }
  }
}
