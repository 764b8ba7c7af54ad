package io.listwatch.cli;

import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The client of a {@link Rehearsal}, with a client certificate. */
final class RehearsalClient {
  private static final char[] NO_PASSWORD = {};

  private final HttpClient client;
  private final URI server;
  private final Duration patience;

  RehearsalClient(
      URI server, CertificateAuthority authority, Identity identity, Duration patience) {
    this.server = server;
    this.patience = patience;
    this.client = HttpClient.newBuilder().sslContext(context(authority, identity)).build();
  }

  private static SSLContext context(CertificateAuthority authority, Identity identity) {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(keys(identity).getKeyManagers(), trust(authority).getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("no TLS to rehearse with", e);
    }
  }

  private static TrustManagerFactory trust(CertificateAuthority authority)
      throws GeneralSecurityException, IOException {
    KeyStore certificates = emptyStore();
    certificates.setCertificateEntry("authority", authority.certificate());
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(certificates);
    return trust;
  }

  private static KeyManagerFactory keys(Identity identity)
      throws GeneralSecurityException, IOException {
    KeyStore store = emptyStore();
    store.setKeyEntry(
        "client", identity.key(), NO_PASSWORD, identity.chain().toArray(X509Certificate[]::new));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, NO_PASSWORD);
    return keys;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  /** Sends a GET. */
  CompletableFuture<HttpResponse<String>> send(String path) {
    return send(path, request -> {});
  }

  /** Sends a request. The result fails if the server returns an error or no response in time. */
  CompletableFuture<HttpResponse<String>> send(String path, Consumer<HttpRequest.Builder> changes) {
    var request = HttpRequest.newBuilder(server.resolve(path)).timeout(patience);
    changes.accept(request);
    return client
        .sendAsync(request.build(), BodyHandlers.ofString())
        .thenApply(response -> successful(path, response));
  }

  private static HttpResponse<String> successful(String path, HttpResponse<String> response) {
    if (response.statusCode() >= 400) {
      throw new CompletionException(
          new IOException("%s: %d %s".formatted(path, response.statusCode(), response.body())));
    }
    return response;
  }
}
