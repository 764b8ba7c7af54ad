package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfig;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubeapitest.Utils;
import io.fabric8.kubeapitest.binary.OSInfo;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.listwatch.testing.DocPage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * fabric8's kube-api-test, unmodified, runs on the archive's assets instead of the binaries that it
 * would download.
 */
final class KubeApiTestTest {
  private static final int STARTUP_MILLIS = 180_000;
  private static final TimeZone ZONE = TimeZone.getDefault();

  private static KubeAPIServerConfig config;
  private static KubeAPIServer server;
  private static Config connection;
  private static KubernetesClient client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    moveMidnightAway();
    Path unpacked = Files.createDirectory(directory.resolve("unpacked"));
    String assets = Distribution.unpack(unpacked).assets().toString();
    for (String line : DocPage.of("docs/operating.md").commands(KubeApiTestTest.class)) {
      String here =
          line.replace("/opt/listwatch/assets", assets)
              .replace("-linux-amd64", Utils.platformSuffix(new OSInfo()));
      assertThat(Command.run("env", "HOME=" + directory, "bash", "-c", here)).isEmpty();
    }
    config =
        KubeAPIServerConfigBuilder.anAPIServerConfig()
            .withTestDir(directory.resolve(".kubeapitest").toString())
            .withOfflineMode(true)
            .withWaitForEtcdHealthCheckOnStartup(true)
            .withStartupTimeout(STARTUP_MILLIS)
            .build();
    server = new KubeAPIServer(config);
    server.start();
    connection = Config.fromKubeconfig(server.getKubeConfigYaml());
    client = new KubernetesClientBuilder().withConfig(connection).build();
  }

  @AfterAll
  static void stop() {
    TimeZone.setDefault(ZONE);
    client.close();
    server.stop();
  }

  /**
   * Moves the time zone to noon: kube-api-test compares times of day, and a wait that would last
   * past midnight ends at once.
   */
  private static void moveMidnightAway() {
    int hours = 12 - OffsetDateTime.now(ZoneOffset.UTC).getHour();
    TimeZone.setDefault(TimeZone.getTimeZone(ZoneOffset.ofHours(hours)));
  }

  @Test
  void administratorMayDoEverything() {
    var note =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("note")
            .withNamespace("default")
            .endMetadata()
            .addToData("text", "hello")
            .build();

    ConfigMap applied = client.resource(note).serverSideApply();

    assertThat(applied.getMetadata().getUid()).isNotEmpty();
    assertThat(client.configMaps().inNamespace("default").withName("note").get().getData())
        .containsEntry("text", "hello");
  }

  /** Test suites expect this: a bare kube-apiserver has no controller manager either. */
  @Test
  void deletedNamespaceStaysTerminating() {
    var namespace = new NamespaceBuilder().withNewMetadata().withName("left").endMetadata().build();
    Namespace created = client.resource(namespace).create();

    assertThat(client.resource(created).delete()).isNotEmpty();

    assertThat(client.namespaces().withName("left").get().getStatus().getPhase())
        .isEqualTo("Terminating");
    assertThat(client.serviceAccounts().inNamespace("default").list().getItems()).isEmpty();
  }

  @Test
  void serversAreSeparateAndStopEndsTheProcess() throws IOException {
    var other =
        new KubeAPIServer(
            KubeAPIServerConfigBuilder.anAPIServerConfig()
                .withTestDir(config.getKubeAPITestDir())
                .withOfflineMode(true)
                .withStartupTimeout(STARTUP_MILLIS)
                .withApiServerFlags(List.of("--run-controllers", "namespace-lifecycle"))
                .build());
    other.start();
    var url = Config.fromKubeconfig(other.getKubeConfigYaml());
    try (var theirs = new KubernetesClientBuilder().withConfig(url).build()) {
      var gone = new NamespaceBuilder().withNewMetadata().withName("gone").endMetadata().build();
      Namespace created = theirs.resource(gone).create();

      assertThat(client.namespaces().withName("gone").get()).isNull();
      assertThat(theirs.resource(created).delete()).isNotEmpty();
      theirs.resource(created).waitUntilCondition(each -> each == null, 180, TimeUnit.SECONDS);
    } finally {
      other.stop();
    }

    int port = URI.create(url.getMasterUrl()).getPort();
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .as("the process that was killed was the server itself")
        .isInstanceOf(IOException.class);
  }
}
