package io.listwatch.cli;

import io.listwatch.micrometer.MicrometerMetrics;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.PeriodicCompaction;
import io.listwatch.server.audit.Auditor;
import io.listwatch.server.auth.token.TokenSettings;
import io.listwatch.server.controllers.BuiltInController;
import io.listwatch.server.http.AddressInUseException;
import io.listwatch.server.http.HttpServerSettings;
import io.listwatch.server.registry.admission.AdmissionSettings;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/**
 * A replacement for {@code kube-apiserver} in test suites. It accepts the flags that
 * controller-runtime's envtest and fabric8's kube-api-test pass, and logs those without effect.
 *
 * <p>As in those suites, only the controllers of kube-apiserver itself run.
 */
@Command(
    name = "kube-apiserver",
    abbreviateSynopsis = true,
    description = {
      "Replaces kube-apiserver in test suites such as envtest and kube-api-test.",
      "Other flags of kube-apiserver are accepted and ignored; a warning in the log lists them.",
      "--encryption-provider-config is rejected, because nothing would be encrypted."
    })
final class KubeApiserverCommand implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(KubeApiserverCommand.class);

  /** The controllers of kube-apiserver; the others belong to kube-controller-manager. */
  private static final Set<BuiltInController> OWN =
      Set.of(BuiltInController.DEFINITION_TEARDOWN, BuiltInController.CLUSTER_DEFAULTS);

  private static final Duration COMPACTION = Duration.ofMinutes(5);

  @Option(
      names = "--bind-address",
      paramLabel = "ADDRESS",
      defaultValue = "0.0.0.0",
      description = "Listen address (default: ${DEFAULT-VALUE}).")
  private String bind = "0.0.0.0";

  @Option(
      names = "--secure-port",
      paramLabel = "N",
      defaultValue = "6443",
      description = "HTTPS port (default: ${DEFAULT-VALUE}).")
  private int port = 6443;

  @Mixin private KubeApiserverIdentity identity = new KubeApiserverIdentity();
  @Mixin private ServiceAccountOptions accounts = new ServiceAccountOptions();
  @Mixin private KubeApiserverEtcd etcd = new KubeApiserverEtcd();
  @Mixin private AuditOptions audits = new AuditOptions();
  @Mixin private AdmissionOptions admission = new AdmissionOptions();
  @Mixin private AuthorizationOptions authorization = new AuthorizationOptions();

  @Option(
      names = "--allow-privileged",
      arity = "0..1",
      defaultValue = "false",
      fallbackValue = "true",
      paramLabel = "BOOLEAN",
      description = "Accept pods with privileged containers (default: ${DEFAULT-VALUE}).")
  private boolean privileged;

  @Option(
      names = "--run-controllers",
      paramLabel = "NAME",
      split = ",",
      description =
          "Controllers of kube-controller-manager to run, too, separated by commas:"
              + " namespace-lifecycle, owner-collection, storage-protection, namespace-defaults,"
              + " clusterrole-aggregation, token-secrets, resource-quota,"
              + " validatingadmissionpolicy-status.")
  private List<String> controllers = List.of();

  @Unmatched private List<String> others = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    rejectEncryption();
    if (!others.isEmpty()) {
      log.warn("flags that have no effect here: {}", String.join(" ", others));
    }
    Timers timers = Timers.system();
    var end = new EndOfProgram();
    try (var headStart = new HeadStart()) {
      var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      registry.config().meterFilter(new SeriesLimit());
      var metrics = new MicrometerMetrics(registry);
      ApiServerConfig config =
          config(timers).with(c -> c.metrics(metrics).metricsPage(registry::scrape));
      boolean standIn = etcd.isStandIn(timers);
      headStart.await();
      try (Storage storage = standIn ? etcd.inMemory(timers) : etcd.open(timers);
          Auditor auditor = audits.open(null, timers, metrics);
          ApiServer server = start(storage, config.with(c -> c.auditor(auditor)));
          var compaction = new PeriodicCompaction(storage, COMPACTION, timers)) {
        log.info(
            "ready at https://{}:{}, with its objects {}",
            bind,
            server.port(),
            standIn ? "in memory" : "in etcd");
        log.debug("compacting the history every {}", compaction.interval());
        end.await();
      }
    }
    return 0;
  }

  /**
   * Rejects the flag rather than store unencrypted objects that the user expects to be encrypted.
   */
  private void rejectEncryption() {
    if (others.stream().anyMatch(each -> each.startsWith("--encryption-provider-config"))) {
      throw new UsageFailure(
          "--encryption-provider-config is not implemented: objects are stored without encryption");
    }
  }

  private ApiServerConfig config(Timers timers) throws IOException {
    var http = HttpServerSettings.on(new InetSocketAddress(InetAddress.getByName(bind), port));
    TokenSettings tokens = accounts.settings();
    AdmissionSettings plugins = admission.settings().withPrivileged(privileged);
    var config =
        identity
            .secure(http, bind, tokens.issuers(), timers)
            .with(
                changes ->
                    changes
                        .timers(timers)
                        .tokens(tokens)
                        .admission(plugins)
                        .controllers(ControllerOptions.only(OWN, controllers)));
    return authorization.applyTo(config, AuthorizationMode.ALWAYS_ALLOW);
  }

  private static ApiServer start(Storage storage, ApiServerConfig config) {
    try {
      return ApiServer.start(storage, config);
    } catch (AddressInUseException inUse) {
      throw new CommandFailure(
          "port %d is in use: choose another with --secure-port"
              .formatted(inUse.address().getPort()),
          inUse);
    }
  }
}
