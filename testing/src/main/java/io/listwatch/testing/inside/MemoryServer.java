package io.listwatch.testing.inside;

import io.listwatch.faults.FaultControl;
import io.listwatch.faults.SteppedTime;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.x509.CertificateAuthority;
import io.listwatch.objects.x509.Identity;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.server.auth.CertificateAuthenticator;
import io.listwatch.server.auth.FirstAuthenticator;
import io.listwatch.server.auth.Kubeconfig;
import io.listwatch.server.auth.MastersAuthorizer;
import io.listwatch.server.auth.PlainAuthenticator;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.controllers.BuiltInController;
import io.listwatch.server.controllers.ControllerSettings;
import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.testing.seam.IsolatedServer;
import io.listwatch.testing.seam.ReviewFunction;
import io.listwatch.testing.seam.ServerSettings;
import io.listwatch.time.Timers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An API server on a storage in memory, on free ports of the loopback address. The port without TLS
 * treats every client as administrator. The optional TLS port authenticates client certificates.
 *
 * <p>Thread-safe.
 */
public final class MemoryServer implements IsolatedServer {
  private static final Duration VALIDITY = Duration.ofDays(1);

  /** The number of restores without a difference after which the state counts as restored. */
  private static final int QUIET_PASSES = 2;

  private static final int MAX_PASSES = 100;
  private static final String SERVICE_ACCOUNT = "system:serviceaccount:";

  /** The shutdown has a short timeout, because tests often leave connections open. */
  private static final HttpServerSettings HTTP =
      HttpServerSettings.onLoopback(0).with(http -> http.shutdownTimeout(Duration.ofMillis(200)));

  /**
   * Excludes the controllers that create default objects: objects that appear some time after their
   * namespace would disturb most tests. The ServiceAccount {@code default} appears with it.
   */
  private static final ControllerSettings CONTROLLERS =
      ControllerSettings.ALL
          .without(BuiltInController.NAMESPACE_DEFAULTS)
          .without(BuiltInController.CLUSTER_DEFAULTS)
          .withoutWorkloadWarnings();

  private final Storage storage;
  private final @Nullable Credentials credentials;
  private final boolean rbac;
  private final RequestJournal requests;
  private final ChangeJournal changes = new ChangeJournal();
  private final ChangeTimes times;
  private final FaultControl faults;
  private final ApiServer server;
  private final TestWebhooks webhooks;
  private final ServedKinds kinds;
  private final @Nullable TestWorkloads workloads;
  private volatile StoredState kept;

  private MemoryServer(
      Storage storage,
      @Nullable Credentials credentials,
      ServerSettings settings,
      RequestJournal requests,
      FaultControl faults,
      Timers time,
      ApiServer server) {
    this.storage = storage;
    this.credentials = credentials;
    this.rbac = settings.rbac();
    this.requests = requests;
    this.times = new ChangeTimes(storage, Timers.system());
    this.faults = faults;
    this.server = server;
    this.webhooks = new TestWebhooks(server);
    this.kinds = new ServedKinds(server.registry());
    this.workloads =
        settings.nodes() == 0
            ? null
            : new TestWorkloads(port(), settings.nodes(), settings.rbac(), time);
    this.kept = StoredState.of(storage);
  }

  static MemoryServer start(ServerSettings settings) {
    var time = new SteppedTime(Timers.system());
    return start(MemoryStorage.open(new StorageTime(time)), time, settings);
  }

  /** Starts a server on a storage that has its own clock. Closing the server closes the storage. */
  public static MemoryServer start(Storage storage, ServerSettings settings) {
    return start(storage, new SteppedTime(Timers.system()), settings);
  }

  private static MemoryServer start(Storage storage, SteppedTime time, ServerSettings settings) {
    Timers timers = Timers.system();
    var requests = new RequestJournal(timers);
    Credentials credentials = settings.tls() ? Credentials.create(timers.now()) : null;
    ApiServerConfig config =
        (credentials == null ? plain() : secure(credentials, timers))
            .with(
                changes ->
                    changes
                        .audit(requests)
                        .controllers(
                            (settings.controllers() ? CONTROLLERS : ControllerSettings.NONE)
                                .withDefaultAccounts())
                        .timers(timers));
    if (settings.rbac()) {
      config = config.with(ApiServerConfig.Builder::rbac);
    }
    var faults = new FaultControl(storage, time);
    return new MemoryServer(
        storage, credentials, settings, requests, faults, time, faults.start(config));
  }

  private static ApiServerConfig plain() {
    return ApiServerConfig.open(0)
        .with(
            changes ->
                changes
                    .http(HTTP)
                    .authenticator(new PlainAuthenticator())
                    .authorizer(new MastersAuthorizer()));
  }

