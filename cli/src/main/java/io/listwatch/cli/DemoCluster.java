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

/** Simulates a cluster of one node with clients of the server. */
final class DemoCluster implements AutoCloseable {
  private final ApiClient client;
  private final InformerFactory informers;
  private final SmallCluster cluster;
  private final NodeHeartbeat heartbeat;

  /** Connects as the user of the kubeconfig; {@link #start} starts the controllers. */
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
