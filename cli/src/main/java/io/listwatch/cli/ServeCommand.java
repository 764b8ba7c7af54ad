package io.listwatch.cli;

import io.listwatch.cli.log.ConsoleLog;
import io.listwatch.cli.log.LogFormat;
import io.listwatch.console.Console;
import io.listwatch.demo.Types;
import io.listwatch.faults.FaultControl;
import io.listwatch.faults.SteppedTime;
import io.listwatch.micrometer.MicrometerMetrics;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.x509.Identity;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.PeriodicCompaction;
import io.listwatch.server.audit.AuditPolicy;
import io.listwatch.server.audit.Auditor;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.CertificateAuthenticator;
import io.listwatch.server.auth.CertificateDirectory;
import io.listwatch.server.auth.Kubeconfig;
import io.listwatch.server.auth.PlainAuthenticator;
import io.listwatch.server.auth.PrivateFiles;
import io.listwatch.server.auth.RenewingIdentity;
import io.listwatch.server.auth.SettingsFile;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.oidc.AuthenticationFile;
import io.listwatch.server.auth.oidc.JwtIssuers;
import io.listwatch.server.auth.token.TokenSettings;
import io.listwatch.server.auth.webhook.TokenWebhook;
import io.listwatch.server.http.AddressInUseException;
import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.server.http.interference.Interference;
import io.listwatch.server.kubelet.KubeletNetworks;
import io.listwatch.server.registry.admission.AdmissionSettings;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import io.listwatch.workloads.Workloads;
import io.listwatch.workloads.WorkloadsCandidate;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts the API server and runs it until it is stopped. */
@Command(
    name = "serve",
    abbreviateSynopsis = true,
    sortOptions = false,
    description = "Starts the API server and runs it until it is stopped.")
