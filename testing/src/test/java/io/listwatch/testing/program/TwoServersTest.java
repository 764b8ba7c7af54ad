package io.listwatch.testing.program;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.listwatch.storage.etcd.EtcdCluster;
import io.listwatch.storage.etcd.EtcdMember;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two servers on one etcd cluster act as one API, even while a server or an etcd member is down.
 */
@Tag("etcd")
final class TwoServersTest {
  private static final int PATIENCE_MILLIS = 60_000;

  private static EtcdCluster etcd;
  private static Program left;
  private static Program right;
  private static Http throughLeft;
  private static Http throughRight;

  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void start(@TempDir Path directory) {
    etcd = EtcdCluster.start(3);
    left = Program.serve(directory.resolve("left"), onEtcd());
    right = Program.serve(directory.resolve("right"), onEtcd());
    throughLeft = new Http(left.plain());
    throughRight = new Http(right.plain());
  }

  private static String[] onEtcd() {
    String endpoints =
        etcd.endpoints().stream().map(String::valueOf).collect(Collectors.joining(","));
    return new String[] {"--storage", "etcd", "--etcd-endpoints", endpoints};
  }

  @AfterAll
  static void end() {
    left.close();
    right.close();
    etcd.close();
  }

  @AfterEach
  void closeClients() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  @Test
  void watchesSeeWritesThroughTheOtherServerInOrder() {
    Output watch = throughRight.watchConfigMaps(throughLeft.createConfigMap("order-start"));

    var written = new ArrayList<String>();
    for (int i = 0; i < 25; i++) {
      written.add("" + throughLeft.createConfigMap("order-left-" + i));
      written.add("" + throughRight.createConfigMap("order-right-" + i));
    }

    assertThat(watch.await("\"resourceVersion\":\"(\\d+)\",\"name\":\"order-", 50))
        .extracting((MatchResult each) -> each.group(1))
        .containsExactlyElementsOf(written);
  }

  @Test
  void listsSeeWritesThroughTheOtherServerAtOnce() {
    for (int i = 0; i < 20; i++) {
      throughLeft.createConfigMap("fresh-" + i);

      assertThat(throughRight.configMaps()).contains("\"fresh-" + i + "\"");
    }
  }

  @Test
  void informersSurviveAKilledServer() {
    SharedIndexInformer<ConfigMap> ofLeft = informer(left);
    SharedIndexInformer<ConfigMap> ofRight = informer(right);
    throughLeft.createConfigMap("killed-before");
    // The informer is watching by then. Before that, a retry is up to the library.
    awaitNames(ofLeft, "killed-before");

    left.kill();
    throughRight.createConfigMap("killed-meanwhile");
    awaitNames(ofRight, "killed-before", "killed-meanwhile");
    left = left.again(onEtcd());
    throughLeft.createConfigMap("killed-after");

    awaitNames(ofLeft, "killed-before", "killed-meanwhile", "killed-after");
    awaitNames(ofRight, "killed-before", "killed-meanwhile", "killed-after");
  }

  @Test
  void informersSurviveAKilledEtcdLeader() {
    SharedIndexInformer<ConfigMap> ofLeft = informer(left);
    SharedIndexInformer<ConfigMap> ofRight = informer(right);
    throughLeft.createConfigMap("led-before");
    // The informers are watching by then, as above.
    awaitNames(ofLeft, "led-before");
    awaitNames(ofRight, "led-before");

    EtcdMember leader = etcd.leader();
    leader.kill();
    createOnceItCan(throughLeft, "led-left");
    createOnceItCan(throughRight, "led-right");

    awaitNames(ofLeft, "led-before", "led-left", "led-right");
    awaitNames(ofRight, "led-before", "led-left", "led-right");
    assertThat(throughLeft.configMaps()).contains("led-before", "led-left", "led-right");
    leader.restart();
    leader.awaitReady();
  }

  /** Retries: without a leader, a write may fail and yet take effect. */
  private static void createOnceItCan(Http server, String name) {
    await()
        .untilAsserted(
            () -> assertThat(server.tryToCreateConfigMap(name).statusCode()).isIn(201, 409));
  }

  private SharedIndexInformer<ConfigMap> informer(Program server) {
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(server.plain().toString())
            // Without this limit, the client would wait up to a minute before a retry.
            .withRequestRetryBackoffLimit(0)
            .withWatchReconnectInterval(100)
            .withRequestTimeout(PATIENCE_MILLIS)
            .withConnectionTimeout(PATIENCE_MILLIS)
            .build();
    KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build();
    SharedIndexInformer<ConfigMap> informer = client.configMaps().inNamespace("default").inform();
    opened.add(informer);
    opened.add(client);
    return informer;
  }

  private static void awaitNames(SharedIndexInformer<ConfigMap> informer, String... names) {
    await().untilAsserted(() -> assertThat(namesIn(informer)).contains(names));
  }

  private static List<String> namesIn(SharedIndexInformer<ConfigMap> informer) {
    return informer.getStore().list().stream().map(each -> each.getMetadata().getName()).toList();
  }
}
