package io.listwatch.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import java.util.Base64;

/** Writes kubeconfig files, with which kubectl and other clients reach a server. */
public final class Kubeconfig {
  /** The last line of the context, which a namespace may follow. */
  private static final String USER = "    user: admin\n";

  private Kubeconfig() {}

  /**
   * Returns a kubeconfig for a user with a client certificate.
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

  /** Returns a kubeconfig for a server that needs no credentials. */
  public static String plain(String server) {
    return text(server, "", " {}");
  }

  /**
   * Returns a kubeconfig of this class with a default namespace.
   *
   * @param kubeconfig as this class writes it
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
