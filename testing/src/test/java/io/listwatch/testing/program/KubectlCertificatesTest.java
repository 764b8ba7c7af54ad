package io.listwatch.testing.program;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kubectl certificate} and a user's own key make a kubeconfig that works. */
@Tag("kubectl")
final class KubectlCertificatesTest {
  private static final String PASSWORD = "of-the-test";

  private final Path directory;
  private final Program program;
  private final Kubectl kubectl;

  KubectlCertificatesTest(@TempDir Path directory) {
    this.directory = directory;
    this.program = Program.serve(directory.resolve("data"), "--sign-certificates");
    this.kubectl = new Kubectl(program.kubeconfig(), directory);
  }

  @AfterEach
  void close() {
    program.close();
  }

  @Test
  void approvedRequestIsAWorkingCredential() throws Exception {
    Path key = keyOf("jane", "CN=jane,O=dev");
    kubectl.create(request("jane"));

    assertThat(kubectl.run("certificate", "approve", "jane")).contains("jane approved");

    Path certificate = Files.write(directory.resolve("jane.crt"), certificate("jane"));
    kubectl.run(
        "config",
        "set-credentials",
        "jane",
        "--embed-certs",
        "--client-certificate=" + certificate,
        "--client-key=" + key);
    assertThat(
            kubectl.run(
                "--user=jane", "auth", "whoami", "-o", "jsonpath={.status.userInfo.groups}"))
        .isEqualTo("[\"dev\",\"system:authenticated\"]");
    assertThat(kubectl.fail("--user=jane", "get", "pods"))
        .contains("User \"jane\" cannot list resource \"pods\"");
    kubectl.run("create", "rolebinding", "devs", "--clusterrole=view", "--group=dev");
    assertThat(kubectl.run("--user=jane", "get", "pods", "-o", "name")).isEmpty();
  }

  @Test
  void deniedRequestGetsNoCertificate() throws Exception {
    keyOf("john", "CN=john");
    kubectl.create(request("john"));

    assertThat(kubectl.run("certificate", "deny", "john")).contains("john denied");

    assertThat(kubectl.run("get", "csr", "john")).contains("Denied").doesNotContain("Issued");
  }

  /** Makes a key and a request for a certificate. Returns the file of the key. */
  private Path keyOf(String name, String subject) throws Exception {
    Path store = directory.resolve(name + ".p12");
    keytool(store, "-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", subject);
    keytool(store, "-certreq", "-file", directory.resolve(name + ".csr").toString());
    var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    String pem =
        Base64.getMimeEncoder(64, new byte[] {'\n'})
            .encodeToString(keys.getKey("user", PASSWORD.toCharArray()).getEncoded());
    return Files.writeString(
        directory.resolve(name + ".key"),
        "-----BEGIN PRIVATE KEY-----\n" + pem + "\n-----END PRIVATE KEY-----\n");
  }

  private static void keytool(Path store, String command, String... options) {
    var words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), command));
    words.addAll(List.of("-alias", "user", "-keystore", store.toString(), "-storetype", "PKCS12"));
    words.addAll(List.of("-storepass", PASSWORD));
    words.addAll(List.of(options));
    Command.run(words);
  }

  private String request(String name) throws Exception {
    String encoded =
        Base64.getEncoder()
            .encodeToString(
                Files.readString(directory.resolve(name + ".csr"))
                    .replace("NEW CERTIFICATE", "CERTIFICATE")
                    .getBytes(US_ASCII));
    return """
    apiVersion: certificates.k8s.io/v1
    kind: CertificateSigningRequest
    metadata: {name: %s}
    spec:
      signerName: kubernetes.io/kube-apiserver-client
      usages: [client auth]
      request: %s
    """
        .formatted(name, encoded);
  }

  private byte[] certificate(String name) {
    String[] get = {"get", "csr", name, "-o", "jsonpath={.status.certificate}"};
    await().until(() -> !kubectl.run(get).isEmpty());
    return Base64.getDecoder().decode(kubectl.run(get));
  }
}
