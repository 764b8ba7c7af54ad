package io.listwatch.server.kubelet;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A kubelet on this machine, over HTTPS, with a certificate that cannot be verified. */
public final class TestKubelet implements AutoCloseable {
  private final HttpsServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  public TestKubelet(HttpHandler handler) {
    try {
      server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(tls()));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    server.createContext("/", handler);
    server.setExecutor(threads);
    server.start();
  }

  private static SSLContext tls() throws IOException, GeneralSecurityException {
    Instant now = Timers.system().now();
    Identity identity =
        CertificateAuthority.create("nodes", now)
            .issueServer("node", List.of("elsewhere"), now, Duration.ofDays(1));
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

  public int port() {
    return server.getAddress().getPort();
  }

  /** Returns the status of a node that listens on a port of this machine. */
  public static String status(int port) {
    return """
    {"addresses":[{"type":"Hostname","address":"n1"},{"type":"InternalIP","address":"127.0.0.1"}],\
    "daemonEndpoints":{"kubeletEndpoint":{"Port":%d}}}\
    """
        .formatted(port);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
