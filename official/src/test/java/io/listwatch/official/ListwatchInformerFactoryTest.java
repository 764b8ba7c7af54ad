package io.listwatch.official;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.cache.Caches;
import io.kubernetes.client.informer.cache.Lister;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.util.CallGenerator;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ListwatchInformerFactoryTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Cluster cluster = new Cluster();
  private final ListwatchInformerFactory factory = new ListwatchInformerFactory(cluster.client());

  @TempDir private Path directory = Path.of("");

  @AfterEach
  void close() {
    factory.stopAllRegisteredInformers();
    cluster.close();
  }

  @Test
  void notifiesHandlerOfEachChange() throws Exception {
    cluster.create("before", "1");
    var events = new Events();
    SharedIndexInformer<V1ConfigMap> informer = informer(cluster.maps("default"));
    informer.addEventHandler(events);

    start(informer);
    assertThat(events.next()).isEqualTo("added before 1");
    cluster.create("a", "1");
    assertThat(events.next()).isEqualTo("added a 1");
    cluster.replace("a", "2");
    assertThat(events.next()).isEqualTo("updated a 1 2");
    cluster.delete("a");
    assertThat(events.next()).isEqualTo("deleted a 2");
  }

  private SharedIndexInformer<V1ConfigMap> informer(CallGenerator generator) {
    return factory.sharedIndexInformerFor(generator, V1ConfigMap.class, V1ConfigMapList.class);
  }

  private void start(SharedIndexInformer<V1ConfigMap> informer) {
    factory.startAllRegisteredInformers();
    await().atMost(SOON).until(informer::hasSynced);
  }

  private static String value(V1ConfigMap map) {
    return requireNonNull(map.getData()).getOrDefault("value", "");
  }

  @Test
  void readsByKeyIndexAndNamespace() throws Exception {
    cluster.create("a", "x");
    cluster.create("b", "x");
    SharedIndexInformer<V1ConfigMap> informer = informer(cluster.maps("default"));
    informer.addIndexers(Map.of("value", map -> List.of(value(map))));

    start(informer);

    var indexer = informer.getIndexer();
    assertThat(indexer.getByKey("default/a").getData()).containsEntry("value", "x");
    assertThat(indexer.getByKey("default/none")).isNull();
    assertThat(indexer.get(indexer.getByKey("default/a"))).isNotNull();
    assertThat(indexer.listKeys()).containsExactly("default/a", "default/b");
    assertThat(indexer.indexKeys("value", "x")).containsExactly("default/a", "default/b");
    assertThat(indexer.byIndex("value", "y")).isEmpty();
    assertThat(indexer.index("value", Cluster.map("c", "x"))).hasSize(2);
    assertThat(indexer.getIndexers()).containsOnlyKeys("value", Caches.NAMESPACE_INDEX);
    assertThat(new Lister<>(indexer).namespace("default").list()).hasSize(2);
    assertThat(value(new Lister<>(indexer, "default").get("b"))).isEqualTo("x");
    assertThatThrownBy(() -> indexer.byIndex("none", "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none");
  }

  /**
   * Objects name their type, as in the official client's informers, although items of a list do
   * not.
   */
  @Test
  void objectsNameTheirType() throws Exception {
    cluster.create("a", "x");
    SharedIndexInformer<V1ConfigMap> informer = informer(cluster.maps("default"));

    start(informer);

    V1ConfigMap read = informer.getIndexer().getByKey("default/a");
    assertThat(read.getKind()).isEqualTo("ConfigMap");
    assertThat(read.getApiVersion()).isEqualTo("v1");
  }

  @Test
  void usesTheSelectorsOfTheCall() throws Exception {
    cluster.create("a", "x");
    cluster.create("b", "y");
    SharedIndexInformer<V1ConfigMap> informer = informer(cluster.labelled("app in (y,z)"));

    start(informer);

    assertThat(informer.getIndexer().listKeys()).containsExactly("default/b");
  }

  @Test
  void readsResponsesOfWritesAtOnce() throws Exception {
    SharedIndexInformer<V1ConfigMap> informer = informer(cluster.maps("default"));
    start(informer);
    factory.wrote(cluster.create("a", "0"));

    for (int i = 1; i <= 100; i++) {
      factory.wrote(cluster.replace("a", Integer.toString(i)));

      assertThat(informer.getIndexer().getByKey("default/a").getData())
          .containsEntry("value", Integer.toString(i));
    }
  }

  @Test
  void transformsObjectsThatAreRead() throws Exception {
    cluster.create("a", "secret");
    SharedIndexInformer<V1ConfigMap> informer = informer(cluster.maps("default"));
    informer.setTransform(object -> ((V1ConfigMap) object).data(null));

    start(informer);

    assertThat(informer.getIndexer().getByKey("default/a").getData()).isNull();
    assertThatThrownBy(() -> informer.setTransform(object -> object))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void resumesFromDiskWithoutList() throws Exception {
    cluster.create("kept", "1");
    Path stores = directory.resolve("stores");
    factory.storeDirectory(stores);
    start(informer(cluster.maps("default")));
    factory.stopAllRegisteredInformers();
    cluster.create("added", "1");
    cluster.requests().clear();

    var next = new ListwatchInformerFactory(cluster.client()).storeDirectory(stores);
    SharedIndexInformer<V1ConfigMap> informer =
        next.sharedIndexInformerFor(
            cluster.maps("default"), V1ConfigMap.class, V1ConfigMapList.class);
    next.startAllRegisteredInformers();

    await()
        .atMost(SOON)
        .until(
            () -> informer.getIndexer().listKeys(),
            keys -> keys.containsAll(List.of("default/kept", "default/added")));
    // A page of one object shows whether the server still has the saved version.
    assertThat(cluster.requests())
        .filteredOn(each -> each.contains("/configmaps"))
        .isNotEmpty()
        .allMatch(each -> each.contains("watch=true") || each.contains("limit=1"))
        .noneMatch(each -> each.contains("sendInitialEvents=true"));
    next.stopAllRegisteredInformers();
  }

  /** The headers include credentials. */
  @Test
  void requestsHaveTheHeadersOfTheClientsCalls() {
    start(informer(cluster.maps("default")));

    assertThat(cluster.requests())
        .isNotEmpty()
        .allMatch(each -> each.endsWith(" from the official client"));
  }

  @Test
  void stopEndsItsRequests() {
    start(informer(cluster.maps("default")));
    assertThat(requestThreads()).isPositive();

    factory.stopAllRegisteredInformers();

    await().atMost(SOON).until(() -> requestThreads() == 0);
  }

  private static long requestThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().startsWith("listwatch-official-"))
        .count();
  }

  @Test
  void passesFailuresToTheExceptionHandler() {
    var failures = new LinkedBlockingQueue<Throwable>();
    CallGenerator unknown =
        parameters ->
            new CustomObjectsApi(cluster.client())
                .listClusterCustomObject("example.com", "v1", "nowheres")
                .buildCall(null);
    SharedIndexInformer<V1ConfigMap> informer =
        factory.sharedIndexInformerFor(
            unknown,
            V1ConfigMap.class,
            V1ConfigMapList.class,
            0,
            (type, failure) -> failures.add(failure));

    informer.run();

    await()
        .atMost(SOON)
        .until(failures::poll, each -> each instanceof ApiException api && api.getCode() == 404);
    assertThat(informer.hasSynced()).isFalse();
    assertThat(informer.lastSyncResourceVersion()).isEmpty();
  }

  @Test
  void rejectsWritesToTheStore() {
    var indexer = informer(cluster.maps("default")).getIndexer();
    V1ConfigMap map = Cluster.map("a", "1");

    assertThatThrownBy(() -> indexer.add(map)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> indexer.update(map)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> indexer.delete(map)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> indexer.replace(List.of(map), "1"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void reusesTheFirstInformerOfAClassIfConfigured() {
    var reusing = new ListwatchInformerFactory(cluster.client(), true);
    SharedIndexInformer<V1ConfigMap> first =
        reusing.sharedIndexInformerFor(
            cluster.maps("default"), V1ConfigMap.class, V1ConfigMapList.class);

    assertThat(
            reusing.sharedIndexInformerFor(
                cluster.maps("other"), V1ConfigMap.class, V1ConfigMapList.class))
        .isSameAs(first)
        .isSameAs(reusing.getExistingSharedIndexInformer(V1ConfigMap.class));
    assertThat(informer(cluster.maps("default"))).isNotSameAs(informer(cluster.maps("default")));
  }

  @Test
  void leavesInformersOfGenericApisToTheClient() throws Exception {
    var maps =
        new GenericKubernetesApi<>(
            V1ConfigMap.class, V1ConfigMapList.class, "", "v1", "configmaps", cluster.client());
    SharedIndexInformer<V1ConfigMap> informer =
        factory.sharedIndexInformerFor(maps, V1ConfigMap.class, 0, "default");
    cluster.create("a", "1");

    start(informer);

    assertThat(informer).isNotInstanceOf(OfficialInformer.class);
    assertThat(informer.getIndexer().listKeys()).contains("default/a");
  }

  @Test
  void rejectsCallsThatAreNotLists() {
    CallGenerator single =
        parameters ->
            new io.kubernetes.client.openapi.apis.CoreV1Api(cluster.client())
                .readNamespacedConfigMap("a", "default")
                .buildCall(null);

    assertThatThrownBy(() -> informer(single))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/api/v1/namespaces/default/configmaps/a");
  }

  /** Records the notifications of a handler as strings. */
  private static final class Events implements ResourceEventHandler<V1ConfigMap> {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Override
    public void onAdd(V1ConfigMap map) {
      add("added", map, null);
    }

    @Override
    public void onUpdate(V1ConfigMap before, V1ConfigMap map) {
      add("updated", before, map);
    }

    @Override
    public void onDelete(V1ConfigMap map, boolean finalStateUnknown) {
      add("deleted", map, null);
    }

    private void add(String what, V1ConfigMap map, @Nullable V1ConfigMap next) {
      String values = value(map);
      values += next == null ? "" : " " + value(next);
      events.add(what + " " + requireNonNull(map.getMetadata()).getName() + " " + values);
    }

    @Nullable String next() throws InterruptedException {
      return events.poll(60, TimeUnit.SECONDS);
    }
  }
}
