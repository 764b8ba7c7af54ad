package io.listwatch.client.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.client.tls.ClientIdentity;
import io.listwatch.client.tls.PemSource;
import io.listwatch.client.tls.TlsSettings;
import io.listwatch.time.ManualTimers;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kubeconfig means the same as for kubectl. */
final class KubeconfigTest {
  private static final String ONE =
      """
      apiVersion: v1
      kind: Config
      current-context: here
      clusters:
      - name: near
        cluster: {server: "https://near:6443/base/", certificate-authority: ca.pem}
      - name: far
        cluster:
          server: far:1
          insecure-skip-tls-verify: true
          tls-server-name: real.example
          proxy-url: http://proxy:3128
          disable-compression: true
      users:
      - name: ann
        user: {client-certificate-data: %s, client-key: keys/ann.pem}
      - name: bob
        user: {token: 0123}
      contexts:
      - name: here
        context: {cluster: near, user: ann, namespace: garden}
      - name: there
        context: {cluster: far, user: bob}
      """
          .formatted(base64("cert"));

  private final Path directory;

  KubeconfigTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void readsTheCurrentContext() throws Exception {
    ClientConfig config = Kubeconfig.read(write("config", ONE)).config();

    assertThat(config.server()).isEqualTo(URI.create("https://near:6443/base"));
    assertThat(config.namespace()).isEqualTo("garden");
    assertThat(config.tls())
        .isEqualTo(
            new TlsSettings(
                PemSource.of(directory.resolve("ca.pem")),
                new ClientIdentity(
                    PemSource.of("cert".getBytes(UTF_8)),
                    PemSource.of(directory.resolve("keys/ann.pem"))),
                null,
                false));
    assertThat(config.credentials().current()).isEqualTo(Credential.NONE);
  }

  @Test
  void readsAnotherContext() throws Exception {
    ClientConfig config = Kubeconfig.read(write("config", ONE)).config("there");

    assertThat(config.server()).isEqualTo(URI.create("https://far:1"));
    assertThat(config.namespace()).isEqualTo("default");
    assertThat(config.tls()).isEqualTo(new TlsSettings(null, null, "real.example", true));
    assertThat(config.proxy()).contains(URI.create("http://proxy:3128"));
    assertThat(config.compression()).isFalse();
    assertThat(config.credentials().current()).isEqualTo(Credential.bearer("0123"));
  }

  @Test
  void firstOfSeveralFilesTakesPrecedence() throws Exception {
    Path first =
        write(
            "first",
            """
            users: [{name: bob, user: {token: first}}]
            contexts: [{name: mine, context: {cluster: near, user: bob}}]
            """);
    Path missing = directory.resolve("missing");
    Path second = write("second", ONE);
    String named = String.join(File.pathSeparator, first + "", missing + "", second + "");

    Kubeconfig merged = Kubeconfig.load(Map.of("KUBECONFIG", named), directory).orElseThrow();

    assertThat(merged.currentContext()).isEqualTo("here");
    assertThat(merged.contexts()).containsExactlyInAnyOrder("mine", "here", "there");
    assertThat(merged.config("there").credentials().current())
        .isEqualTo(Credential.bearer("first"));
    assertThat(merged.config("mine").server()).isEqualTo(URI.create("https://near:6443/base"));
  }

  @Test
  void pathsAreRelativeToTheirFile() throws Exception {
    Path first = write("a/config", "users: [{name: bob, user: {tokenFile: token}}]\n");
    Path second =
        write(
            "b/config",
            """
            current-context: x
            clusters: [{name: c, cluster: {server: "https://c", certificate-authority: ca.pem}}]
            contexts: [{name: x, context: {cluster: c, user: bob}}]
            """);
    write("a/token", "secret");

    ClientConfig config = Kubeconfig.read(List.of(first, second)).config();

    assertThat(config.tls().authorities()).isEqualTo(PemSource.of(directory.resolve("b/ca.pem")));
    assertThat(config.credentials().current()).isEqualTo(Credential.bearer("secret"));
  }

