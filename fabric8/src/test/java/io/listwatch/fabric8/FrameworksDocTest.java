package io.listwatch.fabric8;

import static io.listwatch.fabric8.Cluster.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.javaoperatorsdk.operator.Operator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/frameworks. */
final class FrameworksDocTest {
  private static final Path PAGE =
      Path.of(System.getProperty("basedir", ""))
          .toAbsolutePath()
          .resolveSibling("docs/frameworks/fabric8.md");

  private static final Cluster cluster = new Cluster();

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void wrapsClient() {
    Config config = cluster.client().getConfiguration();
    KubernetesClient client =
        ListwatchInformers.wrap(new KubernetesClientBuilder().withConfig(config).build());
    try (client) {
      client.resource(map("a", "1")).create();

      assertThat(client.configMaps().inform().getStore().listKeys()).contains("default/a");
    }
  }

  @Test
  void setsOptions() {
    KubernetesClient given = cluster.connect();
    KubernetesClient client =
        ListwatchInformers.of(given)
            .options(each -> each.keepManagedFields(false).decodedWeight(32 << 20))
            .except(Secret.class)
            .wrap();
    try (client) {
      client.resource(map("b", "1")).create();
      ConfigMap read = client.configMaps().inform().getStore().getByKey("default/b");

      assertThat(read.getMetadata().getManagedFields()).isNullOrEmpty();
      assertThat(client.secrets().runnableInformer(0)).isNotInstanceOf(ListwatchInformer.class);
    }
  }

  /** The path on the page differs from that of the test. */
  @Test
  void savesStores(@TempDir Path directory) throws IOException {
    KubernetesClient given = cluster.connect();
    assertThat(Files.readString(PAGE))
        .contains("ListwatchInformers.of(given).storeDirectory(Path.of(");

    KubernetesClient client =
        ListwatchInformers.of(given).storeDirectory(directory.resolve("stores")).wrap();
    try (client) {
      client.configMaps().inAnyNamespace().inform();
    }

    assertThat(directory.resolve("stores")).isNotEmptyDirectory();
  }

  @Test
  void keepsBytesInForeignInformer() {
    KubernetesClient client = cluster.client();
    client.resource(map("c", "1")).create();

    SharedIndexInformer<ConfigMap> informer =
        client.configMaps().inAnyNamespace().runnableInformer(0);
    informer.itemStore(LeanItemStore.of(client, ConfigMap.class)).start();

    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> informer.getStore().getByKey("default/c") != null);
    informer.stop();
  }

  @Test
  void startsOperator() {
    cluster.define(Page.definition());
    KubernetesClient given = cluster.connect();

    KubernetesClient client = ListwatchInformers.wrap(given);
    Operator operator = new Operator(settings -> settings.withKubernetesClient(client));
    operator.register(new PageReconciler());
    operator.start();

    assertThat(operator.getRuntimeInfo().isStarted()).isTrue();
    assertThat(operator.getRuntimeInfo().allEventSourcesAreHealthy()).isTrue();
    operator.stop();
  }
}
