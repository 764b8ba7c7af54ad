package io.listwatch.examples;

import io.listwatch.demo.SmallCluster;
import io.listwatch.demo.Types;
import io.listwatch.informer.InformerFactory;
import io.listwatch.model.Resource;

/** Runs a {@link SmallCluster} on the server of a {@link Stage}. */
final class ClusterOnStage implements AutoCloseable {
  private static final String REPLICA_SET =
      """
      {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"zx-vpa-786d4b8bb5"},\
      "spec":{"replicas":1,"selector":{"matchLabels":{"app":"zx-vpa-test"}},\
      "template":{"metadata":{"labels":{"app":"zx-vpa-test"}},\
      "spec":{"terminationGracePeriodSeconds":2,"containers":[{"name":"zx-vpa",\
      "image":"ubuntu:stress","command":["sleep","36000"],"resources":\
      {"limits":{"cpu":"12m","memory":"131072k"},"requests":{"cpu":"12m","memory":"131072k"}}}]}}}}\
      """;

  private final Stage stage;
  private final InformerFactory podInformers;
  private final InformerFactory setInformers;
  private final SmallCluster cluster;

  ClusterOnStage(Stage stage) {
    this.stage = stage;
    podInformers = stage.informers(Types.PODS);
    setInformers = stage.informers(Types.REPLICA_SETS);
    cluster =
        new SmallCluster(
            stage.client(),
            podInformers.informer(Types.PODS),
            setInformers.informer(Types.REPLICA_SETS),
            stage.timers(),
            stage.trace());
  }

  void start() {
    cluster.start();
  }

  /** Creates a ReplicaSet with one replica. */
  void createReplicaSet() throws InterruptedException {
    stage
        .client()
        .resources(Types.REPLICA_SETS)
        .inNamespace("default")
        .create(Resource.parse(REPLICA_SET));
  }

  @Override
  public void close() {
    cluster.close();
    podInformers.close();
    setInformers.close();
  }
}
