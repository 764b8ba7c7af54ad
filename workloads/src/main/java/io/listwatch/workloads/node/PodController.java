package io.listwatch.workloads.node;

import io.listwatch.client.DeleteOptions;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.ResourceKey;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Pretends to run the pods of the simulated nodes: the kubelet of all of them. */
public final class PodController implements Reconciler<ResourceKey> {
  private static final Duration OUTAGE_POLL = Duration.ofSeconds(5);
  private static final JsonPath NODE = JsonPath.of("spec.nodeName");

  private final ControllerContext context;
  private final Map<String, SimulatedNode> nodes;
  private final Function<ApiObject, PodBehavior> behaviors;
  private final NodeOutages outages;
  private final PodAddresses addresses = new PodAddresses();
  private final AtomicBoolean addressesRead = new AtomicBoolean();

  private PodController(ControllerContext context, SimulatedNodes simulated) {
    this.context = context;
    this.nodes = simulated.byName();
    this.behaviors = simulated.behaviors();
    this.outages = simulated.outages();
  }

  public static Controller<?> create(ControllerContext context, SimulatedNodes simulated) {
    var reconciler = new PodController(context, simulated);
    return context
        .controller(reconciler)
        .watching(
            context.informer(Types.PODS),
            View::key,
            pod -> reconciler.nodes.containsKey(pod.text(NODE).orElse("")))
        .build();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    if (!addressesRead.getAndSet(true)) {
      addresses.skip(context.all(Types.PODS));
    }
    Optional<ApiObject> pod = context.get(Types.PODS, key);
    if (pod.isEmpty()) {
      return Reconciliation.done();
    }
    SimulatedNode node = nodes.get(Pods.node(pod.get()));
    return node == null ? Reconciliation.done() : step(pod.get(), node);
  }

  private Reconciliation step(ApiObject pod, SimulatedNode node) throws InterruptedException {
    PodBehavior behavior = behaviors.apply(pod);
    if (behavior.nodeGone() || outages.has(node.name())) {
      return Reconciliation.again(OUTAGE_POLL);
    }
    String address = pod.status().has("podIP") ? "" : addresses.next();
    PodStep next = new PodLife(pod, behavior, context.now()).next(node.address(), address);
    if (next instanceof PodStep.Write write) {
      context.updateStatus(Types.PODS, pod, write.status());
      return Reconciliation.again(Duration.ofMillis(1));
    }
    if (next instanceof PodStep.Delete) {
      context
          .resources(Types.PODS)
          .delete(pod.key(), DeleteOptions.DEFAULT.gracePeriod(Duration.ZERO).ifUid(pod.uid()));
    }
    return next instanceof PodStep.Wait wait
        ? Reconciliation.again(wait.time())
        : Reconciliation.done();
  }
}
