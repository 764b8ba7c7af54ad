package io.listwatch.cli;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.demo.NodeHeartbeat;
import io.listwatch.demo.SmallCluster;
import io.listwatch.demo.Types;
import io.listwatch.informer.InformerFactory;
import io.listwatch.time.Timers;
import io.listwatch.trace.Trace;
import java.nio.file.Path;

/** A cluster of one pretended node beside the server, as clients of it like any other. */
final class DemoCluster implements AutoCloseable {
  private final ApiClient client;
  private final InformerFactory informers;
  private final SmallCluster cluster;
  private final NodeHeartbeat heartbeat;

  /** Builds a cluster that acts as the user of a kubeconfig, once it is started. */
  DemoCluster(Path kubeconfig, Timers timers) {
    client = ApiClient.of(Kubeconfig.read(kubeconfig).config());
    informers = client.informers();
    cluster =
        new SmallCluster(
            client,
            informers.informer(Types.PODS),
            informers.informer(Types.REPLICA_SETS),
            timers,
            Trace.to(step -> {}));
    heartbeat = new NodeHeartbeat(SmallCluster.NODE, client, timers);
  }

  void start() {
    heartbeat.start();
    cluster.start();
  }

  @Override
  public void close() {
    heartbeat.close();
    cluster.close();
    informers.close();
    client.close();
  }
}
