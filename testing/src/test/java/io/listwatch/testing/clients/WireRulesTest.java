package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.reflect.TypeToken;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.ApisApi;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.VersionApi;
import io.kubernetes.client.openapi.models.V1APIResource;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.util.Watch;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import io.listwatch.testing.clients.Fabric8.Transport;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Details of the wire protocol that real clients depend on. */
@ListwatchTest(tls = true)
final class WireRulesTest {
  /** Characters of one to four UTF-8 bytes, too many for a single write. */
  private static final String TEXT = "naïve – 列表 – 🦀 – ".repeat(5_000);

  private final TestServer server;
  private final KubernetesClient client;
  private String namespace = "";

  WireRulesTest(TestServer server) {
    this.server = server;
    this.client = Fabric8.client(server);
  }

  @BeforeEach
  void createNamespace() {
    namespace = Fabric8.namespace(client);
  }

  @AfterEach
  void closeClient() {
    client.close();
  }

  /** Without WebSocket, the fabric8 client would fall back to chunked HTTP with a second watch. */
  @Test
  void servesWatchesOverWebSocket() {
    var requests = new Requests();
    try (var watching = Fabric8.client(server, Transport.WEB_SOCKET, requests);
        var informer = watching.configMaps().inNamespace(namespace).inform()) {
      create("a", "1");

      await().until(() -> informer.getStore().list().size() == 1);
      assertThat(requests.watches("configmaps")).hasSize(1);
    }
  }

  /**
   * The fabric8 client decodes each chunk by itself. It stopped for good at the event after one
   * with multi-byte characters.
   */
  @ParameterizedTest
  @EnumSource
  void watchPreservesMultiByteCharacters(Transport transport) {
    var failures = new ConcurrentLinkedQueue<Throwable>();
    try (var watching = Fabric8.client(server, transport, new Requests());
        var informer = watching.configMaps().inNamespace(namespace).runnableInformer(0)) {
      informer.exceptionHandler((started, failure) -> !failures.add(failure)).run();
      create("a", "Grüße");
      create("b", TEXT);
      create("c", "plain");

      await().until(() -> informer.getStore().list().size() == 3);
      assertThat(informer.getStore().getByKey(namespace + "/a").getData()).containsValue("Grüße");
      assertThat(informer.getStore().getByKey(namespace + "/b").getData()).containsValue(TEXT);
      assertThat(failures).isEmpty();
    }
  }

  @Test
  void watchPreservesMultiByteCharactersForTheOfficialClient() throws Exception {
    try (var informing = new ConfigMapInformer(server, namespace, new Requests())) {
      informing.start();
      create("a", "Grüße");
      create("b", TEXT);

      await().until(() -> informing.informer.getIndexer().list().size() == 2);
      assertThat(informing.informer.getIndexer().list())
          .flatExtracting(each -> each.getData().values())
          .containsExactlyInAnyOrder("Grüße", TEXT);
      assertThat(informing.failures).isEmpty();
    }
  }

  /**
   * The fabric8 client fails if any event but ADDED comes before the bookmark that ends the initial
   * events.
   */
  @ParameterizedTest
  @EnumSource
  void initialEventsEndBeforeOtherEvents(Transport transport) {
    create("a", "0");
    Config config = Fabric8.config(server, transport);
    config.setWatchList(true);
    var requests = new Requests();
    try (var watching = Fabric8.client(config, requests);
        var updates = new ContinuousUpdates(client, Fabric8.configMap(namespace, "a", Map.of()))) {
      for (int i = 0; i < 10; i++) {
        try (var informer = watching.configMaps().inNamespace(namespace).inform()) {
          int before = updates.count();

          await().until(() -> value(informer.getStore().list()) > before);
          assertThat(informer.isWatching()).isTrue();
        }
      }
      assertThat(requests.lists("configmaps")).isEmpty();
    }
  }

  private static int value(List<ConfigMap> objects) {
    return Integer.parseInt(objects.get(0).getData().get("k"));
  }

  /** The fabric8 client treats a short watch without events as if its version had expired. */
  @ParameterizedTest
  @EnumSource
  void resumesTimedOutWatchWithoutList(Transport transport) {
    var requests = Requests.withWatchesOf(1);
    var failures = new ConcurrentLinkedQueue<Throwable>();
    try (var watching = Fabric8.client(server, transport, requests);
        var informer = watching.configMaps().inNamespace(namespace).runnableInformer(0)) {
      informer.exceptionHandler((started, failure) -> !failures.add(failure)).run();

      await().until(() -> requests.watches("configmaps").size() == 4);
      create("a", "1");

      await().until(() -> informer.getStore().list().size() == 1);
      assertThat(requests.lists("configmaps")).hasSize(1);
      assertThat(failures).isEmpty();
    }
  }

