package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands for a server's data, with the server running or stopped. */
final class DataCommandsTest {
  @TempDir private Path directory = Path.of("");

  private String run(int code, String... arguments) {
    try (var command = Program.start(arguments)) {
      assertThat(command.awaitEnd()).as(command.errors().text()).isEqualTo(code);
      return code == 0 ? command.out().awaitEnd() : command.errors().awaitEnd();
    }
  }

  /** Follows the runbook for a lost certificate authority. */
  @Test
  void serverWithLostCaCreatesAnotherAndKeepsItsObjects() throws IOException {
    Path data = directory.resolve("data");
    Path authority = data.resolve("pki/ca.crt");
    String lost;
    try (var server = Program.serve(data)) {
      new Http(server.plain()).createConfigMap("kept");
      lost = Files.readString(authority);
      server.command().signal("TERM");
      assertThat(server.command().awaitEnd()).isZero();
    }
    Files.delete(data.resolve("pki/ca.key"));
    assertThat(run(1, "serve", "--data", data.toString(), "--port=0")).contains("ca.key");
    Files.move(data.resolve("pki"), data.resolve("pki-lost"));

    try (var server = Program.serve(data)) {
      assertThat(Files.readString(authority)).isNotEqualTo(lost);
      assertThat(new Kubectl(server.kubeconfig(), directory).run("get", "configmap", "kept"))
          .contains("kept");
    }
  }

  @Test
  void restoresBackupOfARunningServer() {
    Path data = directory.resolve("data");
    String backup = directory.resolve("backup").toString();
    long seen;
    try (var server = Program.serve(data)) {
      var http = new Http(server.plain());
      http.createConfigMap("before");
      assertThat(run(0, "backup", "--data", data.toString(), backup)).isEqualTo("wrote " + backup);
      seen = http.createConfigMap("after");

      assertThat(run(1, "restore", "--data", data.toString(), backup)).contains("in use");
      assertThat(run(1, "check", "--data", data.toString())).contains("in use");
      server.command().signal("TERM");
      assertThat(server.command().awaitEnd()).isZero();
    }

    assertThat(run(0, "restore", "--data", data.toString(), backup)).startsWith("restored ");
    assertThat(run(0, "check", "--data", data.toString())).isEqualTo("no damage found");
    assertThat(run(0, "compact", "--data", data.toString())).startsWith("nothing before version ");

    try (var server = Program.serve(data)) {
      var http = new Http(server.plain());
      assertThat(http.configMaps()).contains("\"before\"").doesNotContain("\"after\"");
      assertThat(http.createConfigMap("later")).isGreaterThan(seen);
      http.watchConfigMaps(seen).await("\"type\":\"ERROR\".*\"code\":410");
    }
  }
}
