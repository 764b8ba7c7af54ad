package io.listwatch.client.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Caching and reloading of credentials. */
@Timeout(60)
final class CredentialsTest {
  private final ManualTimers timers = new ManualTimers();
  private final Path directory;

  CredentialsTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void readsTheTokenFileAgainAfterItsMaximumAge() throws Exception {
    Path file = write("token", "one\n");
    var credentials = new TokenFile(file, null, timers);

    assertThat(credentials.current()).isEqualTo(Credential.bearer("one"));
    write("token", "two\n");
    assertThat(credentials.current()).isEqualTo(Credential.bearer("one"));
    timers.advance(TokenFile.MAX_AGE);
    assertThat(credentials.current()).isEqualTo(Credential.bearer("two"));
  }

  @Test
  void readsARejectedTokenAgainImmediately() throws Exception {
    Path file = write("token", "one");
    var credentials = new TokenFile(file, null, timers);
    Credential first = credentials.current();
    write("token", "two");

    credentials.rejected(Credential.bearer("another's"));
    assertThat(credentials.current()).isEqualTo(first);
    credentials.rejected(first);
    assertThat(credentials.current()).isEqualTo(Credential.bearer("two"));
  }

  @Test
  void usesTheOldTokenWhileTheFileIsUnreadable() throws Exception {
    Path file = write("token", "one");
    var credentials = new TokenFile(file, null, timers);
    Credential first = credentials.current();
    Files.delete(file);
    timers.advance(TokenFile.MAX_AGE);

    assertThat(credentials.current()).isEqualTo(first);
    assertThat(new TokenFile(file, "given", timers).current())
        .isEqualTo(Credential.bearer("given"));
    assertThatThrownBy(() -> new TokenFile(file, null, timers).current())
        .isInstanceOf(UnavailableException.class);
  }

  @Test
  void execPluginRunsOnceUntilTheCredentialExpires() throws Exception {
    Path script =
        script(
            """
            echo x >> runs
            n=$(wc -l < runs)
            [ "$EXTRA" = more ] || exit 3
            printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",'
            printf '"status":{"token":"t%s-%s","expirationTimestamp":"%s"}}' $n "$1" "$2"
            """);
    var plugin = plugin(script, List.of("arg", timers.now().plusSeconds(60).toString()));

    assertThat(plugin.current()).isEqualTo(Credential.bearer("t1-arg"));
    assertThat(plugin.current()).isEqualTo(Credential.bearer("t1-arg"));
    timers.advance(Duration.ofSeconds(51));
    assertThat(plugin.current()).isEqualTo(Credential.bearer("t2-arg"));
  }

  @Test
  void execPluginRunsAgainAfterARejection() throws Exception {
    Path script =
        script(
            """
            echo x >> runs
            n=$(wc -l < runs)
            printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",'
            printf '"status":{"token":"t%s","clientCertificateData":"c","clientKeyData":"k"}}' $n
            """);
    var plugin = plugin(script, List.of());
    Credential first = plugin.current();

    assertThat(first.authorization()).isEqualTo("Bearer t1");
    assertThat(first.identity()).isNotNull();
    plugin.rejected(first);
    assertThat(plugin.current().authorization()).isEqualTo("Bearer t2");
  }

  @Test
  void passesClusterInfoToTheExecPluginOnlyIfConfigured() throws Exception {
    Path script =
        script(
            """
            printf '%s' "$KUBERNETES_EXEC_INFO" > info
            printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",'
            printf '"status":{"token":"t"}}'
            """);
    String yaml =
        """
        clusters: [{name: c, cluster: {server: "https://c", tls-server-name: n}}]
        users:
        - name: u
          user:
            exec:
              apiVersion: client.authentication.k8s.io/v1
              command: %s
              provideClusterInfo: %s
        contexts: [{name: x, context: {cluster: c, user: u}}]
        """;

    Kubeconfig.parse(yaml.formatted(script, true), timers).config("x").credentials().current();
    assertThat(directory.resolve("info"))
        .content()
        .contains("\"interactive\":false")
        .contains("\"cluster\":{\"server\":\"https://c\",\"tls-server-name\":\"n\"}");

    Kubeconfig.parse(yaml.formatted(script, false), timers).config("x").credentials().current();
    assertThat(directory.resolve("info")).content().doesNotContain("cluster\":");
  }

