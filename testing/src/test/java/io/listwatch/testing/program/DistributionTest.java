package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** The archive needs only a Java runtime, and read access is enough. */
final class DistributionTest {
  private static final String NOBODY = "65534";

  private static Path directory;
  private static Distribution distribution;

  @BeforeAll
  static void unpack(@TempDir Path given) {
    directory = given;
    distribution = Distribution.unpack(given);
  }

  @Test
  void everyFileHasTheSameTimestamp() throws IOException {
    var moments = new HashSet<FileTime>();
    for (Path each : files()) {
      moments.add(Files.getLastModifiedTime(each));
    }

    assertThat(moments).as("timestamps: builds of one source must not differ").hasSize(1);
  }

  /** Checks the archive itself; {@code .build/first-hour} compares two builds byte by byte. */
  @Test
  void archiveRecordsNeitherBuildTimeNorUser() throws IOException {
    try (InputStream archive = Files.newInputStream(Distribution.archive())) {
      assertThat(Arrays.copyOfRange(archive.readNBytes(8), 4, 8)).as("gzip's time").containsOnly(0);
    }
    String archive = Distribution.archive().toString();
    assertThat(Command.run("tar", "--numeric-owner", "-tvzf", archive).lines())
        .allMatch(line -> line.matches("\\S+ +(\\d+ +)?0[/ ]+0 .*"));
    for (Path each : files()) {
      if (each.getFileName().toString().matches("listwatch-.*\\.jar")) {
        try (var jar = new JarFile(each.toFile())) {
          assertThat(jar.stream().map(JarEntry::getTimeLocal).distinct()).hasSize(1);
        }
      }
    }
  }

  @Test
  void archiveContainsProgramAndLicence() throws IOException {
    assertThat(files())
        .extracting(each -> distribution.home().relativize(each).toString())
        .contains("bin/listwatch", "assets/kube-apiserver", "assets/etcd", "assets/kubectl")
        .contains("lib/java-options", "LICENSE", "NOTICE", "docs/operating.md")
        .contains("share/man/man1/listwatch.1", "share/man/man1/listwatch-serve.1")
        .noneMatch(name -> name.matches(".*(junit|assertj|-tests\\.jar).*"));
  }

  @Test
  void billOfMaterialsListsExactlyTheJars() throws Exception {
    Path file = distribution.home().resolve("lib/sbom.json");
    assumeTrue(Files.exists(file), "Maven leaves the bill of materials out when it is offline");
    byte[] sbom = Files.readAllBytes(file);
    JsonNode components = new ObjectMapper().readTree(sbom).path("components");
    List<String> listed = new ArrayList<>();
    for (JsonNode each : components) {
      if (!each.path("group").asText().equals("io.listwatch")) {
        listed.add(hash(each));
      }
    }

    List<String> jars = new ArrayList<>();
    for (Path each : files()) {
      String name = each.getFileName().toString();
      if (name.endsWith(".jar") && !name.startsWith("listwatch-")) {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(each));
        jars.add(HexFormat.of().formatHex(digest));
      }
    }
    assertThat(listed).isNotEmpty().containsExactlyInAnyOrderElementsOf(jars);
  }

  private static String hash(JsonNode component) {
    for (JsonNode each : component.path("hashes")) {
      if (each.path("alg").asText().equals("SHA-256")) {
        return each.path("content").asText();
      }
    }
    return "";
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(distribution.home())) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void launcherWorksThroughALink() throws IOException {
    Path link = directory.resolve("link");
    Files.createSymbolicLink(link, Path.of(distribution.launcher()));

    assertThat(Command.run("sh", "-c", "cd / && exec \"$0\" version", link.toString()))
        .matches("listwatch \\d+\\.\\d+\\.\\d+\\S* on Java \\S+");
    assertThat(Command.run(link.toString(), "--help")).startsWith("Usage: listwatch ");
  }

  @Test
  void unprivilegedUserRunsItFromAReadOnlyFileSystem(
      @TempDir Path writable, TestReporter reporter) {
    Path data = writable.resolve("data");
    assertThat(Command.run("mkdir", data.toString())).isEmpty();
    var serve = new ArrayList<>(List.of(distribution.launcher(), "serve", "--port=0"));
    serve.addAll(List.of("--data", data.toString(), "--http-port=0"));

    try (var command = Command.start(restricted(serve, writable, reporter))) {
      String url = command.out().await("curl -N '(http://127\\.0\\.0\\.1:\\d+)/").group(1);
      var http = new Http(URI.create(url));

      assertThat(http.createConfigMap("written")).isPositive();
      assertThat(http.get("/readyz").body()).isEqualTo("ok");
      command.signal("TERM");
      assertThat(command.awaitEnd()).as(command.errors().text()).isZero();
      assertThat(command.errors().awaitEnd()).doesNotContain("WARN", "ERROR");
    }
    assertThat(data.resolve("kubeconfig")).exists();
    assertThat(distribution.home().toFile().list())
        .as("files in the installation directory")
        .containsExactlyInAnyOrder("LICENSE", "NOTICE", "assets", "bin", "docs", "lib", "share");
  }

  /**
   * Runs a command as an unprivileged user who can write to one directory only. On machines that do
   * not allow mounts, file permissions alone protect the rest.
   */
  private static List<String> restricted(
      List<String> command, Path writable, TestReporter reporter) {
    if (!Command.run("id", "-u").equals("0")) {
      reporter.publishEntry("read-only", "not root: no mounts are made, the files are closed");
      assertThat(Command.run("chmod", "-R", "a-w", directory.toString())).isEmpty();
      return command;
    }
    assertThat(Command.run("chown", "-R", NOBODY, writable.toString())).isEmpty();
    var words = new ArrayList<String>();
    if (mayMount()) {
      String mounts =
          "mount --make-rprivate / && mount --bind '%1$s' '%1$s' && mount -o remount,bind,ro / &&"
              + " exec \"$@\"";
      words.addAll(List.of("unshare", "--mount", "sh", "-c", mounts.formatted(writable), "sh"));
    } else {
      reporter.publishEntry("read-only", "no mounts allowed: root owns the files");
    }
    words.addAll(asNobody(command));
    return words;
  }

  private static List<String> asNobody(List<String> command) {
    var words = new ArrayList<>(List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY));
    words.add("--clear-groups");
    words.addAll(command);
    return words;
  }

  private static boolean mayMount() {
    try (var probe = Command.start(List.of("unshare", "--mount", "true"))) {
      return probe.awaitEnd() == 0;
    }
  }
}