  private static ApiServerConfig secure(Credentials credentials, Timers timers) {
    var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    List<X509Certificate> authorities = List.of(credentials.authority().certificate());
    return ApiServerConfig.secure(
            HTTP.with(http -> http.plainAddress(anyPort)),
            credentials::own,
            authorities,
            new FirstAuthenticator(
                List.of(
                    new PlainAuthenticator(), new CertificateAuthenticator(authorities, timers))))
        .with(changes -> changes.authorizer(new MastersAuthorizer()));
  }

  @Override
  public int port() {
    return credentials == null ? server.port() : server.plainPort();
  }

  @Override
  public int securePort() {
    return credentials == null ? 0 : server.port();
  }

  @Override
  public String kubeconfig(String namespace) {
    String text =
        credentials == null
            ? Kubeconfig.plain("http://127.0.0.1:" + port())
            : Kubeconfig.withCertificate(
                "https://127.0.0.1:" + securePort(),
                credentials.authority(),
                credentials.administrator());
    return Kubeconfig.inNamespace(text, namespace);
  }

  @Override
  public String kubeconfigAs(String user, List<String> groups, String namespace) {
    if (!rbac || credentials == null) {
      throw new IllegalStateException(
          "user: %s, but every client is administrator (expected: a server with rbac)"
              .formatted(user));
    }
    var all = new ArrayList<>(groups);
    if (user.startsWith(SERVICE_ACCOUNT)) {
      all.add("system:serviceaccounts");
      all.add(
          "system:serviceaccounts:"
              + user.substring(SERVICE_ACCOUNT.length(), user.lastIndexOf(':')));
    }
    Instant now = Timers.system().now();
    String text =
        Kubeconfig.withCertificate(
            "https://127.0.0.1:" + securePort(),
            credentials.authority(),
            credentials.authority().issueClient(user, all, now, VALIDITY));
    return Kubeconfig.inNamespace(text, namespace);
  }

  @Override
  public void apply(String namespace, String manifest) {
    new Manifest(server.verbs(), kinds, namespace).apply(manifest);
  }

  @Override
  public void keep() {
    kept = StoredState.of(storage);
    kinds.keep();
  }

  @Override
  public void reset() {
    webhooks.removeAll();
    if (workloads == null) {
      restore();
    } else {
      workloads.reset(this::restore);
    }
  }

  /** Controllers of the server may react to a restored object before they see the next one. */
  private void restore() {
    int quiet = 0;
    for (int pass = 0; pass < MAX_PASSES && quiet < QUIET_PASSES; pass++) {
      quiet = kept.restore(storage) == 0 ? quiet + 1 : 0;
    }
    kinds.awaitKept();
  }

  @Override
  public void createNamespace(String name) {
    apply(
        "",
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}");
  }

  @Override
  public void deleteNamespace(String name) {
    var unused =
        server
            .verbs()
            .delete(kinds.find("v1", "Namespace"), ResourceKey.of(name), DeleteOptions.NONE);
  }

  @Override
  public void mark(String title) {
    requests.mark(title);
    changes.mark(storage.currentRevision().toCompletableFuture().join(), title);
  }

  @Override
  public List<String> journal() {
    var lines = new ArrayList<String>();
    lines.add("requests:");
    lines.addAll(requests.lines());
    lines.add("changes:");
    lines.addAll(changes.lines(storage, kept.revision()));
    List<String> missing = MissingRules.yaml(requests.forbidden(), server.authorizer());
    if (!missing.isEmpty()) {
      lines.add("missing rules:");
      lines.addAll(missing);
    }
    List<String> seeds = faults.seeds();
    if (!seeds.isEmpty()) {
      lines.add("realistic:");
      lines.addAll(seeds);
    }
    return lines;
  }

  @Override
  public String report(String title, String failure) {
    return JournalPage.html(
        title,
        failure,
        requests,
        ChangeJournal.items(storage, kept.revision()),
        times.times(),
        faults.events());
  }

  @Override
  public List<String> openWatches(Duration patience) {
    return requests.openWatches(patience);
  }

  @Override
  public Runnable admission(
      boolean mutating, String resource, String namespace, ReviewFunction webhook) {
    return webhooks.add(mutating, resource, namespace, webhook);
  }

  @Override
  public void behavior(Function<? super Map<String, Object>, String> behavior) {
    if (workloads == null) {
      throw new IllegalStateException("workloads: off (expected: a server with workloads)");
    }
    workloads.behavior(behavior);
  }

  @Override
  public String fault(String command) {
    return faults.command(command);
  }

  @Override
  public void close() {
    if (workloads != null) {
      workloads.close();
    }
    server.close();
    webhooks.close();
    times.close();
    storage.close();
  }

  /** The test CA and the certificates of the server and the administrator. */
  private record Credentials(CertificateAuthority authority, Identity own, Identity administrator) {
    static Credentials create(Instant now) {
      var authority = CertificateAuthority.create("Listwatch test authority", now);
      return new Credentials(
          authority,
          authority.issueServer("listwatch", List.of("127.0.0.1", "localhost"), now, VALIDITY),
          authority.issueClient("admin", List.of(UserInfo.MASTERS), now, VALIDITY));
    }
  }
}