  /** The credentials would be readable on the network. kubectl does not send them either. */
  @Test
  void sendsNoCredentialsWithoutTls() throws Exception {
    for (String user : List.of("{token: t}", "{username: u, password: p}", "{tokenFile: f}")) {
      ClientConfig config =
          Kubeconfig.parse(
                  """
                  clusters: [{name: c, cluster: {server: "http://c"}}]
                  users: [{name: u, user: %s}]
                  contexts: [{name: x, context: {cluster: c, user: u}}]
                  """
                      .formatted(user))
              .config("x");

      assertThat(config.credentials()).isSameAs(Credentials.NONE);
    }
  }

  @Test
  void acceptsIpv6AddressesAndPaths() {
    assertThat(cluster("{server: \"https://[fd00::1]:6443\"}").server())
        .isEqualTo(URI.create("https://[fd00::1]:6443"));
    assertThat(cluster("{server: \"https://rancher/k8s/clusters/c-1/\"}").server())
        .isEqualTo(URI.create("https://rancher/k8s/clusters/c-1"));
  }

  /** Quoted values are strings, even if they look like numbers or booleans. */
  @Test
  void keepsScalarsAsWritten() throws Exception {
    for (String token : List.of("0123", "1.10", "0x1f", "True", "\"null\"", "'~'", "2026-01-01")) {
      assertThat(user("{token: %s}".formatted(token)).credentials().current())
          .isEqualTo(Credential.bearer(token.replaceAll("[\"']", "")));
    }
    for (String nothing : List.of("null", "~", "", "\"\"")) {
      assertThat(user("{token: %s}".formatted(nothing)).credentials()).isSameAs(Credentials.NONE);
    }
    assertThat(user("{as: 1, as-user-extra: {7: [8]}}").impersonation().headers())
        .containsExactly("Impersonate-User", "1", "Impersonate-Extra-7", "8");
  }

  @Test
  void defaultsToTheHomeDirectory() throws Exception {
    write(".kube/config", ONE);

    assertThat(Kubeconfig.load(Map.of(), directory)).isPresent();
    assertThat(Kubeconfig.load(Map.of(), directory.resolve("elsewhere"))).isEmpty();
  }

