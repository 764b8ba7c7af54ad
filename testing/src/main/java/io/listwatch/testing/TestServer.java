package io.listwatch.testing;

import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.server.auth.CertificateAuthenticator;
import io.listwatch.server.auth.CertificateAuthority;
import io.listwatch.server.auth.FirstAuthenticator;
import io.listwatch.server.auth.Identity;
import io.listwatch.server.auth.Kubeconfig;
import io.listwatch.server.auth.PlainAuthenticator;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.controllers.BuiltInController;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.server.fault.FaultControl;
import io.listwatch.server.fault.SteppedTime;
import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An API server in this JVM, in memory, on free ports of the loopback address: one with TLS, where
 * certificates say who asks, and one without, where everybody is administrator.
 *
 * <p>Thread-safe. Its threads are daemons.
 */
public final class TestServer implements AutoCloseable {
  private static final Duration VALIDITY = Duration.ofDays(1);

  /** Objects that come by themselves, some time after their namespace, would disturb most tests. */
  private static final ControllerSettings CONTROLLERS =
      ControllerSettings.ALL
          .without(BuiltInController.NAMESPACE_FURNITURE)
          .without(BuiltInController.CLUSTER_FURNITURE);

  private final Storage storage;
  private final CertificateAuthority authority;
  private final Identity administrator;
  private final ApiServer server;

  private final Faults faults;

  private TestServer(
      Storage storage,
      CertificateAuthority authority,
      Identity administrator,
      ApiServer server,
      Faults faults) {
    this.storage = storage;
    this.authority = authority;
    this.administrator = administrator;
    this.server = server;
    this.faults = faults;
  }

  /**
   * Starts a server without any objects but the namespaces that every cluster has. Deletions are
   * finished as in a cluster; namespaces get no service account or certificate by themselves.
   */
  public static TestServer start() {
    var time = new SteppedTime(Timers.system());
    return start(MemoryStorage.open(new StorageTime(time)), time);
  }

  /** Starts a server on a storage, which is closed with it and has a time of its own. */
  public static TestServer start(Storage storage) {
    return start(storage, new SteppedTime(Timers.system()));
  }

  private static TestServer start(Storage storage, SteppedTime time) {
    Timers timers = Timers.system();
    Instant now = timers.now();
    var authority = CertificateAuthority.create("Listwatch test authority", now);
    Identity own =
        authority.issueServer("listwatch", List.of("127.0.0.1", "localhost"), now, VALIDITY);
    Identity administrator =
        authority.issueClient("admin", List.of(UserInfo.MASTERS), now, VALIDITY);
    var authorities = List.of(authority.certificate());
    var authenticator =
        new FirstAuthenticator(
            List.of(new PlainAuthenticator(), new CertificateAuthenticator(authorities, timers)));
    var config =
        ApiServerConfig.secure(
                HttpServerSettings.onLoopback(0)
                    .plainOn(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                () -> own,
                authorities,
                authenticator)
            .with(CONTROLLERS);
    var control = new FaultControl(storage, time);
    return new TestServer(
        storage,
        authority,
        administrator,
        ApiServer.start(storage, config, control),
        new Faults(control::command));
  }

  /** Where it serves without TLS. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.plainPort());
  }

  /** Where it serves with TLS. */
  public URI secureAddress() {
    return URI.create("https://127.0.0.1:" + server.port());
  }

  /** An administrator's configuration, for the address with TLS, as the text of a file. */
  public String kubeconfig() {
    return Kubeconfig.withCertificate(secureAddress().toString(), authority, administrator);
  }

  /** What can go wrong, when the test wants it to. */
  public Faults faults() {
    return faults;
  }

  @Override
  public void close() {
    server.close();
    storage.close();
  }
}
