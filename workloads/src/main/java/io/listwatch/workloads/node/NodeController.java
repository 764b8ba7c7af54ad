package io.listwatch.workloads.node;

import io.listwatch.client.Patch;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ResourceKey;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.SharedInformers;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.Types;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Registers simulated nodes as ready and renews their Leases every ten seconds, as the kubelet
 * does. A deleted node is not registered again, and no Lease is renewed for a node that is gone.
 */
public final class NodeController implements Reconciler<ResourceKey> {
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);

  private final ControllerContext context;
  private final Map<ResourceKey, SimulatedNode> nodes;
  private final Function<ApiObject, PodBehavior> behaviors;
  private final NodeOutages outages;
  private final Set<ResourceKey> registered = ConcurrentHashMap.newKeySet();

  private NodeController(ControllerContext context, SimulatedNodes simulated) {
    this.context = context;
    this.behaviors = simulated.behaviors();
    this.outages = simulated.outages();
    this.nodes =
        simulated.byName().values().stream()
            .collect(Collectors.toMap(node -> ResourceKey.of(node.name()), Function.identity()));
  }

  public static Controller<?> create(ControllerContext context, SimulatedNodes simulated) {
    var reconciler = new NodeController(context, simulated);
    Controller<ResourceKey> controller =
        context
            .controller(reconciler)
            .watching(
                context.informer(Types.NODES),
                View::key,
                node -> reconciler.nodes.containsKey(node.key()))
            .build();
    reconciler.nodes.keySet().forEach(controller::request);
    return controller;
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    SimulatedNode node = nodes.get(key);
    if (node == null) {
      return Reconciliation.done();
    }
    if (!registered.contains(key)) {
      register(node);
      registered.add(key);
    }
    Optional<ApiObject> current = context.get(Types.NODES, key);
    if (current.isEmpty()) {
      return Reconciliation.done();
    }
    boolean gone = gone(current.get());
    outages.set(node.name(), gone);
    if (gone) {
      return Reconciliation.again(HEARTBEAT);
    }
    boolean ready = Conditions.isTrue(current.get().status().path("conditions"), "Ready");
    if (!ready || !node.reachable(current.get())) {
      writeStatus(node);
    }
    context
        .client()
        .resources(Types.LEASES, ApiObject.CODEC)
        .inNamespace("kube-node-lease")
        .as(context.name())
        .applyForced(node.lease(context.now()));
    return Reconciliation.again(HEARTBEAT);
  }

  private void register(SimulatedNode node) throws InterruptedException {
    var client = context.resources(Types.NODES);
    try {
      client.create(node.node());
      // The server taints a new node as not ready, and no node lifecycle controller removes that.
      client.patch(node.name(), Patch.merge("{\"spec\":{\"taints\":null}}"));
    } catch (AlreadyExistsException earlier) {
      // Keeps labels and taints of an earlier run.
    }
    writeStatus(node);
  }

  /** True if the node's annotation, or the behavior of one of its pods, takes the node down. */
  private boolean gone(ApiObject node) {
    return node.annotation(PodBehavior.ANNOTATION).orElse("").equals("gone")
        || context.byIndex(Types.PODS, SharedInformers.NODE, node.name()).stream()
            .anyMatch(pod -> behaviors.apply(pod).nodeGone());
  }

  private void writeStatus(SimulatedNode node) throws InterruptedException {
    ApiObject status = node.node().withStatus(node.status(context.now()));
    context
        .resources(Types.NODES)
        .subresource("status")
        .patch(
            node.name(),
            Patch.merge(status.json().objectNode().set("status", status.status()).toString()));
  }
}