  /** A misspelled path would otherwise be reported as a missing service account only. */
  @Test
  void namesKubeconfigAndClusterIfBothAreMissing() {
    assertThatThrownBy(
            () ->
                ClientConfig.detect(
                    null, () -> InCluster.config(Map.of(), directory, new ManualTimers())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("KUBECONFIG")
        .hasMessageContaining("KUBERNETES_SERVICE_HOST");
    ClientConfig around = cluster("{server: \"https://around\"}");
    assertThat(ClientConfig.detect(null, () -> around)).isSameAs(around);
    assertThat(ClientConfig.detect(Kubeconfig.parse(ONE), () -> around).server())
        .isEqualTo(URI.create("https://near:6443/base"));
  }

  @Test
  void readsImpersonation() {
    ClientConfig config =
        user("{as: eve, as-uid: u1, as-groups: [a, b], as-user-extra: {Scopes/x: [view]}}");

    assertThat(config.impersonation().headers())
        .containsExactly(
            "Impersonate-User",
            "eve",
            "Impersonate-Uid",
            "u1",
            "Impersonate-Group",
            "a",
            "Impersonate-Group",
            "b",
            "Impersonate-Extra-scopes%2Fx",
            "view");
  }

  @Test
  void readsBasicAuthentication() throws Exception {
    assertThat(user("{username: ann, password: geheim}").credentials().current())
        .isEqualTo(Credential.basic("ann", "geheim"));
  }

  @Test
  void describesErrors() {
    assertThatThrownBy(() -> Kubeconfig.parse("clusters: {a: b}"))
        .hasMessage("kubeconfig.clusters: a map (expected: a list)");
    assertThatThrownBy(() -> Kubeconfig.parse("a: [").config())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Kubeconfig.parse("").config())
        .hasMessage("current-context: none (expected: one of [])");
    assertThatThrownBy(() -> Kubeconfig.parse(ONE).config("nowhere"))
        .hasMessage("context: 'nowhere' (expected: one of [here, there])");
    assertThatThrownBy(() -> user("{auth-provider: {name: gcp}}"))
        .hasMessageContaining("gcp (expected: exec");
    assertThatThrownBy(() -> user("{client-key: a}")).hasMessageContaining("without its key");
    assertThatThrownBy(() -> Kubeconfig.parse("users: [{name: a}, {name: a}]"))
        .hasMessageContaining("expected: a unique name");
    assertThatThrownBy(
            () ->
                Kubeconfig.parse(ONE.replace("http://proxy:3128", "socks5://u:p@proxy:1"))
                    .config("there"))
        .hasMessageContaining("socks5://…@proxy:1 (expected: http://");
  }

  @Test
  void acceptsAHostWithoutScheme() {
    assertThat(ServerAddress.parse("", false)).isEqualTo(URI.create("http://localhost:8080"));
    assertThat(ServerAddress.parse("a:1", false)).isEqualTo(URI.create("http://a:1"));
    assertThat(ServerAddress.parse("a:1", true)).isEqualTo(URI.create("https://a:1"));
  }

  @Test
  void contextsAreInFileOrder() {
    var names = List.of("zeta", "alpha", "midway", "beta", "omega", "gamma");
    String contexts =
        names.stream()
            .map(name -> "{name: %s, context: {cluster: c}}".formatted(name))
            .collect(Collectors.joining(", "));

    assertThat(Kubeconfig.parse("contexts: [" + contexts + "]").contexts())
        .containsExactlyElementsOf(names);
  }

  /** Both a CA and insecure-skip-tls-verify is a contradiction, so neither is preferred. */
  @Test
  void rejectsInsecureTogetherWithACa() {
    assertThatThrownBy(
            () ->
                cluster(
                    "{server: \"https://c\", insecure-skip-tls-verify: true,"
                        + " certificate-authority: ca.pem}"))
        .hasMessageContaining("insecure-skip-tls-verify and a certificate-authority");
  }

  @Test
  void embeddedDataTakesPrecedenceAndMayHaveLineBreaks() {
    String data = base64("authorities").replaceFirst("^.{5}", "$0\\\\n");
    ClientConfig config =
        cluster(
            "{server: \"https://c\", certificate-authority: ca.pem,"
                + " certificate-authority-data: \"%s\"}".formatted(data));

    assertThat(config.tls().authorities()).isEqualTo(PemSource.of("authorities".getBytes(UTF_8)));
  }

  @Test
  void skipsMissingAndUnnamedFiles() throws Exception {
    String missing = directory.resolve("missing") + "";
    String separator = File.pathSeparator;
    Path there = write("config", ONE);

    assertThat(Kubeconfig.load(Map.of("KUBECONFIG", missing), directory)).isEmpty();
    assertThat(
            Kubeconfig.load(
                    Map.of("KUBECONFIG", separator + missing + separator + separator + there),
                    directory)
                .orElseThrow()
                .currentContext())
        .isEqualTo("here");
  }

  @Test
  void rejectsAContextWithUnknownReferences() {
    assertThatThrownBy(
            () -> Kubeconfig.parse("contexts: [{name: x, context: {cluster: c}}]").config("x"))
        .hasMessage("cluster: 'c' (expected: one of [])");
    assertThatThrownBy(
            () ->
                Kubeconfig.parse(
                        """
                        clusters: [{name: c, cluster: {server: "https://c"}}]
                        contexts: [{name: x, context: {cluster: c, user: nobody}}]
                        """)
                    .config("x"))
        .hasMessage("user: 'nobody' (expected: one of [])");
  }

  /** The JDK's own message would show the token in the log. */
  @Test
  void rejectsAnInvalidTokenWithoutShowingIt() {
    assertThatThrownBy(() -> user("{token: \"geheim\\nX-Injected: yes\"}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line break")
        .hasMessageNotContaining("geheim");
  }

  private static ClientConfig cluster(String cluster) {
    return Kubeconfig.parse(
            """
            clusters: [{name: c, cluster: %s}]
            contexts: [{name: x, context: {cluster: c}}]
            """
                .formatted(cluster))
        .config("x");
  }

  private static ClientConfig user(String user) {
    String yaml =
        """
        clusters: [{name: c, cluster: {server: "https://c"}}]
        users: [{name: u, user: %s}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        """
            .formatted(user);
    return Kubeconfig.parse(yaml, new ManualTimers()).config("x");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private Path write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, List.of(text));
  }
}
