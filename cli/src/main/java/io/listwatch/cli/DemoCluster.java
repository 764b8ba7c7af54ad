package io.listwatch.cli;

import io.listwatch.client.ApiClient;
import io.listwatch.client.config.Kubeconfig;
import io.listwatch.client.trace.TraceUpload;
import io.listwatch.demo.NodeHeartbeat;
import io.listwatch.demo.SmallCluster;
import io.listwatch.demo.Types;
import io.listwatch.informer.InformerFactory;
import io.listwatch.time.Timers;
import io.listwatch.trace.Trace;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Simulates a cluster of one node with clients of the server. */
final class DemoCluster implements AutoCloseable {
  private final ApiClient client;
  private final @Nullable TraceUpload upload;
  private final InformerFactory informers;
  private final SmallCluster cluster;
  private final NodeHeartbeat heartbeat;

  /**
   * Connects as the user of the kubeconfig; {@link #start} starts the controllers.
   *
   * @param shown true to show the controllers on the server's console
   */
  DemoCluster(Path kubeconfig, Timers timers, boolean shown) {
    client = ApiClient.of(Kubeconfig.read(kubeconfig).config());
    upload = shown ? TraceUpload.of(client, "demo", timers) : null;
    Trace trace = Trace.to(upload == null ? step -> {} : upload, timers);
    informers = upload == null ? client.informers() : traced(trace);
    cluster =
        new SmallCluster(
            client,
            informers.informer(Types.PODS),
            informers.informer(Types.REPLICA_SETS),
            timers,
            trace);
    heartbeat = new NodeHeartbeat(SmallCluster.NODE, client, timers);
  }

  private InformerFactory traced(Trace trace) {
    return InformerFactory.builder(trace.source(client::listerWatcher))
        .options(Types.PODS, options -> options.listener(trace.listener("pods")))
        .options(Types.REPLICA_SETS, options -> options.listener(trace.listener("replicasets")))
        .build();
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
    if (upload != null) {
      upload.close();
    }
    client.close();
  }
}
