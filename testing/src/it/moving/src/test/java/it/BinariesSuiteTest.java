package it;

import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubeapitest.Utils;
import io.fabric8.kubeapitest.binary.OSInfo;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** On the kube-apiserver and etcd in the directory {@code -Dassets}, as kube-api-test starts them. */
class BinariesSuiteTest extends Suite {
  private static KubeAPIServer server;
  private static KubernetesClient client;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    Path versions = Files.createDirectories(directory.resolve("k8s"));
    Files.createSymbolicLink(
        versions.resolve("1.36.0" + Utils.platformSuffix(new OSInfo())),
        Path.of(System.getProperty("assets")).toAbsolutePath());
    server =
        new KubeAPIServer(
            KubeAPIServerConfigBuilder.anAPIServerConfig()
                .withTestDir(directory.toString())
                .withOfflineMode(true)
                .build());
    server.start();
    Config config = Config.fromKubeconfig(server.getKubeConfigYaml());
    config.setNamespace("default");
    client = new KubernetesClientBuilder().withConfig(config).build();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.stop();
  }

  @Override
  KubernetesClient client() {
    return client;
  }
}
