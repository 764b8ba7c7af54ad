package io.listwatch.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import java.util.Base64;

/** What a client needs to reach a server, as the file that kubectl and its relatives read. */
public final class Kubeconfig {
  /** Of the context, where a namespace may follow. */
  private static final String USER = "    user: admin\n";

  private Kubeconfig() {}

  /**
   * A configuration for a user with a certificate.
   *
   * @param server such as {@code https://127.0.0.1:6443}
   */
  public static String withCertificate(
      String server, CertificateAuthority authority, Identity user) {
    return text(
        server,
        "\n    certificate-authority-data: " + base64(Pem.of(authority.certificate())),
        "\n    client-certificate-data: %s\n    client-key-data: %s"
            .formatted(base64(Pem.of(user.chain())), base64(Pem.keyOf(user))));
  }

  /** A configuration for a server that asks for nothing. */
  public static String plain(String server) {
    return text(server, "", " {}");
  }

  /**
   * One of these configurations for somebody who works in a namespace.
   *
   * @param kubeconfig as made here
   */
  public static String inNamespace(String kubeconfig, String namespace) {
    return kubeconfig.replace(USER, USER + "    namespace: " + namespace + "\n");
  }

  private static String text(String server, String trust, String credentials) {
    return """
    apiVersion: v1
    kind: Config
    current-context: listwatch
    clusters:
    - name: listwatch
      cluster:
        server: %s%s
    contexts:
    - name: listwatch
      context:
        cluster: listwatch
        user: admin
    users:
    - name: admin
      user:%s
    """
        .formatted(server, trust, credentials);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }
}