final class ServeCommand implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(ServeCommand.class);
  private static final Duration ADMINISTRATOR_VALIDITY = Duration.ofDays(365);
  private static final int MAX_PORT = 65_535;

  /** A watch lasts at most an hour unless the client requests more. */
  private static final int MAX_BOOKMARK_SECONDS = 3_600;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Listen address; 0.0.0.0 for all interfaces (default: ${DEFAULT-VALUE}).")
  private String bind = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "6443",
      description = "HTTPS port; 0 for any free port (default: ${DEFAULT-VALUE}).")
  private int port = 6443;

  @Mixin private StorageOptions storageOptions = new StorageOptions();
  @Mixin private StoredFormatOption storedFormat = new StoredFormatOption();
  @Mixin private TlsOptions tls = new TlsOptions();
  @Mixin private ControllerOptions controllers = new ControllerOptions();
  @Mixin private AdmissionOptions admission = new AdmissionOptions();

  @ArgGroup(validate = false, heading = "%nAuthentication (docs/authority.md):%n")
  private AuthenticationOptions authentication = new AuthenticationOptions();

  @ArgGroup(validate = false, heading = "%nTokens of OpenID Connect:%n")
  private OidcOptions oidc = new OidcOptions();

  @ArgGroup(validate = false, heading = "%nTokens that a webhook checks:%n")
  private TokenWebhookOptions tokenWebhook = new TokenWebhookOptions();

  @ArgGroup(validate = false, heading = "%nAuthenticating proxies:%n")
  private FrontProxyOptions proxies = new FrontProxyOptions();

  @ArgGroup(validate = false, heading = "%nTokens of service accounts and nodes:%n")
  private ServiceAccountOptions accounts = new ServiceAccountOptions();

  @ArgGroup(validate = false, heading = "%nCertificates that users request:%n")
  private SigningOptions signing = new SigningOptions();

  @ArgGroup(validate = false, heading = "%nAuthorization (docs/authority.md):%n")
  private AuthorizationOptions authorization = new AuthorizationOptions();

  @Option(
      names = "--http-port",
      paramLabel = "N",
      description =
          "Also serve HTTP without TLS on this port, for curl. Only on the loopback interface;"
              + " every client is an administrator. 0 for any free port.")
  private @Nullable Integer httpPort;

  @Option(
      names = "--console",
      paramLabel = "MODE",
      defaultValue = "read-only",
      converter = ConsoleMode.Converter.class,
      description =
          "The console, a web page at /console/: read-only, writable, or off (default:"
              + " ${DEFAULT-VALUE}). Users' rights apply in every mode.")
  private ConsoleMode console = ConsoleMode.READ_ONLY;

  @Option(
      names = "--bookmark-seconds",
      paramLabel = "N",
      defaultValue = "60",
      description =
          "Interval of bookmarks in watches that request them, in seconds (default:"
              + " ${DEFAULT-VALUE}).")
  private int bookmarkSeconds = 60;

  @Option(
      names = "--compress-watches",
      description =
          "Compress every watch of a client that accepts gzip. Without it, only streaming lists are"
              + " compressed, as by kube-apiserver 1.37.")
  private boolean compressWatches;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "Maximum number of open connections; further ones are closed at once (default:"
              + " ${DEFAULT-VALUE}).")
  private int maxConnections = 10_000;

  @Option(
      names = "--cache-memory",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          "Memory for the objects in watch caches. If they take more, the largest resources are"
              + " served from storage (default: half of the heap).")
  private @Nullable Long cacheMemory;

  @Option(
      names = "--webhook-resolve",
      paramLabel = "NS/NAME=HOST:PORT",
      converter = WebhookAddress.Converter.class,
      description =
          "Where to reach the webhooks behind a Service; may be given several times (default: the"
              + " addresses of its EndpointSlices).")
  private List<WebhookAddress> webhookAddresses = new ArrayList<>();

  @Option(
      names = "--kubelet-networks",
      paramLabel = "CIDR",
      split = ",",
      description =
          "Networks of nodes from which the server reads logs, besides loopback addresses,"
              + " separated by commas. Users who may write the status of a node choose an address"
              + " in them.")
  private List<String> kubeletNetworks = List.of();

  @Option(
      names = "--demo",
      description =
          "Create some objects to look at, and simulate a cluster of one node: deleted pods of a"
              + " ReplicaSet are replaced.")
  private boolean demo;

  @Option(
      names = "--workloads",
      description =
          "Run workloads on simulated nodes: Deployments, ReplicaSets and pods become ready. See"
              + " docs/workloads.md.")
  private boolean withWorkloads;

  @Option(
      names = "--force-workloads",
      description =
          "Run workloads even if a kube-controller-manager is running beside this server.")
  private boolean forceWorkloads;

  @ArgGroup(validate = false, heading = "%nWorkloads (docs/workloads.md):%n")
  private WorkloadOptions workloads = new WorkloadOptions();

  @ArgGroup(validate = false, heading = "%nAudit (docs/authority.md):%n")
  private AuditOptions audits = new AuditOptions();

  @Option(
      names = "--faults",
      description =
          "Fault injection for tests: administrators on this machine may inject faults. See"
              + " docs/faults.md.")
  private boolean faults;

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Log format: text or json (default: ${DEFAULT-VALUE}).")
  private LogFormat logFormat = LogFormat.TEXT;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      defaultValue = "info",
      description = "Log level: error, warn, info, debug or trace (default: ${DEFAULT-VALUE}).")
  private Level logLevel = Level.INFO;

  /** Stops after this number of rounds of a {@link Rehearsal}, for the launcher's archive. */
  @Option(names = "--rehearse", hidden = true)
  private @Nullable Integer rehearsedRounds;

  @Override
  public Integer call() throws IOException {
    requireBetween(0, MAX_PORT, "--port", port);
    requireBetween(0, MAX_PORT, "--http-port", httpPort == null ? 0 : httpPort);
    requireBetween(1, MAX_BOOKMARK_SECONDS, "--bookmark-seconds", bookmarkSeconds);
    requireBetween(1, Integer.MAX_VALUE, "--max-connections", maxConnections);
    workloads.validate();
    KubeletNetworks unused = kubelets();
    storedFormat.validate();
    ConsoleLog.configure(logFormat, logLevel);
    DataOption.requireUsable(storageOptions.data().directory());
    var steppedTime = new SteppedTime(Timers.system());
    Timers timers = faults ? steppedTime : Timers.system();
    var end = new EndOfProgram();
    try (var headStart = new HeadStart();
        var renewals = new SingleThread("listwatch-certificates");
        Storage storage = open(headStart, timers)) {
      storedFormat.apply(storage, storageOptions.engine());
      DataOption data = storageOptions.data();
      var certificates = CertificateDirectory.open(data.certificates(), timers);
      headStart.await();
      var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      registry.config().meterFilter(new SeriesLimit());
      var metrics = new MicrometerMetrics(registry);
      Console page = console.open(faults, metrics, timers);
      try (RenewingIdentity identity = tls.identity(certificates, bind, timers, renewals);
          Auditor auditor = audits.open(AuditPolicy.metadata(), timers, metrics);
          ApiServer server =
              start(
                  storage,
                  config(certificates, identity, auditor, timers, page)
                      .with(
                          c ->
                              c.metrics(page == null ? metrics : page.metrics())
                                  .metricsPage(registry::scrape)),
                  steppedTime,
                  page)) {
        writeKubeconfig(certificates, server, timers);
        if (demo) {
          new Demo(server.registry(), server.verbs()).seed();
        }
        announce(server);
        if (rehearsedRounds != null) {
          new Rehearsal(server, certificates.authority(), timers, rehearsedRounds).run();
        } else {
          serve(storage, timers, end);
        }
      }
    }
    return 0;
  }

  /**
   * The etcd client uses the same network library as the server, whose classes must be loaded
   * first.
   */
  private Storage open(HeadStart headStart, Timers timers) throws IOException {
    if (storageOptions.engine() == StorageOptions.Engine.ETCD) {
      headStart.await();
    }
    return storageOptions.open(timers);
  }

  private void serve(Storage storage, Timers timers, EndOfProgram end) throws IOException {
    try (PeriodicCompaction compaction = storageOptions.compaction(storage, timers);
        WorkloadsCandidate candidate = withWorkloads ? startWorkloads(timers) : null;
        DemoCluster cluster =
            demo && candidate == null
                ? new DemoCluster(
                    storageOptions.data().kubeconfig(), timers, console != ConsoleMode.OFF)
                : null) {
      if (cluster != null) {
        cluster.start();
      }
      if (compaction != null) {
        log.debug("compacting the history every {}", compaction.interval());
      }
      end.await();
    }
  }

  private @Nullable WorkloadsCandidate startWorkloads(Timers timers) throws IOException {
    DataOption data = storageOptions.data();
    try {
      return workloads.compete(
          io.listwatch.client.config.Kubeconfig.read(data.kubeconfig()).config(),
          WorkloadIdentity.in(data.directory()),
          timers,
          forceWorkloads,
          running -> log.debug("workloads run: {}", running));
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static void requireBetween(int least, int most, String option, int number) {
    if (number < least || number > most) {
      throw new UsageFailure("%s: %d (expected: %d to %d)".formatted(option, number, least, most));
    }
  }

  private ApiServer start(
      Storage storage, ApiServerConfig config, SteppedTime time, @Nullable Console page)
      throws IOException {
    if (faults) {
      log.warn("faults can be injected at {}: for tests only", Interference.PATH);
    }
    try {
      if (page != null) {
        FaultControl control = faults ? new FaultControl(storage, time) : null;
        return ApiServer.startWithPages(storage, config, control, page);
      }
      return faults
          ? new FaultControl(storage, time).start(config)
          : ApiServer.start(storage, config);
    } catch (AddressInUseException inUse) {
      if (!isOfThisMachine(inUse.address().getAddress())) {
        throw new CommandFailure(
            "--bind: %s (expected: an address of this machine)".formatted(bind), inUse);
      }
      boolean plain = httpPort != null && httpPort == inUse.address().getPort();
      throw new CommandFailure(
          "port %d is in use: choose another with %s (%s)"
              .formatted(
                  inUse.address().getPort(),
                  plain ? "--http-port" : "--port",
                  inUse.getCause() == null ? "" : inUse.getCause().getMessage()),
          inUse);
    }
  }

  private static boolean isOfThisMachine(InetAddress address) throws IOException {
    return address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || NetworkInterface.getByInetAddress(address) != null;
  }

  private ApiServerConfig config(
      CertificateDirectory certificates,
      RenewingIdentity identity,
      @Nullable Auditor auditor,
      Timers timers,
      @Nullable Console page)
      throws IOException {
    List<X509Certificate> authorities = tls.clientAuthorities(certificates);
    var authenticators = new ArrayList<Authenticator>();
    authenticators.add(new PlainAuthenticator());
    authenticators.addAll(proxies.authenticators(timers));
    authenticators.add(new CertificateAuthenticator(authorities, timers));
    if (page != null) {
      authenticators.add(page.authenticator());
    }
    TokenSettings tokens = accounts.settings();
    SettingsFile<AuthenticationFile> structured = oidc.configuration(tokens.issuers());
    JwtIssuers issuers = oidc.issuers(structured);
    Authenticator authenticator = authentication.after(authenticators, structured, timers);
    var accepted = new ArrayList<>(authorities);
    accepted.addAll(proxies.authorities());
    TokenWebhook webhook = tokenWebhook.webhook();
    var http =
        HttpServerSettings.on(new InetSocketAddress(InetAddress.getByName(bind), port))
            .with(
                changes ->
                    changes
                        .plainAddress(plainAddress())
                        .maxConnections(maxConnections)
                        .bookmarkPeriod(Duration.ofSeconds(bookmarkSeconds))
                        .compressWatches(compressWatches));
    boolean shared = storageOptions.engine() == StorageOptions.Engine.ETCD;
    ApiServerConfig config =
        authorization.applyTo(
            ApiServerConfig.secure(http, identity, accepted, authenticator),
            AuthorizationMode.RBAC);
    AdmissionSettings plugins = admission.settings();
    KubeletNetworks kubelets = kubelets();
    return config.with(
        changes ->
            changes
                .timers(timers)
                .tokens(tokens)
                .issuers(issuers)
                .tokenWebhook(webhook)
                .signing(signing.by(certificates.authority()))
                .admission(plugins)
                .auditor(auditor)
                .cacheMemory(cacheMemory == null ? config.cacheMemory() : cacheMemory)
                .webhookAddresses(WebhookAddress.byService(webhookAddresses))
                .kubelets(kubelets)
                .controllers(
                    controllers.settings(
                        certificates.authority().certificate(), shared, attended())));
  }

  private KubeletNetworks kubelets() {
    try {
      return KubeletNetworks.of(kubeletNetworks);
    } catch (IllegalArgumentException malformed) {
      throw new UsageFailure("--kubelet-networks: " + malformed.getMessage());
    }
  }

  /** Returns the workload types on which a controller of this program acts. */
  private Set<ResourceType> attended() {
    if (withWorkloads) {
      return Workloads.attended();
    }
    return demo ? Set.of(Types.REPLICA_SETS) : Set.of();
  }

  private @Nullable InetSocketAddress plainAddress() {
    return httpPort == null
        ? null
        : new InetSocketAddress(InetAddress.getLoopbackAddress(), httpPort);
  }

  private void writeKubeconfig(CertificateDirectory certificates, ApiServer server, Timers timers)
      throws IOException {
    var authority = certificates.authority();
    Identity administrator =
        authority.issueClient(
            "admin", List.of(UserInfo.MASTERS), timers.now(), ADMINISTRATOR_VALIDITY);
    PrivateFiles.write(
        storageOptions.data().kubeconfig(),
        Kubeconfig.inNamespace(
            Kubeconfig.withCertificate(url(server), authority, administrator), "default"));
  }

  private String url(ApiServer server) {
    boolean everywhere = bind.equals("0.0.0.0") || bind.equals("::");
    String host = everywhere ? "127.0.0.1" : bind;
    return "https://%s:%d".formatted(host.contains(":") ? "[" + host + "]" : host, server.port());
  }

  private void announce(ApiServer server) {
    var out = spec.commandLine().getOut();
    String kubectl = "  kubectl --kubeconfig " + storageOptions.data().kubeconfig();
    out.println("Listwatch is ready at %s. Try:".formatted(url(server)));
    if (demo) {
      out.println(kubectl + " get pods --watch");
      out.println("Delete the pods in another terminal, and the watch shows new ones start:");
      out.println(kubectl + " delete pods --all");
    } else {
      out.println(kubectl + " get namespaces --watch");
    }
    if (httpPort != null) {
      out.println(
          "Without TLS, from this machine only; every client is an administrator:\n"
              + "  curl -N 'http://127.0.0.1:%d/api/v1/namespaces?watch=true'"
                  .formatted(server.plainPort()));
      if (console != ConsoleMode.OFF) {
        out.println(
            "In the browser:\n  http://127.0.0.1:%d%s".formatted(server.plainPort(), Console.ROOT));
      }
    }
    out.flush();
  }
}
