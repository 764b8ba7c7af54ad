package io.listwatch.testing.program;

import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with certificate, token and log options. */
final class OptionsTest {
  private static final String FAULTS = "/listwatch/v1/faults";
  private static final Duration DAY = Duration.ofDays(1);
  private static final Instant NOW = Timers.system().now();
  private static final CertificateAuthority AUTHORITY = CertificateAuthority.create("theirs", NOW);
  private static final char[] NO_PASSWORD = {};

  private static Path directory;
  private static Program program;

  @BeforeAll
  static void serve(@TempDir Path files) throws IOException {
    directory = files;
    Identity server = AUTHORITY.issueServer("given", List.of("127.0.0.1"), NOW, DAY);
    Files.writeString(files.resolve("cert.pem"), Pem.of(server.chain()));
    Files.writeString(files.resolve("key.pem"), Pem.keyOf(server));
    Files.writeString(files.resolve("ca.pem"), Pem.of(AUTHORITY.certificate()));
    Files.writeString(files.resolve("tokens.csv"), "secret,jane,1,system:masters\n");
    program =
        Program.serve(
            files.resolve("data"),
            "--storage=memory",
            "--bind=0.0.0.0",
            "--tls-cert=" + files.resolve("cert.pem"),
            "--tls-key=" + files.resolve("key.pem"),
            "--client-ca=" + files.resolve("ca.pem"),
            "--token-file=" + files.resolve("tokens.csv"),
            "--service-account-signing-key-file=" + files.resolve("key.pem"),
            "--service-account-issuer=https://issuer.example",
            "--requestheader-client-ca-file=" + files.resolve("ca.pem"),
            "--requestheader-allowed-names=proxy",
            "--requestheader-username-headers=X-Remote-User",
            "--requestheader-group-headers=X-Remote-Group",
            "--audit-log=" + files.resolve("audit.log"),
            "--faults",
            "--log-format=json");
  }

  @AfterAll
  static void end() {
    program.close();
  }

  @Test
  void servesTheGivenCertificate() throws Exception {
    HttpClient client = client(new KeyManager[0]);

    var response = client.send(request("/version").build(), BodyHandlers.ofString());

    var shown = (X509Certificate) response.sslSession().orElseThrow().getPeerCertificates()[0];
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(shown.getIssuerX500Principal())
        .isEqualTo(AUTHORITY.certificate().getSubjectX500Principal());
  }

  @Test
  void authenticatesCertificatesOfTheGivenCa() throws Exception {
    Identity user = AUTHORITY.issueClient("john", List.of(UserInfo.MASTERS), NOW, DAY);

    assertThat(status(client(keys(user)), request("/api/v1/namespaces"))).isEqualTo(200);
    assertThat(status(client(new KeyManager[0]), request("/api/v1/namespaces"))).isEqualTo(403);
  }

  @Test
  void acceptsTokensAddedToTheFile() throws Exception {
    HttpClient client = client(new KeyManager[0]);
    assertThat(status(client, bearing("secret"))).isEqualTo(200);
    assertThat(status(client, bearing("later"))).isEqualTo(401);

    Files.writeString(
        directory.resolve("tokens.csv"),
        "secret,jane,1,system:masters\nlater,joe,2,system:masters\n");

    await().until(() -> status(client, bearing("later")) == 200);
    // --log-format=json writes one JSON object per line.
    assertThat(program.command().errors().await("^\\{\"time\":.*tokens.csv.*\\}$").group())
        .contains("\"level\":\"info\"");
  }

  /** The key is EC, so the algorithm is ES256. */
  @Test
  void signsTokensWithTheGivenKey() throws Exception {
    HttpClient client = client(new KeyManager[0]);
    String accounts = "/api/v1/namespaces/default/serviceaccounts";

    assertThat(post(client, accounts, "{\"metadata\":{\"name\":\"robot\"}}")).contains("uid");
    String issued = post(client, accounts + "/robot/token", "{}");

    String token = issued.replaceAll("(?s).*\"token\":\"([^\"]*)\".*", "$1");
    assertThat(decoded(token, 0)).startsWith("{\"alg\":\"ES256\"");
    assertThat(decoded(token, 1)).contains("\"iss\":\"https://issuer.example\"");
    assertThat(status(client, bearing(token))).isEqualTo(403);
  }

  private static String post(HttpClient client, String path, String body) throws Exception {
    HttpRequest request =
        request(path)
            .header("authorization", "Bearer secret")
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  private static String decoded(String token, int part) {
    return new String(Base64.getUrlDecoder().decode(token.split("\\.", -1)[part]), UTF_8);
  }

  @Test
  void trustsTheUserHeadersOfItsProxy() throws Exception {
    HttpClient proxy = client(keys(AUTHORITY.issueClient("proxy", List.of(), NOW, DAY)));
    HttpClient other = client(keys(AUTHORITY.issueClient("other", List.of(), NOW, DAY)));

    assertThat(status(proxy, asAdministrator())).isEqualTo(200);
    assertThat(status(other, asAdministrator())).isEqualTo(403);
  }

  private static HttpRequest.Builder asAdministrator() {
    return request("/api/v1/namespaces")
        .header("X-Remote-User", "jane")
        .header("X-Remote-Group", UserInfo.MASTERS);
  }

  @Test
  void auditLogHasALinePerRequest() throws Exception {
    assertThat(status(client(new KeyManager[0]), bearing("secret"))).isEqualTo(200);

    await()
        .untilAsserted(
            () ->
                assertThat(auditLog().lines())
                    .anyMatch(line -> line.matches(".*\"jane\".*\"code\":200.*")));
  }

  @Test
  void onlyAdministratorsMayUseFaults() throws Exception {
    Identity guest = AUTHORITY.issueClient("guest", List.of(), NOW, DAY);
    HttpClient nobody = client(new KeyManager[0]);

    assertThat(program.command().errors().await("faults can be injected").group()).isNotEmpty();
    assertThat(status(nobody, request(FAULTS))).isEqualTo(403);
    assertThat(status(client(keys(guest)), request(FAULTS))).isEqualTo(403);
    assertThat(status(nobody, request(FAULTS).header("authorization", "Bearer secret")))
        .isEqualTo(200);
  }

  private static String auditLog() {
    try {
      return Files.readString(directory.resolve("audit.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HttpRequest.Builder bearing(String token) {
    return request("/api/v1/namespaces").header("authorization", "Bearer " + token);
  }

  private static HttpRequest.Builder request(String path) {
    URI server = URI.create("https://127.0.0.1:" + program.secure().getPort());
    return HttpRequest.newBuilder(server.resolve(path)).timeout(Duration.ofMinutes(2));
  }

  private static int status(HttpClient client, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  private static HttpClient client(KeyManager[] keys) throws GeneralSecurityException, IOException {
    KeyStore trusted = store();
    trusted.setCertificateEntry("theirs", AUTHORITY.certificate());
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(tls).build();
  }

  private static KeyManager[] keys(Identity identity) throws GeneralSecurityException, IOException {
    KeyStore own = store();
    own.setKeyEntry(
        "own", identity.key(), NO_PASSWORD, identity.chain().toArray(Certificate[]::new));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, NO_PASSWORD);
    return keys.getKeyManagers();
  }

  private static KeyStore store() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
