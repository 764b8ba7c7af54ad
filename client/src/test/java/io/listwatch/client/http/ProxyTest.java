package io.listwatch.client.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.tls.PemSource;
import io.listwatch.client.tls.TestAuthority;
import io.listwatch.client.tls.TlsSettings;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.ManualTimers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests through an HTTP proxy. */
@Timeout(60)
final class ProxyTest {
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private HttpTransport transport(ClientConfig config, URI proxy) {
    var transport = new HttpTransport(config.with(each -> each.proxy(proxy)), new ManualTimers());
    opened.add(transport);
    return transport;
  }

  private static String get(HttpTransport transport) throws InterruptedException {
    return new String(transport.send(ApiRequest.get("/api")).bytes(), UTF_8);
  }

  /** Returns a server with TLS that responds once. */
  private ScriptedServer server(TestAuthority authority) throws Exception {
    KeyPair keys = TestAuthority.keys("EC", 256);
    var context = authority.server(authority.issue("CN=server", keys, "dns:api.example"), keys);
    var socket =
        context
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    var server = new ScriptedServer(socket, "https");
    opened.add(server);
    server.thenJson(200, "through");
    return server;
  }

  @Test
  void verifiesTheServerCertificateThroughATunnel() throws Exception {
    var authority = new TestAuthority();
    var tunnel = new Tunnel(server(authority).address().getPort());
    opened.add(tunnel);
    var trusted = PemSource.of(TestAuthority.pem(authority.certificate()));
    // A host name that only the proxy can resolve.
    ClientConfig config =
        ClientConfig.of(URI.create("https://api.example:6443"))
            .with(each -> each.tls(new TlsSettings(trusted, null, null, false)));

    assertThat(get(transport(config, tunnel.address()))).isEqualTo("through");

    assertThat(tunnel.asked).containsExactly("CONNECT api.example:6443 HTTP/1.1");
  }

  @Test
  void authenticatesToTheProxyWithoutTls() throws Exception {
    var proxy = new ScriptedServer();
    opened.add(proxy);
    proxy
        .then((q, a) -> a.json(407, "{}", "Proxy-Authenticate: Basic realm=\"proxy\""))
        .thenJson(200, "through");
    URI address = URI.create("http://ann:geheim@127.0.0.1:" + proxy.address().getPort());

    var config = ClientConfig.of(URI.create("http://api.example:8080"));
    assertThat(get(transport(config, address))).isEqualTo("through");

    proxy.take();
    ScriptedServer.Request asked = proxy.take();
    assertThat(asked.target()).isEqualTo("http://api.example:8080/api");
    assertThat(asked.header("Proxy-Authorization"))
        .isEqualTo("Basic " + Base64.getEncoder().encodeToString("ann:geheim".getBytes(US_ASCII)));
  }

  @Test
  void rejectedTunnelIsUnavailable() throws Exception {
    var tunnel = new Tunnel(-1);
    opened.add(tunnel);
    var config = ClientConfig.of(URI.create("https://api.example:6443"));

    assertThatThrownBy(
            () -> transport(config, tunnel.address()).send(ApiRequest.get("/api").once()))
        .isInstanceOf(UnavailableException.class);
  }

  /**
   * By default the JDK sends no password for a CONNECT tunnel; the documentation tells how to
   * enable it.
   */
  @Test
  void explainsHowToAuthenticateToATunnel() throws Exception {
    var tunnel = new Tunnel(1);
    tunnel.password = Base64.getEncoder().encodeToString("ann:geheim".getBytes(US_ASCII));
    opened.add(tunnel);
    var config = ClientConfig.of(URI.create("https://api.example:6443"));
    URI address = URI.create("http://ann:geheim@127.0.0.1:" + tunnel.address().getPort());

    assertThatThrownBy(() -> transport(config, address).send(ApiRequest.get("/api").once()))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("-Djdk.http.auth.tunneling.disabledSchemes=")
        .hasMessageNotContaining("geheim");
  }

  /** The JVM reads the property only once, so this needs another process. */
  @Test
  void authenticatesToATunnelIfTheJvmAllowsIt() throws Exception {
    var tunnel = new Tunnel(server(new TestAuthority()).address().getPort());
    tunnel.password = Base64.getEncoder().encodeToString("ann:geheim".getBytes(US_ASCII));
    opened.add(tunnel);

    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.http.auth.tunneling.disabledSchemes=",
                "-cp",
                System.getProperty("java.class.path"),
                TunnelUser.class.getName(),
                "http://ann:geheim@127.0.0.1:" + tunnel.address().getPort())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    opened.add(program::destroyForcibly);

    assertThat(program.waitFor(50, TimeUnit.SECONDS)).isTrue();
    assertThat(new String(program.getInputStream().readAllBytes(), UTF_8)).isEqualTo("through");
  }

  /**
   * A proxy that connects every client to one local port, or rejects CONNECT if that is negative.
   */
  private static final class Tunnel implements AutoCloseable {
    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final int target;

    /** The expected basic credentials; null for none. */
    private volatile @Nullable String password;

    private Tunnel(int target) throws IOException {
      this.target = target;
      start(
          () -> {
            while (true) {
              Socket client = door.accept();
              sockets.add(client);
              start(() -> connect(client));
            }
          });
    }

    private static void start(IoTask task) {
      var thread =
          new Thread(
              () -> {
                try {
                  task.run();
                } catch (IOException over) {
                  // One of the two sockets, or the test, was closed.
                }
              },
              "tunnel");
      thread.setDaemon(true);
      thread.start();
    }

    private void connect(Socket client) throws IOException {
      asked.add(line(client));
      boolean allowed = password == null;
      for (String header = line(client); !header.isEmpty(); header = line(client)) {
        allowed |= header.equalsIgnoreCase("Proxy-Authorization: Basic " + password);
      }
      if (!allowed) {
        client
            .getOutputStream()
            .write(
                """
                HTTP/1.1 407 Who?\r
                Proxy-Authenticate: Basic realm="proxy"\r
                Content-Length: 0\r
                \r
                """
                    .getBytes(US_ASCII));
        client.close();
        return;
      }
      if (target < 0) {
        client.getOutputStream().write("HTTP/1.1 403 No\r\n\r\n".getBytes(US_ASCII));
        client.close();
        return;
      }
      var server = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(server);
      client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(US_ASCII));
      start(() -> server.getInputStream().transferTo(client.getOutputStream()));
      client.getInputStream().transferTo(server.getOutputStream());
    }

    private static String line(Socket client) throws IOException {
      var line = new StringBuilder();
      for (int c = client.getInputStream().read(); c >= 0 && c != '\n'; ) {
        if (c != '\r') {
          line.append((char) c);
        }
        c = client.getInputStream().read();
      }
      return line.toString();
    }

    private URI address() {
      return URI.create("http://127.0.0.1:" + door.getLocalPort());
    }

    @Override
    public void close() throws IOException {
      door.close();
      for (Socket each : sockets) {
        each.close();
      }
    }

    @FunctionalInterface
    private interface IoTask {
      void run() throws IOException;
    }
  }
}
