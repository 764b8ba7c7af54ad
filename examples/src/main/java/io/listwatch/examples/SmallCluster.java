package io.listwatch.examples;

import io.listwatch.controller.Controller;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;

/**
 * The controllers that bring pods to life on a {@link Stage}: a replica keeper, a scheduler and a
 * node agent. They do not know each other and interact only through the API server.
 */
final class SmallCluster implements AutoCloseable {
  private static final String NODE = "node-1";

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
  private final Controller<ResourceKey> keeper;
  private final Controller<ResourceKey> scheduler;
  private final NodeAgent agent;

  SmallCluster(Stage stage) {
    this.stage = stage;
    podInformers = stage.informers(Types.PODS);
    setInformers = stage.informers(Types.REPLICA_SETS);
    Informer<Resource> pods = podInformers.informer(Types.PODS);
    Informer<Resource> sets = setInformers.informer(Types.REPLICA_SETS);
    keeper = ReplicaKeeper.of(stage, sets, pods);
    scheduler = Scheduler.of(stage, pods, NODE);
    agent = new NodeAgent(NODE, stage);
  }

  void start() {
    agent.start();
    keeper.start();
    scheduler.start();
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
    keeper.close();
    scheduler.close();
    agent.close();
    podInformers.close();
    setInformers.close();
  }
}
