package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.etcd.Certificates;
import io.listwatch.storage.etcd.EtcdCluster;
import io.listwatch.testing.DocPage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the etcdctl commands of docs/operating.md. */
@Tag("etcd")
@Tag("etcdctl")
final class EtcdctlTest {
  private static final DocPage PAGE = DocPage.of("docs/operating.md");

  @TempDir private Path directory = Path.of("");

  @BeforeAll
  static void find() {
    assertThat(ThirdPartyProgram.find("etcdctl", "apt-get install etcd-client")).isNotEmpty();
  }

  @Test
  void backsUpEtcd() throws Exception {
    assertThat(play("Back up and restore")).contains("Snapshot saved at ");

    assertThat(directory.resolve("backup/monday.snapshot")).isNotEmptyFile();
  }

  @Test
  void showsTheLeader() throws Exception {
    assertThat(play("Storage does not answer")).contains("https://127.0.0.1:", "true");
  }

  private String play(String heading) throws Exception {
    List<String> commands = PAGE.section(heading).commands(EtcdctlTest.class);
    assertThat(commands).hasSize(1);
    Certificates.make(directory, "ca");
    try (var shell = new OperatorShell(directory);
        var etcd =
            EtcdCluster.start(
                1,
                "--cert-file=" + directory.resolve("ca.crt"),
                "--key-file=" + directory.resolve("ca.key"))) {
      String endpoint = etcd.endpoints().get(0).toString();
      shell.place("https://10.0.0.1:2379", endpoint);
      shell.place("https://10.0.0.2:2379", endpoint);
      return shell.run(commands.get(0));
    }
  }
}
