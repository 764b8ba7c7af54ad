package io.listwatch.workloads.nodelifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.SharedInformers;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Deletes the pods of nodes with a taint {@code NoExecute} that the pods do not tolerate. */
public final class TaintEvictionController implements Reconciler<ResourceKey> {
  private final ControllerContext context;

  /**
   * The time at which a pod was first seen on a tainted node. An entry is removed with the taints
   * or the pod.
   */
  private final Map<ResourceKey, Instant> tainted = new ConcurrentHashMap<>();

  private TaintEvictionController(ControllerContext context) {
    this.context = context;
  }

  public static Controller<?> create(ControllerContext context) {
    var controller = new TaintEvictionController(context);
    return context
        .controller(controller)
        .watching(context.informer(Types.PODS), View::key)
        .watchingMany(context.informer(Types.NODES), node -> controller.podsOf(node.get()))
        .build();
  }

  private List<ResourceKey> podsOf(ApiObject node) {
    return context.byIndex(Types.PODS, SharedInformers.NODE, node.name()).stream()
        .map(ApiObject::key)
        .filter(pod -> !EvictionTime.noExecute(node).isEmpty() || tainted.containsKey(pod))
        .toList();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Optional<ApiObject> pod = context.get(Types.PODS, key).filter(each -> !each.terminating());
    Optional<ApiObject> node =
        pod.map(Pods::node)
            .filter(name -> !name.isEmpty())
            .flatMap(name -> context.get(Types.NODES, ResourceKey.of(name)))
            .filter(found -> !EvictionTime.noExecute(found).isEmpty());
    if (pod.isEmpty() || node.isEmpty()) {
      if (tainted.remove(key) != null && pod.isPresent()) {
        event(pod.get(), "Cancelling deletion of Pod " + key);
      }
      return Reconciliation.done();
    }
    Instant since = tainted.computeIfAbsent(key, one -> context.now());
    Optional<Instant> due = EvictionTime.of(pod.get(), node.get(), since);
    if (due.isEmpty()) {
      return Reconciliation.done();
    }
    if (due.get().isAfter(context.now())) {
      return Reconciliation.again(Duration.between(context.now(), due.get()).plusMillis(1));
    }
    evict(pod.get());
    return Reconciliation.done();
  }

  private void evict(ApiObject pod) throws InterruptedException {
    event(pod, "Marking for deletion Pod " + pod.key());
    ObjectNode status = pod.statusCopy();
    ObjectNode condition =
        Conditions.condition(
            status,
            "DisruptionTarget",
            "True",
            "DeletionByTaintManager",
            "Taint manager: deleting due to NoExecute taint",
            context.now());
    Conditions.set(status, condition.putNull("lastProbeTime"));
    context.patchStatus(Types.PODS, pod, status);
    context.resources(Types.PODS).delete(pod.key());
  }

  private void event(ApiObject pod, String message) {
    context.normal(Types.PODS, pod, "TaintManagerEviction", message);
  }
}
