package io.listwatch.demo;

import io.listwatch.client.ApiClient;
import io.listwatch.controller.Controller;
import io.listwatch.informer.Informer;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.time.Timers;
import io.listwatch.trace.Trace;

/**
 * The controllers that bring pods to life: a replica keeper, a scheduler and a node agent. They do
 * not know each other and interact only through the API server.
 */
public final class SmallCluster implements AutoCloseable {
  /** The name of the only node. */
  public static final String NODE = "node-1";

  private final Controller<ResourceKey> keeper;
  private final Controller<ResourceKey> scheduler;
  private final NodeAgent agent;

  /**
   * Creates the controllers without starting them.
   *
   * @param pods an informer of all pods; the caller closes it after the cluster
   * @param sets an informer of all ReplicaSets; the caller closes it after the cluster
   * @param timers the clock of the node agent
   * @param trace receives the steps of the keeper and the scheduler
   */
  public SmallCluster(
      ApiClient client,
      Informer<Resource> pods,
      Informer<Resource> sets,
      Timers timers,
      Trace trace) {
    keeper = ReplicaKeeper.of(client, sets, pods, trace);
    scheduler = Scheduler.of(client, pods, NODE, trace);
    agent = new NodeAgent(NODE, client, timers);
  }

  public void start() {
    agent.start();
    keeper.start();
    scheduler.start();
  }

  @Override
  public void close() {
    keeper.close();
    scheduler.close();
    agent.close();
  }
}
