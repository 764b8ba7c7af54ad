package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.SigningRequests;
import io.listwatch.server.auth.Authorizer.Decision;
import io.listwatch.server.auth.CertificateAuthenticator;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.controllers.CertificateSigning;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that signs certificates. A bearer token is the name of the user. */
final class CertificateSigningTest {
  private static final String PATH = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  private static final String CLIENT = "kubernetes.io/kube-apiserver-client";
  private static final String KUBELET = "kubernetes.io/kube-apiserver-client-kubelet";

  private final CertificateAuthority authority =
      CertificateAuthority.create("cluster", Timers.system().now());
  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server =
      ApiServer.start(
          storage,
          ApiServerConfig.open(0)
              .with(
                  c ->
                      c.authenticator(CertificateSigningTest::user)
                          .authorizer(
                              request ->
                                  request.subresource().equals("nodeclient")
                                          && !request.user().name().equals("bootstrapper")
                                      ? Decision.noOpinion("")
                                      : Decision.ALLOWED)
                          .signing(CertificateSigning.by(authority, Duration.ofDays(30)))));
  private final HttpClient http = HttpClient.newHttpClient();

  private static Optional<UserInfo> user(Credentials credentials) {
    return Optional.of(
        new UserInfo(
            String.valueOf(credentials.bearerToken()), "", List.of(UserInfo.AUTHENTICATED)));
  }

  @AfterEach
  void stop() {
    server.close();
    storage.close();
  }

  private HttpResponse<String> request(String user, String name, String signer, String spec) {
    return send(
        user,
        "POST",
        PATH,
        "{\"metadata\":{\"name\":\"%s\"},\"spec\":{\"signerName\":\"%s\",%s}}"
            .formatted(name, signer, spec));
  }

  private static String spec(String request, String... usages) {
    return "\"request\":\"%s\",\"usages\":[\"%s\"]"
        .formatted(request, String.join("\",\"", usages));
  }

  private JsonValue find(String name) {
    return JsonTrees.read(send("admin", "GET", PATH + "/" + name, "").body());
  }

  private void approve(String name) {
    String approved =
        find(name)
            .toString()
            .replaceFirst(
                "\"status\":\\{",
                "\"status\":{\"conditions\":[{\"type\":\"Approved\",\"status\":\"True\",\"reason\":\"Test\"}]");
    assertThat(send("admin", "PUT", PATH + "/" + name + "/approval", approved).statusCode())
        .isEqualTo(200);
  }

  private X509Certificate signed(String name) throws CertificateException {
    await().until(() -> !find(name).at("/status/certificate").asText().isEmpty());
    String pem =
        new String(
            Base64.getDecoder().decode(find(name).at("/status/certificate").asText()), US_ASCII);
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(pem.getBytes(US_ASCII)));
  }

  @Test
  void signsApprovedClientCertificatesThatAuthenticate() throws Exception {
    String wanted =
        spec(SigningRequests.encoded("jane", "dev"), "client auth", "digital signature");
    HttpResponse<String> made =
        request("jane", "jane", CLIENT, wanted + ",\"expirationSeconds\":3600");
    assertThat(made.statusCode()).isEqualTo(201);
    assertThat(made.headers().allValues("Warning")).isEmpty();

    approve("jane");

    X509Certificate certificate = signed("jane");
    certificate.verify(authority.certificate().getPublicKey());
    assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
    assertThat(
            Duration.between(
                certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant()))
        .isEqualTo(Duration.ofMinutes(65));
    UserInfo user =
        new CertificateAuthenticator(List.of(authority.certificate()), Timers.system())
            .authenticate(new Credentials(List.of(certificate), null, false))
            .orElseThrow();
    assertThat(user.name()).isEqualTo("jane");
    assertThat(user.groups()).contains("dev");
  }

  @Test
  void requestWithUsageThatSignerForbidsFails() {
    request("jane", "server", CLIENT, spec(SigningRequests.encoded("jane"), "server auth"));

    approve("server");

    await().until(() -> find("server").at("/status/conditions").size() == 2);
    JsonValue failed = find("server").at("/status/conditions/1");
    assertThat(failed.path("type").asText()).isEqualTo("Failed");
    assertThat(failed.path("reason").asText()).isEqualTo("SignerValidationFailure");
    assertThat(failed.path("message").asText())
        .isEqualTo("invalid usage for client certificate: server auth");
  }

  @Test
  void approvesClientCertificatesOfNodes() throws Exception {
    String wanted =
        spec(
            SigningRequests.encoded("system:node:n1", "system:nodes"),
            "client auth",
            "digital signature");

    request("system:node:n1", "own", KUBELET, wanted);
    request("bootstrapper", "first", KUBELET, wanted);
    request("stranger", "strange", KUBELET, wanted);

    assertThat(signed("own").getSubjectX500Principal().getName()).contains("CN=system:node:n1");
    assertThat(signed("first").getSubjectX500Principal().getName()).contains("O=system:nodes");
    assertThat(find("own").at("/status/conditions/0/message").asText())
        .isEqualTo("Auto approving self kubelet client certificate after SubjectAccessReview.");
    assertThat(find("strange").at("/status/conditions").size()).isZero();
  }

  private HttpResponse<String> send(String token, String method, String path, String body) {
    try {
      return http.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
              .header("Authorization", "Bearer " + token)
              .header("Content-Type", "application/json")
              .method(method, BodyPublishers.ofString(body))
              .build(),
          BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
