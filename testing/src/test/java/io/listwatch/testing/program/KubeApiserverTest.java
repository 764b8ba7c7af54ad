package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.etcd.EtcdCluster;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stand-ins for kube-apiserver and etcd, started as test suites start them. */
final class KubeApiserverTest {
  private static final String READY = "ready at https://127\\.0\\.0\\.1:(\\d+), with its objects ";

  private static final String TOKEN = "Authorization: Bearer secret";

  @TempDir private Path directory = Path.of("");

  @Test
  void etcdStandInIsHealthyAndEmpty() throws IOException {
    String url = "http://127.0.0.1:" + freePort();
    try (var etcd = standIn(url)) {
      assertThat(curl(url + "/health")).isEqualTo("{\"health\":\"true\",\"reason\":\"\"}");
      assertThat(curl(url + "/version")).contains("\"etcdserver\":\"3.", "stand-in");
      assertThat(curl(url + "/v3/kv/range")).isEqualTo("404 page not found");

      assertThat(etcd.errors().text())
          .contains("flags that have no effect here: -data-dir /none --unsafe-no-fsync=true");
      etcd.signal("TERM");
      assertThat(etcd.awaitEnd()).isZero();
    }
  }

  @Test
  void keepsObjectsInMemoryWithTheStandInAndNamesIgnoredFlags() throws IOException {
    String url = "http://127.0.0.1:" + freePort();
    try (var server = serve(url, "--allow-privileged");
        var etcd = standIn(url)) {
      String port = server.errors().await(READY + "in memory").group(1);

      assertThat(etcd.errors().text()).contains("stores nothing");
      assertThat(curlDefault(port, "-H", TOKEN)).contains("\"name\": \"default\"");
      // With AlwaysAllow, kube-apiserver rejects anonymous requests.
      assertThat(curlDefault(port)).contains("\"code\": 401");
      assertThat(server.errors().text())
          .contains("flags that have no effect here: --feature-gates A=true\n");
      server.signal("TERM");
      assertThat(server.awaitEnd()).isZero();
    }
  }

  @Test
  void rejectsEncryptionConfiguration() throws IOException {
    try (var server =
        Program.start(
            "kube-apiserver",
            "--etcd-servers=http://127.0.0.1:1",
            "--encryption-provider-config=/none")) {
      assertThat(server.awaitEnd()).isEqualTo(64);
      assertThat(server.errors().text())
          .contains("--encryption-provider-config is not implemented: objects are stored without");
    }
  }

  @Test
  void rejectsInvalidEtcdAddress() throws IOException {
    try (var server = Program.start("kube-apiserver", "--etcd-servers", "ftp://nowhere")) {
      assertThat(server.awaitEnd()).isEqualTo(64);
      assertThat(server.errors().awaitEnd()).contains("--etcd-servers: ftp://nowhere");
    }
  }

  @Test
  @Tag("etcd")
  void keepsObjectsInARealEtcd() throws IOException {
    try (var etcd = EtcdCluster.start(1)) {
      String url = etcd.endpoints().get(0).toString();
      assertThat(uidOfDefault(url)).isNotEmpty().isEqualTo(uidOfDefault(url));
    }
  }

  private String uidOfDefault(String etcd) throws IOException {
    try (var server = serve(etcd, "--authorization-mode=AlwaysAllow")) {
      String port = server.errors().await(READY + "in etcd").group(1);
      String namespace = curlDefault(port, "-H", TOKEN);
      assertThat(namespace).contains("\"uid\"");
      server.signal("TERM");
      assertThat(server.awaitEnd()).isZero();
      return namespace.replaceFirst(".*\"uid\":\"([^\"]+)\".*", "$1");
    }
  }

  private static Command standIn(String url) {
    var etcd =
        Program.start(
            "etcd", "-data-dir", "/none", "--listen-client-urls", url, "--unsafe-no-fsync=true");
    etcd.errors().await("a stand-in for etcd, which stores nothing, listens at ");
    return etcd;
  }

  private Command serve(String etcd, String... flags) throws IOException {
    Path tokens = Files.writeString(directory.resolve("tokens.csv"), "secret,jane,1\n");
    var words = new ArrayList<>(List.of("kube-apiserver", "--etcd-servers=" + etcd));
    words.addAll(List.of("--cert-dir", directory.toString(), "--bind-address=127.0.0.1"));
    words.addAll(List.of("--secure-port", "0", "--token-auth-file=" + tokens));
    words.addAll(List.of(flags));
    words.addAll(List.of("--feature-gates", "A=true"));
    return Program.start(words.toArray(String[]::new));
  }

  private static String curlDefault(String port, String... arguments) {
    var words = new ArrayList<>(List.of(arguments));
    words.addAll(List.of("-k", "https://127.0.0.1:" + port + "/api/v1/namespaces/default"));
    return curl(words.toArray(String[]::new));
  }

  private static String curl(String... arguments) {
    var words = new ArrayList<>(List.of("curl", "-s"));
    words.addAll(List.of(arguments));
    return Command.run(words);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
