package io.listwatch.server.webhook;

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
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A webhook on this machine, over HTTPS, with its own certificate authority. */
public final class TestWebhook implements AutoCloseable {
  private static final Instant NOW = Timers.system().now();
  private static final CertificateAuthority AUTHORITY =
      CertificateAuthority.create("webhooks", NOW);
  private static final Identity IDENTITY =
      AUTHORITY.issueServer(
          "webhook", List.of("127.0.0.1", "hook.ns.svc"), NOW, Duration.ofDays(1));

  private final HttpsServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> questions = new CopyOnWriteArrayList<>();
  private final List<Target> targets = new CopyOnWriteArrayList<>();
  private final List<String> traces = new CopyOnWriteArrayList<>();

  /** Creates the responses; tests may replace it. */
  public volatile Answering answering;

  public TestWebhook(Answering answering) {
    this.answering = answering;
    try {
      server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(tls()));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  private static SSLContext tls() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "key", IDENTITY.key(), new char[0], IDENTITY.chain().toArray(X509Certificate[]::new));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    return tls;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String question = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    traces.add(
        exchange.getRequestHeaders().getFirst("traceparent")
            + " "
            + exchange.getRequestHeaders().getFirst("tracestate"));
    targets.add(
        new Target(
            exchange.getRequestURI().toString(),
            exchange.getRequestHeaders().getFirst("Accept"),
            exchange.getRequestHeaders().getFirst("Content-Type")));
    questions.add(question);
    try (exchange) {
      byte[] answer = answering.answer(question).getBytes(UTF_8);
      exchange.sendResponseHeaders(answering.status(), answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  public URI url() {
    return URI.create("https://127.0.0.1:" + server.getAddress().getPort() + "/convert");
  }

  /** Returns the certificate authority in PEM and base64, as for {@code caBundle}. */
  public String authorities() {
    return Base64.getEncoder().encodeToString(Pem.of(AUTHORITY.certificate()).getBytes(UTF_8));
  }

  /** Returns the received requests in their order. */
  public List<String> questions() {
    return questions;
  }

  /** Returns the targets of the {@link #questions}. */
  public List<Target> targets() {
    return targets;
  }

  /** The path with its query, and headers of a request. */
  public record Target(String path, String accept, String type) {}

  /** Returns {@code traceparent} and {@code tracestate} of the requests; null where absent. */
  public List<String> traces() {
    return traces;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** Creates the response to a request. */
  @FunctionalInterface
  public interface Answering {
    String answer(String question);

    default int status() {
      return 200;
    }
  }
}
