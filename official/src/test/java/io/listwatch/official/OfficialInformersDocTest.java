package io.listwatch.official;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/frameworks/official.md that replace informers. */
final class OfficialInformersDocTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Path PAGE =
      Path.of(System.getProperty("basedir", ""))
          .toAbsolutePath()
          .resolveSibling("docs/frameworks/official.md");

  private final Cluster cluster = new Cluster();
  private final ApiClient client = cluster.client();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void replacesInformers() throws Exception {
    cluster.create("greeting", "hello");

    SharedInformerFactory factory = new ListwatchInformerFactory(client);

    SharedIndexInformer<V1ConfigMap> informer = informer(factory);
    assertThat(informer).isInstanceOf(OfficialInformer.class);
    assertThat(informer.getIndexer().listKeys()).containsExactly("default/greeting");
    factory.stopAllRegisteredInformers();
  }

  private SharedIndexInformer<V1ConfigMap> informer(SharedInformerFactory factory) {
    SharedIndexInformer<V1ConfigMap> informer =
        factory.sharedIndexInformerFor(
            cluster.maps("default"), V1ConfigMap.class, V1ConfigMapList.class);
    factory.startAllRegisteredInformers();
    await().atMost(SOON).until(informer::hasSynced);
    return informer;
  }

  /** The path on the page differs from that of the test. */
  @Test
  void resumesAndReadsOwnWrites(@TempDir Path directory) throws Exception {
    cluster.create("greeting", "hello");
    assertThat(page()).contains(".storeDirectory(Path.of(");
    Path stores = directory.resolve("stores");
    var api = new CoreV1Api(client);
    V1ConfigMap changed = Cluster.map("greeting", "good-morning");

    var factory =
        new ListwatchInformerFactory(client)
            .storeDirectory(stores)
            .options(each -> each.decodedWeight(32 << 20));

    SharedIndexInformer<V1ConfigMap> informer = informer(factory);
    factory.wrote(api.replaceNamespacedConfigMap("greeting", "default", changed).execute());
    assertThat(informer.getIndexer().getByKey("default/greeting").getData())
        .containsEntry("value", "good-morning");
    factory.stopAllRegisteredInformers();
    assertThat(stores).isNotEmptyDirectory();
  }

  private static String page() throws IOException {
    return Files.readString(PAGE);
  }
}
