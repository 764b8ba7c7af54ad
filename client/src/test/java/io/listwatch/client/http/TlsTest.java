package io.listwatch.client.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.tls.ClientIdentity;
import io.listwatch.client.tls.PemSource;
import io.listwatch.client.tls.TestAuthority;
import io.listwatch.client.tls.TlsSettings;
import io.listwatch.model.UnavailableException;
import io.listwatch.time.ManualTimers;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Server and client certificates. */
@Timeout(60)
final class TlsTest {
  private final TestAuthority authority = new TestAuthority();
  private final ManualTimers timers = new ManualTimers();
  private final Queue<String> askedFor = new ConcurrentLinkedQueue<>();
  private final Queue<String> clients = new ConcurrentLinkedQueue<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final Path directory;

  TlsTest(@TempDir Path directory) throws Exception {
    this.directory = directory;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private ScriptedServer server(String... names) throws Exception {
    KeyPair keys = TestAuthority.keys("RSA", 2048);
    var context = authority.server(authority.issue("CN=server", keys, names), keys);
    var socket =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    socket.setWantClientAuth(true);
    var server = new ScriptedServer(socket, "https");
    server.otherwise((request, answer) -> answer.json(200, "{}"));
    server.onConnection(each -> note((SSLSocket) each));
    opened.add(server);
    return server;
  }

  private void note(SSLSocket connection) {
    var session = (ExtendedSSLSession) connection.getSession();
    session.getRequestedServerNames().stream()
        .map(name -> ((SNIHostName) name).getAsciiName())
        .forEach(askedFor::add);
    try {
      clients.add(session.getPeerPrincipal().getName());
    } catch (SSLPeerUnverifiedException nobody) {
      clients.add("nobody");
    }
  }

  private HttpTransport transport(ScriptedServer server, TlsSettings tls) {
    var config = ClientConfig.of(server.address()).with(each -> each.tls(tls));
    var transport = new HttpTransport(config, timers);
    opened.add(transport);
    return transport;
  }

  private TlsSettings trusting(@Nullable ClientIdentity identity, @Nullable String name)
      throws Exception {
    var authorities = PemSource.of(TestAuthority.pem(authority.certificate()));
    return new TlsSettings(authorities, identity, name, false);
  }

  private static String get(HttpTransport transport) throws InterruptedException {
    return new String(transport.send(ApiRequest.get("/")).bytes(), UTF_8);
  }

  @Test
  void verifiesTheServerByItsCa() throws Exception {
    ScriptedServer server = server("ip:127.0.0.1");

    assertThat(get(transport(server, trusting(null, null)))).isEqualTo("{}");
    assertThat(clients).containsExactly("nobody");
    var strangers = transport(server, TlsSettings.DEFAULT);
    assertThatThrownBy(() -> get(strangers)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void rejectsACertificateOfAnotherHost() throws Exception {
    var transport = transport(server("dns:elsewhere.example"), trusting(null, null));

    assertThatThrownBy(() -> get(transport)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void usesTheConfiguredNameForSniAndVerification() throws Exception {
    ScriptedServer server = server("dns:real.example");

    assertThat(get(transport(server, trusting(null, "real.example")))).isEqualTo("{}");
    assertThat(askedFor).containsExactly("real.example");
    var mistaken = transport(server, trusting(null, "other.example"));
    assertThatThrownBy(() -> get(mistaken)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void acceptsAnyServerIfInsecure() throws Exception {
    var insecure = new TlsSettings(null, null, null, true);

    assertThat(get(transport(server("dns:elsewhere.example"), insecure))).isEqualTo("{}");
  }

  @Test
  void sendsItsClientCertificateAndTheNewOneWhenReplaced() throws Exception {
    ScriptedServer server = server("ip:127.0.0.1");
    Path certificate = directory.resolve("client.crt");
    Path key = directory.resolve("client.key");
    write("CN=one", certificate, key, "EC", 256);
    var identity = new ClientIdentity(PemSource.of(certificate), PemSource.of(key));
    var transport = transport(server, trusting(identity, null));

    get(transport);
    write("CN=two", certificate, key, "RSA", 2048);
    get(transport);
    assertThat(clients).containsOnly("CN=one");
    timers.advance(Connections.CHECK_INTERVAL);
    get(transport);
    assertThat(clients).contains("CN=two");
    // Only one of the two files has been replaced, so they are not used.
    Files.writeString(key, "not yet");
    timers.advance(Connections.CHECK_INTERVAL);
    assertThat(get(transport)).isEqualTo("{}");
  }

  @Test
  void sendsAnEd25519ClientCertificate() throws Exception {
    Path certificate = directory.resolve("client.crt");
    Path key = directory.resolve("client.key");
    KeyPair keys = TestAuthority.keys("Ed25519", 0);
    Files.write(certificate, TestAuthority.pem(authority.issue("CN=eddie", keys)));
    Files.write(key, TestAuthority.pem(new JcaPKCS8Generator(keys.getPrivate(), null)));
    var identity = new ClientIdentity(PemSource.of(certificate), PemSource.of(key));

    get(transport(server("ip:127.0.0.1"), trusting(identity, null)));

    assertThat(clients).containsExactly("CN=eddie");
  }

  @Test
  void unusableCertificateFailsTheCallAsUnavailable() throws Exception {
    ScriptedServer server = server("ip:127.0.0.1");
    var missing = PemSource.of(directory.resolve("missing.crt"));
    var transport = transport(server, new TlsSettings(missing, null, null, false));

    assertThatThrownBy(() -> get(transport))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("missing.crt");
  }

  private void write(String subject, Path certificate, Path key, String algorithm, int size)
      throws Exception {
    KeyPair keys = TestAuthority.keys(algorithm, size);
    Files.write(certificate, TestAuthority.pem(authority.issue(subject, keys)));
    Files.write(key, TestAuthority.pem(keys.getPrivate()));
  }
}
