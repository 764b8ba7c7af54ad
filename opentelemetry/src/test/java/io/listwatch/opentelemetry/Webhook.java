package io.listwatch.opentelemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.objects.x509.Pem;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** An admission webhook over HTTPS that allows everything and keeps the {@code traceparent}s. */
final class Webhook implements AutoCloseable {
  private static final Pattern UID = Pattern.compile("\"request\":\\{\"uid\":\"([^\"]+)\"");

  private final Instant now = Timers.system().now();
  private final CertificateAuthority authority = CertificateAuthority.create("webhooks", now);
  private final List<String> parents = new CopyOnWriteArrayList<>();
  private final HttpsServer server;

  Webhook() throws IOException, GeneralSecurityException {
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls()));
    server.createContext("/", this::allow);
    server.start();
  }

  private SSLContext tls() throws IOException, GeneralSecurityException {
    Identity identity =
        authority.issueServer("webhook", List.of("127.0.0.1"), now, Duration.ofDays(1));
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "key", identity.key(), new char[0], identity.chain().toArray(X509Certificate[]::new));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    return tls;
  }

  private void allow(HttpExchange exchange) throws IOException {
    try (exchange) {
      parents.add(exchange.getRequestHeaders().getFirst("traceparent"));
      Matcher uid = UID.matcher(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      byte[] answer =
          """
          {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview",
           "response":{"uid":"%s","allowed":true}}
          """
              .formatted(uid.find() ? uid.group(1) : "")
              .getBytes(UTF_8);
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  /** Returns a ValidatingWebhookConfiguration for ConfigMaps. */
  byte[] configuration() {
    return """
    {"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration",
     "metadata":{"name":"traced"},"webhooks":[{"name":"traced.example.org",
     "clientConfig":{"url":"https://127.0.0.1:%d/","caBundle":"%s"},
     "rules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["*"],"resources":["configmaps"]}],
     "sideEffects":"None","admissionReviewVersions":["v1"]}]}
    """
        .formatted(
            server.getAddress().getPort(),
            Base64.getEncoder().encodeToString(Pem.of(authority.certificate()).getBytes(UTF_8)))
        .getBytes(UTF_8);
  }

  List<String> parents() {
    return parents;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
