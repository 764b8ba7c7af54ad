package io.listwatch.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import java.util.Base64;
import java.util.regex.Pattern;

/** Writes kubeconfig files, with which kubectl and other clients reach a server. */
public final class Kubeconfig {
  private static final String CLUSTER = "listwatch";
  private static final String ADMINISTRATOR = "admin";

  /** The last line of the context, which a namespace may follow. */
  private static final Pattern USER_OF_CONTEXT = Pattern.compile("(?m)^    user: .*\n");

  private Kubeconfig() {}

  /**
   * Returns the administrator's kubeconfig: user {@code admin}, context {@code listwatch}.
   *
   * @param server such as {@code https://127.0.0.1:6443}
   */
  public static String withCertificate(
      String server, CertificateAuthority authority, Identity administrator) {
    return text(server, CLUSTER, ADMINISTRATOR, trust(authority), clientCertificate(administrator));
  }

  /**
   * Returns the kubeconfig of another user: user {@code name}, context {@code name@listwatch}, so
   * that it can be merged with the administrator's.
   *
   * @param server such as {@code https://127.0.0.1:6443}
   */
  public static String forUser(
      String name, String server, CertificateAuthority authority, Identity user) {
    return text(
        server,
        quoted(name + "@" + CLUSTER),
        quoted(name),
        trust(authority),
        clientCertificate(user));
  }

  private static String trust(CertificateAuthority authority) {
    return "\n    certificate-authority-data: " + base64(Pem.of(authority.certificate()));
  }

  private static String clientCertificate(Identity user) {
    return "\n    client-certificate-data: %s\n    client-key-data: %s"
        .formatted(base64(Pem.of(user.chain())), base64(Pem.keyOf(user)));
  }

  /** Returns the name as a JSON string, which is a YAML scalar for any characters. */
  private static String quoted(String name) {
    return JsonTrees.write(JsonValue.of(name));
  }

  /**
   * Returns a kubeconfig for a server that needs no credentials. Such a server is on the same
   * machine, where compressed responses only cost time.
   */
  public static String plain(String server) {
    return text(server, CLUSTER, ADMINISTRATOR, "\n    disable-compression: true", " {}");
  }

  /**
   * Returns a kubeconfig of this class with a default namespace.
   *
   * @param kubeconfig as this class writes it
   */
  public static String inNamespace(String kubeconfig, String namespace) {
    return USER_OF_CONTEXT.matcher(kubeconfig).replaceFirst("$0    namespace: " + namespace + "\n");
  }

  private static String text(
      String server, String context, String user, String transport, String credentials) {
    return """
    apiVersion: v1
    kind: Config
    current-context: %2$s
    clusters:
    - name: listwatch
      cluster:
        server: %1$s%4$s
    contexts:
    - name: %2$s
      context:
        cluster: listwatch
        user: %3$s
    users:
    - name: %3$s
      user:%5$s
    """
        .formatted(server, context, user, transport, credentials);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }
}
