package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.etcd.Certificates;
import io.listwatch.storage.etcd.EtcdCluster;
import io.listwatch.testing.DocPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of docs/operating.md, section by section from top to bottom, in temporary
 * directories; see {@link OperatorShell}.
 */
final class OperatingDocTest {
  private static final DocPage PAGE = DocPage.of("docs/operating.md");

  private final Path directory;
  private final OperatorShell shell;

  OperatingDocTest(@TempDir Path directory) {
    this.directory = directory;
    this.shell = new OperatorShell(directory);
  }

  @AfterEach
  void close() {
    shell.close();
  }

  /** Fails when a new section has commands that no test runs. */
  @Test
  void everySectionWithCommandsHasATest() {
    assertThat(PAGE.headings(OperatingDocTest.class))
        .containsExactly(
            "Install",
            "Back up and restore",
            "Upgrade the stored format",
            "Run several servers on one etcd",
            "Manage certificates",
            "Monitor",
            "The disk is full",
            "The authority is lost or has expired",
            "It does not start");
  }

  @Test
  @Tag("curl")
  @Tag("kubectl")
  void installsAServer() {
    String said = runSection("Install");

    assertThat(said).contains("ok", "kube-system");
  }

  @Test
  @Tag("etcd")
  void backsUpRestoresChecksCompactsAndMovesData() throws Exception {
    Certificates.make(directory, "ca");
    try (var etcd = secureEtcd()) {
      shell.place("https://10.0.0.1:2379", etcd.endpoints().get(0).toString());
      serveWith("before");
      String said = runSection("Back up and restore");

      assertThat(said)
          .contains("wrote ", "restored ", "no damage found", "compacted: versions before ")
          .contains("copied; the copy begins at version ");
    }
    assertThat(serve().configMaps()).contains("\"before\"");
  }

  @Test
  void migratesTheStoredFormatAndBack() {
    serveWith("before");

    assertThat(runSection("Upgrade the stored format"))
        .contains("objects in format 2", "objects in format 1");
    assertThat(serve().configMaps()).contains("\"before\"");
  }

  @Test
  @Tag("etcd")
  void runsOnEtcd() throws Exception {
    Certificates.make(directory, "ca");
    Certificates.make(directory, "c");
    try (var etcd = secureEtcd()) {
      String endpoint = etcd.endpoints().get(0).toString();
      shell.place("https://10.0.0.1:2379", endpoint);
      shell.place("https://10.0.0.2:2379", endpoint);

      assertThat(runSection("Run several servers on one etcd")).contains("ready at ");
      assertThat(shell.http().createConfigMap("kept")).isPositive();
      shell.stop();
    }
  }

  private EtcdCluster secureEtcd() {
    return EtcdCluster.start(
        1,
        "--cert-file=" + directory.resolve("ca.crt"),
        "--key-file=" + directory.resolve("ca.key"));
  }

  @Test
  @Tag("kubectl")
  void issuesAUserCertificate() {
    serveWith("there");

    assertThat(runSection("Manage certificates")).contains("kube-system");
  }

  @Test
  @Tag("curl")
  void scrapesMetrics() {
    assertThat(runSection("Monitor")).contains("# TYPE apiserver_resource_objects gauge");
  }

  @Test
  void compactsAFullDatabase() {
    serveWith("there");

    assertThat(runSection("The disk is full")).contains("compacted: versions before ");
    assertThat(serve().configMaps()).contains("\"there\"");
  }

  @Test
  @Tag("kubectl")
  void replacesALostCa() throws IOException {
    serveWith("there");
    String lost = Files.readString(shell.data().resolve("pki/ca.crt"));

    assertThat(runSection("The authority is lost or has expired")).contains("kube-system");
    assertThat(Files.readString(shell.data().resolve("pki/ca.crt"))).isNotEqualTo(lost);
    assertThat(shell.http().configMaps()).contains("\"there\"");
  }

  @Test
  void checksAndRestoresAServerThatDoesNotStart() {
    serveWith("there");
    shell.run("listwatch backup --data /var/lib/listwatch /backup/monday.db");

    assertThat(runSection("It does not start")).contains("no damage found", "restored ");
    assertThat(shell.http().configMaps()).contains("\"there\"");
  }

  private String runSection(String heading) {
    List<String> commands = PAGE.section(heading).commands(OperatingDocTest.class);
    var said = new StringBuilder();
    for (String each : commands) {
      said.append(shell.run(each)).append('\n');
    }
    return said.toString();
  }

  private void serveWith(String name) {
    assertThat(serve().createConfigMap(name)).isPositive();
  }

  private Http serve() {
    assertThat(shell.run("listwatch serve --data /var/lib/listwatch")).contains("ready at ");
    return shell.http();
  }
}
