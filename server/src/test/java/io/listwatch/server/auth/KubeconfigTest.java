package io.listwatch.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class KubeconfigTest {
  @Test
  void containsAuthorityAndUser() {
    Instant now = Instant.parse("2026-01-02T03:04:05Z");
    var authority = CertificateAuthority.create("ca", now);
    Identity user = authority.issueClient("admin", List.of("g"), now, Duration.ofDays(1));

    String text = Kubeconfig.withCertificate("https://127.0.0.1:6443", authority, user);

    assertThat(text.replaceAll("-data: [A-Za-z0-9+/=]+", "-data: …"))
        .isEqualTo(
            """
            apiVersion: v1
            kind: Config
            current-context: listwatch
            clusters:
            - name: listwatch
              cluster:
                server: https://127.0.0.1:6443
                certificate-authority-data: …
            contexts:
            - name: listwatch
              context:
                cluster: listwatch
                user: admin
            users:
            - name: admin
              user:
                client-certificate-data: …
                client-key-data: …
            """);
  }

  /** When kubectl merges files, users and contexts of the same name collide. */
  @Test
  void namesUserAndContextAfterTheUser() {
    Instant now = Instant.parse("2026-01-02T03:04:05Z");
    var authority = CertificateAuthority.create("ca", now);
    Identity user = authority.issueClient("bob", List.of("g"), now, Duration.ofDays(1));

    String text = Kubeconfig.forUser("bob", "https://127.0.0.1:6443", authority, user);

    assertThat(text)
        .contains("current-context: \"bob@listwatch\"\n")
        .contains("- name: \"bob@listwatch\"\n  context:\n    cluster: listwatch\n")
        .contains("    user: \"bob\"\n", "- name: \"bob\"\n  user:\n")
        .doesNotContain("admin");
  }

  @Test
  void quotesUserName() {
    Instant now = Instant.parse("2026-01-02T03:04:05Z");
    var authority = CertificateAuthority.create("ca", now);
    Identity user = authority.issueClient("x", List.of(), now, Duration.ofDays(1));

    String text = Kubeconfig.forUser("a\": \n- b", "https://127.0.0.1:6443", authority, user);

    assertThat(text).contains("    user: \"a\\\": \\n- b\"\n");
  }

  @Test
  void containsDefaultNamespace() {
    String text = Kubeconfig.inNamespace(Kubeconfig.plain("http://127.0.0.1:8001"), "test-1");

    assertThat(text)
        .isEqualTo(
            """
            apiVersion: v1
            kind: Config
            current-context: listwatch
            clusters:
            - name: listwatch
              cluster:
                server: http://127.0.0.1:8001
                disable-compression: true
            contexts:
            - name: listwatch
              context:
                cluster: listwatch
                user: admin
                namespace: test-1
            users:
            - name: admin
              user: {}
            """);
  }

  /** The name of a user may look like a group reference of a regular expression. */
  @Test
  void containsDefaultNamespaceOfAnyUser() {
    Instant now = Instant.parse("2026-01-02T03:04:05Z");
    var authority = CertificateAuthority.create("ca", now);
    Identity user = authority.issueClient("a$1", List.of(), now, Duration.ofDays(1));
    String text = Kubeconfig.forUser("a$1", "https://127.0.0.1:6443", authority, user);

    assertThat(Kubeconfig.inNamespace(text, "default"))
        .contains("    user: \"a$1\"\n    namespace: default\nusers:\n");
  }
}
