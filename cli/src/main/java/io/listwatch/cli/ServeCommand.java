package io.listwatch.cli;

import io.listwatch.cli.log.ConsoleLog;
import io.listwatch.cli.log.LogFormat;
import io.listwatch.faults.FaultControl;
import io.listwatch.faults.SteppedTime;
import io.listwatch.micrometer.MicrometerMetrics;
import io.listwatch.objects.x509.Identity;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.FileAuditLog;
import io.listwatch.server.PeriodicCompaction;
import io.listwatch.server.auth.Authenticator;
import io.listwatch.server.auth.CertificateAuthenticator;
import io.listwatch.server.auth.CertificateDirectory;
import io.listwatch.server.auth.FirstAuthenticator;
import io.listwatch.server.auth.Kubeconfig;
import io.listwatch.server.auth.PlainAuthenticator;
import io.listwatch.server.auth.PrivateFiles;
import io.listwatch.server.auth.RenewingIdentity;
import io.listwatch.server.auth.TokenAuthenticator;
import io.listwatch.server.auth.TokenFile;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.AddressInUseException;
import io.listwatch.server.http.AuditLog;
import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.server.http.interference.Interference;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
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

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Static tokens, one line for each user: token,user,uid,\"group,group\". Changes take"
              + " effect without a restart.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--http-port",
      paramLabel = "N",
      description =
          "Also serve HTTP without TLS on this port, for curl. Only on the loopback interface;"
              + " every client is an administrator. 0 for any free port.")
  private @Nullable Integer httpPort;

  @Option(
      names = "--bookmark-seconds",
      paramLabel = "N",
      defaultValue = "60",
      description =
          "Interval of bookmarks in watches that request them, in seconds (default:"
              + " ${DEFAULT-VALUE}).")
  private int bookmarkSeconds = 60;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "Maximum number of open connections; further ones are closed at once (default:"
              + " ${DEFAULT-VALUE}).")
  private int maxConnections = 10_000;

  @Option(
      names = "--demo",
      description =
          "Create some objects to look at, and simulate a cluster of one node: deleted pods of a"
              + " ReplicaSet are replaced.")
  private boolean demo;

  @Option(
      names = "--audit-log",
      paramLabel = "FILE",
      description = "Audit log: appends one line of JSON for each request to this file.")
  private @Nullable Path auditLog;

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

  /** Stops after a {@link Rehearsal}, with which the launcher creates the CDS archive. */
  @Option(names = "--rehearse", hidden = true)
  private boolean rehearse;

  @Override
  public Integer call() throws IOException {
    requireBetween(0, MAX_PORT, "--port", port);
    requireBetween(0, MAX_PORT, "--http-port", httpPort == null ? 0 : httpPort);
    requireBetween(1, MAX_BOOKMARK_SECONDS, "--bookmark-seconds", bookmarkSeconds);
    requireBetween(1, Integer.MAX_VALUE, "--max-connections", maxConnections);
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
      try (RenewingIdentity identity = tls.identity(certificates, bind, timers, renewals);
          FileAuditLog audit =
              auditLog == null ? null : FileAuditLog.open(auditLog, timers, metrics);
          ApiServer server =
              start(
                  storage,
                  config(certificates, identity, audit, timers)
                      .with(c -> c.metrics(metrics).metricsPage(registry::scrape)),
                  steppedTime)) {
        writeKubeconfig(certificates, server, timers);
        if (demo) {
          new Demo(server.registry(), server.verbs()).seed();
        }
        announce(server);
        if (rehearse) {
          new Rehearsal(server, certificates.authority()).run();
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

  private void serve(Storage storage, Timers timers, EndOfProgram end) {
    try (PeriodicCompaction compaction = storageOptions.compaction(storage, timers);
        DemoCluster cluster =
            demo ? new DemoCluster(storageOptions.data().kubeconfig(), timers) : null) {
      if (cluster != null) {
        cluster.start();
      }
      if (compaction != null) {
        log.info("compacting the history every {}", compaction.interval());
      }
      end.await();
    }
  }

  private static void requireBetween(int least, int most, String option, int number) {
    if (number < least || number > most) {
      throw new UsageFailure("%s: %d (expected: %d to %d)".formatted(option, number, least, most));
    }
  }

  private ApiServer start(Storage storage, ApiServerConfig config, SteppedTime time)
      throws IOException {
    try {
      if (!faults) {
        return ApiServer.start(storage, config);
      }
      log.warn("faults can be injected at {}: for tests only", Interference.PATH);
      return new FaultControl(storage, time).start(config);
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
      @Nullable FileAuditLog audit,
      Timers timers)
      throws IOException {
    List<X509Certificate> authorities = tls.clientAuthorities(certificates);
    var authenticators = new ArrayList<Authenticator>();
    authenticators.add(new PlainAuthenticator());
    authenticators.add(new CertificateAuthenticator(authorities, timers));
    if (tokenFile != null) {
      authenticators.add(new TokenAuthenticator(TokenFile.open(tokenFile, timers)));
    }
    var http =
        HttpServerSettings.on(new InetSocketAddress(InetAddress.getByName(bind), port))
            .with(
                changes ->
                    changes
                        .plainAddress(plainAddress())
                        .maxConnections(maxConnections)
                        .bookmarkPeriod(Duration.ofSeconds(bookmarkSeconds)));
    boolean shared = storageOptions.engine() == StorageOptions.Engine.ETCD;
    return ApiServerConfig.secure(
            http, identity, authorities, new FirstAuthenticator(authenticators))
        .with(
            changes ->
                changes
                    .timers(timers)
                    .audit(audit == null ? AuditLog.none() : audit)
                    .controllers(
                        controllers.settings(certificates.authority().certificate(), shared)));
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
        Kubeconfig.withCertificate(url(server), authority, administrator));
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
    out.println(kubectl + " get namespaces --watch");
    if (demo) {
      out.println(
          "Watch the pods of the demo, delete them in another terminal, and see new ones start:");
      out.println(kubectl + " get pods --watch");
      out.println(kubectl + " delete pods --all");
    }
    if (httpPort != null) {
      out.println(
          "Without TLS, from this machine only; every client is an administrator:\n"
              + "  curl -N 'http://127.0.0.1:%d/api/v1/namespaces?watch=true'"
                  .formatted(server.plainPort()));
    }
    out.flush();
  }
}