  /** Numbers and booleans stay so in JSON; quoted values are strings. */
  @Test
  void passesTheClusterExtensionToTheExecPlugin() throws Exception {
    Path script =
        script(
            """
            printf '%s' "$KUBERNETES_EXEC_INFO" > info
            printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",'
            printf '"status":{"token":"t"}}'
            """);
    String yaml =
        """
        clusters:
        - name: c
          cluster:
            server: "https://c"
            extensions:
            - name: another
              extension: {not: yours}
            - name: client.authentication.k8s.io/exec
              extension: {audience: 06e3fbd18de8, count: 3, "on": true, text: "3", list: [1.5, {a: null}]}
        users:
        - name: u
          user:
            exec:
              apiVersion: client.authentication.k8s.io/v1
              command: %s
              provideClusterInfo: true
        contexts: [{name: x, context: {cluster: c, user: u}}]
        """;

    Kubeconfig.parse(yaml.formatted(script), timers).config("x").credentials().current();

    assertThat(new ObjectMapper().readTree(directory.resolve("info").toFile()).at("/spec/cluster"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"server":"https://c","config":{"audience":"06e3fbd18de8","count":3,"on":true,
                     "text":"3","list":[1.5,{"a":null}]}}
                    """));
  }

  @Test
  void rejectsAClusterExtensionThatContainsItself() {
    assertThatThrownBy(
            () ->
                Kubeconfig.parse(
                        """
                        clusters:
                        - name: c
                          cluster:
                            server: "https://c"
                            extensions:
                            - name: client.authentication.k8s.io/exec
                              extension: &self {again: *self}
                        users:
                        - name: u
                          user:
                            exec:
                              apiVersion: client.authentication.k8s.io/v1
                              command: a
                              provideClusterInfo: true
                        contexts: [{name: x, context: {cluster: c, user: u}}]
                        """)
                    .config("x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too deep");
  }

  @Test
  void passesCaCertificatesOfAFileToTheExecPlugin() throws Exception {
    Path script =
        script(
            """
            printf '%s' "$KUBERNETES_EXEC_INFO" > info
            printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",'
            printf '"status":{"token":"t"}}'
            """);
    write("ca.pem", "authorities");
    // The command is relative to the kubeconfig, too.
    Path config =
        write(
            "config",
            """
            clusters:
            - name: c
              cluster:
                server: "https://c"
                certificate-authority: ca.pem
                disable-compression: true
            users:
            - name: u
              user:
                exec:
                  apiVersion: client.authentication.k8s.io/v1
                  command: ./%s
                  provideClusterInfo: true
            contexts: [{name: x, context: {cluster: c, user: u}}]
            """
                .formatted(script.getFileName()));

    Kubeconfig.read(config).config("x").credentials().current();

    assertThat(directory.resolve("info"))
        .content()
        .contains(
            "\"certificate-authority-data\":\"%s\""
                .formatted(Base64.getEncoder().encodeToString("authorities".getBytes(UTF_8))))
        .contains("\"disable-compression\":true");
  }

  @Test
  void usesAnAlreadyExpiredCredentialOnce() throws Exception {
    Path script =
        script(
            """
            echo x >> runs
            printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",'
            printf '"status":{"token":"t%s","expirationTimestamp":"1999-01-01T00:00:00Z"}}' \
              $(wc -l < runs)
            """);
    var plugin = plugin(script, List.of());

    assertThat(plugin.current()).isEqualTo(Credential.bearer("t1"));
    assertThat(plugin.current()).isEqualTo(Credential.bearer("t2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nothing like it",
        "",
        "{}",
        "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1beta1\","
            + "\"status\":{\"token\":\"secret\"}}",
        "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
            + "\"status\":{}}",
        "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
            + "\"status\":{\"clientCertificateData\":\"secret\"}}",
        "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
            + "\"status\":{\"token\":\"secret\\nmore\"}}",
        "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
            + "\"status\":{\"token\":\"secret\",\"expirationTimestamp\":\"tomorrow\"}}"
      })
  void rejectsInvalidExecPluginOutputWithoutShowingIt(String printed) throws Exception {
    write("printed", printed);
    Path script = script("cat printed");

    assertThatThrownBy(() -> plugin(script, List.of()).current())
        .isInstanceOf(UnavailableException.class)
        .hasMessageNotContaining("secret");
  }

  @Test
  void treatsAnInvalidTokenLikeAnUnreadableFile() throws Exception {
    Path file = write("token", "one");
    var credentials = new TokenFile(file, null, timers);
    Credential first = credentials.current();
    write("token", "geheim\nmore");
    timers.advance(TokenFile.MAX_AGE);

    assertThat(credentials.current()).isEqualTo(first);
    assertThatThrownBy(() -> new TokenFile(file, null, timers).current())
        .isInstanceOf(UnavailableException.class)
        .hasMessageNotContaining("geheim");
  }

  @Test
  void reportsEachWarningOnceUpToAThousand() {
    var told = new ArrayList<String>();
    var warnings = new WarningLog(told::add);

    warnings.warn("deprecated");
    warnings.warn("deprecated");
    assertThat(told).containsExactly("deprecated");
    for (int i = 0; i < 2 * WarningLog.MAX_KNOWN; i++) {
      warnings.warn("number " + i);
    }

    assertThat(told).hasSize(WarningLog.MAX_KNOWN);
  }

  @Test
  void quotesTheErrorOutputOfAFailedExecPlugin() throws Exception {
    Path script = script("echo please log in >&2; exit 1");

    assertThatThrownBy(() -> plugin(script, List.of()).current())
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("exited with code 1: please log in");
  }

  @Test
  void showsTheInstallHintOfAMissingExecPlugin() {
    var missing = plugin(directory.resolve("missing"), List.of());

    assertThatThrownBy(missing::current).hasMessageContaining("cannot be run; install it");
  }

  /** The output exceeds the capacity of a pipe. */
  @Test
  void readsLongExecPluginOutput() throws Exception {
    write(
        "printed",
        "{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
            + " ".repeat(200_000)
            + "\"status\":{\"token\":\"t\"}}");

    assertThat(plugin(script("cat printed"), List.of()).current())
        .isEqualTo(Credential.bearer("t"));
  }

  @Test
  void rejectsEndlessExecPluginOutput() throws Exception {
    var plugin = plugin(script("while :; do echo 'more and more'; done"), List.of());

    assertThatThrownBy(plugin::current)
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("printed more than 1048576 bytes");
  }

  @Test
  void pain07_killsAnExecPluginThatHangs() throws Exception {
    // The child process keeps the output open, so killing only the parent would not be enough.
    Path script = script("sleep 600 & sleep 600");
    var plugin = plugin(script, List.of());
    var answer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return plugin.current();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    timers.awaitPending(1);

    timers.advance(Duration.ofSeconds(60));

    assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(UnavailableException.class);
  }

  @Test
  void rejectsAnExecPluginThatNeedsATerminal() {
    assertThatThrownBy(
            () ->
                Kubeconfig.parse(
                        """
                        clusters: [{name: c, cluster: {server: "https://c"}}]
                        users:
                        - {name: u, user: {exec: {command: a, interactiveMode: Always}}}
                        contexts: [{name: x, context: {cluster: c, user: u}}]
                        """)
                    .config("x"))
        .hasMessageContaining("interactiveMode: Always (expected: Never or IfAvailable)");
  }

  @Test
  void readsTheInClusterConfiguration() throws Exception {
    write("token", "secret");
    write("namespace", "garden");
    var environment =
        Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443");

    ClientConfig config = InCluster.config(environment, directory, timers);

    assertThat(config.server()).isEqualTo(URI.create("https://[fd00::1]:443"));
    assertThat(config.namespace()).isEqualTo("garden");
    assertThat(config.credentials().current()).isEqualTo(Credential.bearer("secret"));
    write("token", "renewed");
    timers.advance(TokenFile.MAX_AGE);
    assertThat(config.credentials().current()).isEqualTo(Credential.bearer("renewed"));
    assertThatThrownBy(() -> InCluster.config(Map.of(), directory, timers))
        .isInstanceOf(IllegalStateException.class);
  }

  private ExecPlugin plugin(Path script, List<String> arguments) {
    return new ExecPlugin(
        new ExecCommand(
            script.toString(),
            arguments,
            Map.of("EXTRA", "more"),
            "client.authentication.k8s.io/v1",
            null,
            "install it"),
        timers);
  }

  private Path script(String text) throws IOException {
    Path script = write("plugin.sh", "#!/bin/sh\ncd " + directory + "\n" + text);
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }
}
