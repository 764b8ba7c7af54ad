package io.listwatch.cli;

import io.listwatch.micrometer.MicrometerMetrics;
import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.PeriodicCompaction;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.controllers.BuiltInController;
import io.listwatch.server.http.AddressInUseException;
import io.listwatch.server.http.HttpServerSettings;
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
      "Other flags of kube-apiserver are accepted and ignored; the log lists them."
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
  @Mixin private KubeApiserverEtcd etcd = new KubeApiserverEtcd();

  @Option(
      names = "--authorization-mode",
      paramLabel = "MODE",
      split = ",",
      description =
          "AlwaysAllow allows every request. With any other mode only system:masters has access,"
              + " because RBAC is not implemented.")
  private List<String> authorization = List.of();

  @Option(
      names = "--run-controllers",
      paramLabel = "NAME",
      split = ",",
      description =
          "Controllers of kube-controller-manager to run, too, separated by commas:"
              + " namespace-lifecycle, owner-collection, storage-protection, namespace-defaults.")
  private List<String> controllers = List.of();

  @Unmatched private List<String> others = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    if (!others.isEmpty()) {
      log.info("flags that have no effect here: {}", String.join(" ", others));
    }
    Timers timers = Timers.system();
    var end = new EndOfProgram();
    try (var headStart = new HeadStart()) {
      ApiServerConfig config = config(timers);
      boolean standIn = etcd.isStandIn(timers);
      headStart.await();
      try (Storage storage = standIn ? etcd.inMemory(timers) : etcd.open(timers);
          ApiServer server = start(storage, config);
          PeriodicCompaction compaction = standIn ? null : compaction(storage, timers)) {
        log.info(
            "ready at https://{}:{}, with its objects {}",
            bind,
            server.port(),
            compaction == null ? "in memory" : "in etcd");
        end.await();
      }
    }
    return 0;
  }

  private static PeriodicCompaction compaction(Storage storage, Timers timers) {
    return new PeriodicCompaction(storage, COMPACTION, timers);
  }

  private ApiServerConfig config(Timers timers) throws IOException {
    var http = HttpServerSettings.on(new InetSocketAddress(InetAddress.getByName(bind), port));
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry.config().meterFilter(new SeriesLimit());
    var config =
        identity
            .secure(http, bind, timers)
            .with(
                changes ->
                    changes
                        .timers(timers)
                        .controllers(ControllerOptions.only(OWN, controllers))
                        .metrics(new MicrometerMetrics(registry))
                        .metricsPage(registry::scrape));
    return authorization.contains("AlwaysAllow")
        ? config.with(changes -> changes.authorizer(Authorizer.allowAll()))
        : config;
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
