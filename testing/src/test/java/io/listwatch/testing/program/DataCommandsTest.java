package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands for a server's data, with the server running or stopped. */
final class DataCommandsTest {
  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
  private static final String ROLE =
      """
      {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"reader"}}\
      """;

  /** The command in docs/authority.md, without the name of the program. */
  private static final String AUTHORITY_CHECK =
      "listwatch authority check --data /var/lib/listwatch".replaceFirst("listwatch ", "");

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
    assertThat(run(0, "compact", "--data", data.toString()))
        .startsWith("compacted: versions before ");

    try (var server = Program.serve(data)) {
      var http = new Http(server.plain());
      assertThat(http.configMaps()).contains("\"before\"").doesNotContain("\"after\"");
      assertThat(http.createConfigMap("later")).isGreaterThan(seen);
      http.watchConfigMaps(seen).await("\"type\":\"ERROR\".*\"code\":410");
    }
  }

  /**
   * Without RBAC the server creates no bootstrap roles, as in versions that did not enforce roles.
   */
  @Test
  void firstStartWithRbacListsObjectsThatTakeEffect() {
    Path data = directory.resolve("data");
    try (var server = Program.serve(data, "--authorization-mode=AlwaysAllow")) {
      assertThat(new Http(server.plain()).post(ROLES, ROLE).statusCode()).isEqualTo(201);
      server.command().signal("TERM");
      assertThat(server.command().awaitEnd()).isZero();
    }

    assertThat(run(0, AUTHORITY_CHECK.replace("/var/lib/listwatch", data.toString()).split(" ")))
        .startsWith("Role default/reader\n");

    try (var server = Program.serve(data)) {
      server.command().errors().await("from now on these take effect: 1 roles and bindings, 0 web");
      server.command().signal("TERM");
      assertThat(server.command().awaitEnd()).isZero();
    }
    try (var server = Program.serve(data)) {
      server.command().signal("TERM");
      assertThat(server.command().awaitEnd()).isZero();
      assertThat(server.command().errors().awaitEnd()).doesNotContain("from now on");
    }
  }
}
