package io.listwatch.fabric8;

import static io.listwatch.fabric8.Cluster.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.listwatch.informer.InformerOptions;
import io.listwatch.time.ManualTimers;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests of a wrapped client's informers: resumed and overlapping watches. */
final class ListwatchReflectorTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Cluster cluster = new Cluster();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  @TempDir private Path directory = Path.of("");

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void resumesFromDiskWithoutList() {
    cluster.client().resource(map("kept", "1")).create();
    cluster.client().resource(map("deleted", "1")).create();
    try (KubernetesClient first = restartable()) {
      assertThat(first.configMaps().inNamespace("default").inform().getStore().listKeys())
          .contains("default/kept", "default/deleted");
    }
    cluster.client().resource(map("deleted", "1")).delete();
    cluster.client().resource(map("added", "1")).create();
    requests.clear();

    try (KubernetesClient second = restartable()) {
      var informer = second.configMaps().inNamespace("default").inform();

      await()
          .atMost(SOON)
          .until(
              () -> informer.getStore().listKeys(),
              keys -> keys.contains("default/added") && !keys.contains("default/deleted"));
      assertThat(informer.getStore().listKeys()).contains("default/kept");
      // A page of one object shows whether the server still has the saved version.
      assertThat(requests)
          .isNotEmpty()
          .allMatch(each -> each.contains("watch=true") || each.equals("limit=1"))
          .noneMatch(each -> each.contains("sendInitialEvents=true"));
    }
  }

  /** The saved objects come from another server, at the same address or at a different one. */
  @Test
  void listsAgainForAnotherCluster() {
    cluster.client().resource(map("foreign", "1")).create();
    try (KubernetesClient first = restartable()) {
      first.configMaps().inNamespace("default").inform();
    }

    try (var other = new Cluster();
        KubernetesClient second =
            ListwatchInformers.of(other.connect()).storeDirectory(stores()).wrap()) {
      other.client().resource(map("own", "1")).create();

      assertThat(second.configMaps().inNamespace("default").inform().getStore().listKeys())
          .contains("default/own")
          .doesNotContain("default/foreign");
    }
  }

  @Test
  void savesOnlyForItsOwner() throws Exception {
    try (KubernetesClient client = restartable()) {
      client.secrets().inNamespace("default").inform();
    }

    try (var files = Files.list(stores())) {
      assertThat(files)
          .singleElement()
          .satisfies(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
  }

  private KubernetesClient restartable() {
    return ListwatchInformers.of(cluster.connect(this::record)).storeDirectory(stores()).wrap();
  }

  private Path stores() {
    return directory.resolve("stores");
  }

  private void record(URI uri) {
    if (uri.getPath().endsWith("/configmaps")) {
      requests.add(String.valueOf(uri.getQuery()));
    }
  }

  /**
   * Only the clock of the informer is moved. The clock of the server is not, so the server does not
   * end the first watch before its timeout, and that watch is open when the second one is
   * requested.
   */
  @Test
  void opensTheNextWatchBeforeTheEndOfTheLast() {
    var timers = new ManualTimers();
    cluster.client().resource(map("a", "1")).create();
    try (KubernetesClient client = withOptions(each -> each.timers(timers))) {
      var informer = client.configMaps().inNamespace("default").inform();
      await().atMost(SOON).until(informer::isWatching);
      int before = requests.size();

      await().atMost(SOON).until(() -> advance(timers) && requests.size() > before);
      cluster.client().resource(map("a", "2")).update();

      await().atMost(SOON).until(() -> value(informer).equals("2"));
      assertThat(requests.subList(before, requests.size()))
          .singleElement()
          .asString()
          .contains("watch=true")
          .doesNotContain("sendInitialEvents=true");
      assertThat(informer.isWatching()).isTrue();
    }
  }

  private static boolean advance(ManualTimers timers) {
    timers.advance(Duration.ofSeconds(5));
    return true;
  }

  private KubernetesClient withOptions(Consumer<InformerOptions.Builder> options) {
    return ListwatchInformers.of(cluster.connect(this::record)).options(options).wrap();
  }

  private static String value(SharedIndexInformer<ConfigMap> informer) {
    return informer.getStore().getByKey("default/a").getData().getOrDefault("value", "");
  }
}
