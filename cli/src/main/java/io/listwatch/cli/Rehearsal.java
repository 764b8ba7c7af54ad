package io.listwatch.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.server.ApiServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of a typical first client: readiness over TLS, then a list, a write and a
 * watch. The classes that they load go into a CDS archive, which makes later starts faster.
 */
final class Rehearsal {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  private final HttpClient client;
  private final ApiServer server;

  Rehearsal(ApiServer server, CertificateAuthority authority) {
    this.server = server;
    this.client = HttpClient.newBuilder().sslContext(trusting(authority)).build();
  }

  private static SSLContext trusting(CertificateAuthority authority) {
    try {
      var certificates = KeyStore.getInstance(KeyStore.getDefaultType());
      certificates.load(null, null);
      certificates.setCertificateEntry("authority", authority.certificate());
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(certificates);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("no TLS to rehearse with", e);
    }
  }

  /** Sends the requests, and throws if one fails. */
  void run() throws IOException {
    ask("https", server.port(), "/readyz", null);
    ask("http", server.plainPort(), "/api/v1/namespaces", null);
    ask("http", server.plainPort(), CONFIG_MAPS, "{\"metadata\":{\"name\":\"rehearsal\"}}");
    ask("http", server.plainPort(), CONFIG_MAPS + "?watch=true&timeoutSeconds=1", null);
  }

  private void ask(String scheme, int port, String path, @Nullable String body) throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create("%s://127.0.0.1:%d%s".formatted(scheme, port, path)))
            .timeout(PATIENCE);
    if (body != null) {
      request
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(body, UTF_8));
    }
    try {
      var answer = client.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() >= 400) {
        throw new IOException("%s: %s".formatted(path, answer.body()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
