package io.listwatch.fabric8;

import static io.listwatch.fabric8.Cluster.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.Lister;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ListwatchInformersTest {
  private static final Cluster cluster = new Cluster();

  private final KubernetesClient client = ListwatchInformers.wrap(cluster.connect());

  @AfterEach
  void close() {
    client.close();
    cluster.client().configMaps().inNamespace("default").delete();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void notifiesHandlerOfEachChange() throws Exception {
    client.resource(map("before", "1")).create();
    var events = new Events();

    client.configMaps().inNamespace("default").withLabel("app").inform(events);
    cluster.client().resource(map("a", "1")).create();
    cluster.client().resource(map("a", "2")).update();
    cluster.client().resource(map("a", "2")).delete();

    assertThat(events.take(4))
        .containsExactly("added before 1", "added a 1", "updated a 1 2", "deleted a 2");
  }

  @Test
  void reportsEmptyList() throws Exception {
    var events = new Events();

    client.secrets().inNamespace("default").inform(events);

    assertThat(events.take(1)).containsExactly("listed nothing");
  }

  @Test
  void readsOwnWritesAtOnce() {
    var informer = client.configMaps().inNamespace("default").inform();
    client.resource(map("a", "0")).create();

    for (int i = 1; i <= 200; i++) {
      client.resource(map("a", Integer.toString(i))).update();

      assertThat(value(informer, "a")).isEqualTo(Integer.toString(i));
    }
  }

  @Test
  void ignoresDryRuns() {
    var informer = client.configMaps().inNamespace("default").inform();

    client.resource(map("a", "1")).dryRun(true).create();
    client.resource(map("b", "1")).create();

    assertThat(informer.getStore().listKeys()).contains("default/b").doesNotContain("default/a");
  }

  @Test
  void selectsByLabelFieldAndNamespace() {
    client.resource(map("a", "x")).create();
    client.resource(map("b", "x")).create();
    client.resource(map("c", "y")).create();
    var maps = client.configMaps();

    assertThat(keys(maps.inNamespace("default").withLabel("app", "x")))
        .containsExactly("default/a", "default/b");
    assertThat(
            keys(
                maps.inAnyNamespace().withLabelIn("app", "x", "y").withField("metadata.name", "c")))
        .containsExactly("default/c");
    assertThat(keys(maps.inNamespace("default").withName("b"))).containsExactly("default/b");
    assertThat(keys(maps.inNamespace("other"))).isEmpty();
    assertThat(keys(client.resource(map("a", "x")))).containsExactly("default/a");
  }

  private static List<String> keys(Informable<? extends HasMetadata> operation) {
    try (var informer = operation.inform()) {
      assertThat(informer).isInstanceOf(ListwatchInformer.class);
      return informer.getStore().listKeys();
    }
  }

  @Test
  void indexesObjects() {
    client.resource(map("a", "x")).create();
    client.resource(map("b", "x")).create();
    var informer =
        client
            .configMaps()
            .inAnyNamespace()
            .withLabel("app")
            .runnableInformer(0)
            .addIndexers(Map.of("value", each -> List.of(each.getData().get("value"))));

    informer.run();
    client.resource(map("c", "y")).create();

    var indexer = informer.getIndexer();
    assertThat(indexer.indexKeys("value", "x")).containsExactly("default/a", "default/b");
    assertThat(indexer.index("value", map("any", "y"))).hasSize(1);
    assertThat(indexer.byIndex(Cache.NAMESPACE_INDEX, "default")).hasSize(3);
    assertThat(new Lister<>(indexer).namespace("default").get("c").getData())
        .containsEntry("value", "y");
    indexer.removeIndexer("value");
    assertThatThrownBy(() -> indexer.byIndex("value", "x"))
        .hasMessage("index: value (expected: one of [namespace])");
  }

  @Test
  void startFailsForUnknownTypeByDefault() {
    var informer = unknownType().runnableInformer(0);
    CompletableFuture<Void> started = informer.start().toCompletableFuture();

    assertThatThrownBy(() -> started.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            failure ->
                assertThat(List.of(failure.getCode(), failure.getFullResourceName()))
                    .containsExactly(404, "missings.example.com"));
    assertThat(informer.stopped()).isCompletedExceptionally();
    assertThat(informer.isRunning()).isFalse();
    assertThatThrownBy(() -> unknownType().inform()).isInstanceOf(KubernetesClientException.class);
  }

  @Test
  void exceptionHandlerDecidesAboutRetries() {
    var failures = new AtomicInteger();
    var informer =
        unknownType()
            .runnableInformer(0)
            .exceptionHandler((started, failure) -> failures.incrementAndGet() < 3);

    var started = informer.start().toCompletableFuture();

    assertThatThrownBy(() -> started.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class);
    assertThat(failures).hasValue(3);
  }

  private Informable<? extends HasMetadata> unknownType() {
    var type =
        new ResourceDefinitionContext.Builder()
            .withGroup("example.com")
            .withVersion("v1")
            .withKind("Missing")
            .withPlural("missings")
            .withNamespaced(true)
            .build();
    return client.genericKubernetesResources(type).inAnyNamespace();
  }

  @Test
  void undecodableObjectEndsInformer() {
    client.resource(map("a", "text")).create();
    var informer =
        client.resources(ForeignConfigMap.class).inNamespace("default").runnableInformer(0);
    informer.addEventHandler(new Ignored<>());

    informer.start();

    var stopped = informer.stopped().toCompletableFuture();
    assertThatThrownBy(() -> stopped.get(60, TimeUnit.SECONDS))
        .hasMessageContaining("cannot decode default/a");
  }

  /** A handler of stopped informers, such as that of the Java Operator SDK, reads both. */
  @Test
  void failureToDecodeHasTheWatchEventAndTheReasonOfTheParser() {
    cluster.define(Page.definition());
    client.resource(unreadablePage()).create();
    var informer = client.resources(Page.class).inNamespace("default").runnableInformer(0);
    informer.addEventHandler(new Ignored<>());

    informer.start();

    var stopped = informer.stopped().toCompletableFuture();
    assertThatThrownBy(() -> stopped.get(60, TimeUnit.SECONDS))
        .cause()
        .isInstanceOfSatisfying(
            WatcherException.class,
            failure -> {
              assertThat(failure.getCause()).hasMessageContaining("Cannot deserialize value");
              assertThat(failure.getRawWatchMessage().orElseThrow())
                  .startsWith("{\"type\":\"ADDED\",\"object\":{")
                  .contains("\"name\":\"unreadable\"", "\"managedFields\":")
                  .endsWith("}}");
            });
  }

  private GenericKubernetesResource unreadablePage() {
    String page =
        """
        {"apiVersion": "example.com/v1", "kind": "Page",
         "metadata": {"name": "unreadable", "namespace": "default"},
         "spec": {"text": ["not", "a", "string"]}}
        """;
    return client.getKubernetesSerialization().unmarshal(page, GenericKubernetesResource.class);
  }

  @Test
  void stopsWithItsClient() {
    var other = ListwatchInformers.wrap(cluster.connect());
    var informer = other.configMaps().inAnyNamespace().inform();
    assertThat(informer.isRunning()).isTrue();
    await().atMost(Duration.ofSeconds(60)).until(informer::isWatching);

    other.close();

    assertThat(informer.stopped()).isCompleted();
    assertThat(informer.isRunning()).isFalse();
    assertThatThrownBy(informer::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void stopsAfterTheGivenClientIsClosed() {
    var given = cluster.connect();
    var informer = ListwatchInformers.wrap(given).configMaps().inAnyNamespace().inform();

    given.close();

    await().atMost(Duration.ofSeconds(60)).until(() -> !informer.isRunning());
  }

  @Test
  void wrapsClientsOfEveryKind() {
    client.resource(map("a", "1")).create();

    assertThat(keys(client.pods())).isEmpty();
    assertThat(keys(client.apps().deployments().inAnyNamespace())).isEmpty();
    assertThat(keys(client.batch().v1().jobs().inNamespace("default"))).isEmpty();
    assertThat(keys(client.namespaces().withName("default"))).containsExactly("default");
    assertThat(
            keys(
                client.adapt(NamespacedKubernetesClient.class).inNamespace("default").configMaps()))
        .contains("default/a");
    assertThat(client.pods().inNamespace("default").withName("x").get()).isNull();
    assertThat(client.apps().deployments().inNamespace("default").withName("x").get()).isNull();
  }

  @Test
  void factoryCreatesListwatchInformers() throws Exception {
    client.resource(map("a", "1")).create();
    var factory = client.informers();
    var informer = factory.sharedIndexInformerFor(ConfigMap.class, 0);

    factory.startAllRegisteredInformers().get(60, TimeUnit.SECONDS);

    assertThat(informer).isInstanceOf(ListwatchInformer.class);
    assertThat(value(informer, "a")).isEqualTo("1");
    factory.stopAllRegisteredInformers();
    assertThat(informer.isRunning()).isFalse();
  }

  @Test
  void leavesExcludedTypesToFabric8() {
    var mixed = ListwatchInformers.of(cluster.client()).except(ConfigMap.class).wrap();

    assertThat(mixed.configMaps().runnableInformer(0)).isNotInstanceOf(ListwatchInformer.class);
    assertThat(mixed.secrets().runnableInformer(0)).isInstanceOf(ListwatchInformer.class);
  }

  @Test
  void rejectsForeignItemStore() {
    var informer = client.pods().runnableInformer(0);

    assertThatThrownBy(
            () -> informer.itemStore(new BasicItemStore<Pod>(Cache::metaNamespaceKeyFunc)))
        .hasMessage(
            "informer pods/default: itemStore (expected: none, or"
                + " ListwatchInformers.of(client).except(Pod.class))");
  }

  @Test
  void pagesWithTheLimit() {
    for (int i = 0; i < 5; i++) {
      client.resource(map("m" + i, "1")).create();
    }
    var informer =
        client.configMaps().inNamespace("default").withLabel("app").withLimit(2L).inform();

    assertThat(informer.getStore().list()).hasSize(5);
  }

  private static String value(SharedIndexInformer<ConfigMap> informer, String name) {
    return informer.getStore().getByKey("default/" + name).getData().getOrDefault("value", "");
  }

  /** Records the notifications of a handler. */
  private static final class Events implements ResourceEventHandler<HasMetadata> {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Override
    public void onAdd(HasMetadata object) {
      events.add("added " + describe(object));
    }

    @Override
    public void onUpdate(HasMetadata before, HasMetadata after) {
      events.add("updated " + describe(before) + " " + label(after));
    }

    @Override
    public void onDelete(HasMetadata object, boolean deletedFinalStateUnknown) {
      events.add("deleted " + describe(object));
    }

    @Override
    @SuppressWarnings("deprecation") // The method that every supported version has.
    public void onNothing() {
      events.add("listed nothing");
    }

    private static String describe(HasMetadata object) {
      return object.getMetadata().getName() + " " + label(object);
    }

    private static String label(HasMetadata object) {
      return object.getMetadata().getLabels().getOrDefault("app", "");
    }

    List<String> take(int count) throws InterruptedException {
      var taken = new ArrayList<String>();
      for (int i = 0; i < count; i++) {
        taken.add(String.valueOf(events.poll(60, TimeUnit.SECONDS)));
      }
      return taken;
    }
  }

  /** Does nothing. */
  private static final class Ignored<T> implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {}

    @Override
    public void onUpdate(T before, T after) {}

    @Override
    public void onDelete(T object, boolean deletedFinalStateUnknown) {}
  }
}