  /**
   * The official client lists again when a stream does not end properly. It requests no bookmarks,
   * so its version becomes old while other clients write.
   */
  @Test
  void officialClientResumesTimedOutWatchWithoutList() throws Exception {
    String other = Fabric8.namespace(client);
    var requests = Requests.withWatchesOf(1);
    try (var informing = new ConfigMapInformer(server, namespace, requests)) {
      informing.start();
      IntStream.range(0, 200)
          .mapToObj(each -> Fabric8.configMap(other, "c" + each, Map.of()))
          .forEach(each -> client.resource(each).create());

      await().until(() -> requests.watches("configmaps").size() >= 3);
      create("a", "1");

      await().until(() -> informing.informer.getIndexer().list().size() == 1);
      assertThat(requests.lists("configmaps")).hasSize(1);
      assertThat(informing.failures).isEmpty();
    }
  }

  /** The official client fails on JSON members that it does not know. */
  @Test
  void responsesHaveNoUnknownMembers() throws Exception {
    ApiClient official = Official.client(server);
    create("a", "1");

    assertThat(new VersionApi(official).getCode().execute().getGitVersion()).startsWith("v");
    assertThat(new ApisApi(official).getAPIVersions().execute().getGroups()).isNotEmpty();
    assertThat(new CoreV1Api(official).getAPIResources().execute().getResources())
        .extracting(V1APIResource::getName)
        .contains("configmaps", "pods", "pods/status");
    assertThat(new CoreV1Api(official).listNamespace().execute().getItems()).isNotEmpty();
    assertThat(new CoreV1Api(official).listNamespacedConfigMap(namespace).execute())
        .satisfies(
            list -> {
              assertThat(list.getKind()).isEqualTo("ConfigMapList");
              assertThat(list.getApiVersion()).isEqualTo("v1");
              // Items of built-in kinds have no kind, as in kube-apiserver.
              assertThat(list.getItems().get(0).getKind()).isNull();
            });
  }

  @ParameterizedTest
  @EnumSource
  void deletedEventHasTheVersionOfTheDeletion(Transport transport) {
    var versions = new ConcurrentLinkedQueue<Long>();
    ConfigMap created = create("a", "1");
    try (var watching = Fabric8.client(server, transport, new Requests());
        var watch =
            watching
                .configMaps()
                .inNamespace(namespace)
                .watch(since(created), new Deletions(versions))) {
      client.resource(created).delete();

      await().until(() -> versions.size() == 1);
      assertThat(watch).isNotNull();
    }
    String listed =
        client.configMaps().inNamespace(namespace).list().getMetadata().getResourceVersion();
    assertThat(versions.element())
        .isGreaterThan(Long.parseLong(created.getMetadata().getResourceVersion()))
        .isLessThanOrEqualTo(Long.parseLong(listed));
  }

  private static ListOptions since(ConfigMap object) {
    return new ListOptionsBuilder()
        .withResourceVersion(object.getMetadata().getResourceVersion())
        .build();
  }

  @Test
  void deletedEventHasTheVersionOfTheDeletionForTheOfficialClient() throws Exception {
    ApiClient official = Official.client(server);
    ConfigMap created = create("a", "1");
    client.resource(created).delete();

    try (Watch<V1ConfigMap> watch =
        Watch.createWatch(
            official,
            new CoreV1Api(official)
                .listNamespacedConfigMap(namespace)
                .watch(true)
                .resourceVersion(created.getMetadata().getResourceVersion())
                .buildCall(null),
            new TypeToken<Watch.Response<V1ConfigMap>>() {}.getType())) {
      Watch.Response<V1ConfigMap> event = watch.next();

      assertThat(event.type).isEqualTo("DELETED");
      assertThat(Long.parseLong(event.object.getMetadata().getResourceVersion()))
          .isGreaterThan(Long.parseLong(created.getMetadata().getResourceVersion()));
    }
  }

  private ConfigMap create(String name, String value) {
    return client.resource(Fabric8.configMap(namespace, name, Map.of("k", value))).create();
  }

  /** Records the versions of DELETED events. */
  private record Deletions(Queue<Long> versions) implements Watcher<ConfigMap> {
    @Override
    public void eventReceived(Action action, ConfigMap object) {
      if (action == Action.DELETED) {
        versions.add(Long.parseLong(object.getMetadata().getResourceVersion()));
      }
    }

    @Override
    public void onClose(WatcherException cause) {}
  }
}
