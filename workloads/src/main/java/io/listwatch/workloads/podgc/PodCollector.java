package io.listwatch.workloads.podgc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.DeleteOptions;
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

/**
 * Deletes pods whose node is gone, terminating pods that never had a node, and terminating pods of
 * nodes that are out of service. kube-controller-manager's limit of 12,500 finished pods is left
 * out.
 */
public final class PodCollector implements Reconciler<ResourceKey> {
  /** The time until a pod whose node is missing is deleted: the informer may only be late. */
  private static final Duration QUARANTINE = Duration.ofSeconds(40);

  private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

  private final ControllerContext context;

  /** The time at which the node of a pod was first missed. An entry is removed with its pod. */
  private final Map<ResourceKey, Instant> missed = new ConcurrentHashMap<>();

  private PodCollector(ControllerContext context) {
    this.context = context;
  }

  public static Controller<?> create(ControllerContext context) {
    var collector = new PodCollector(context);
    return context
        .controller(collector)
        .watching(context.informer(Types.PODS), View::key)
        .watchingMany(context.informer(Types.NODES), node -> collector.podsOf(node.get()))
        .build();
  }

  private List<ResourceKey> podsOf(ApiObject node) {
    boolean suspicious = outOfService(node) || context.get(Types.NODES, node.key()).isEmpty();
    return suspicious
        ? context.byIndex(Types.PODS, SharedInformers.NODE, node.name()).stream()
            .map(ApiObject::key)
            .toList()
        : List.of();
  }

  private static boolean outOfService(ApiObject node) {
    for (JsonNode taint : node.spec().path("taints")) {
      if (taint.path("key").asText().equals(OUT_OF_SERVICE)) {
        return !Conditions.isTrue(node.status().path("conditions"), "Ready");
      }
    }
    return false;
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Optional<ApiObject> found = context.get(Types.PODS, key);
    if (found.isEmpty()) {
      missed.remove(key);
      return Reconciliation.done();
    }
    ApiObject pod = found.get();
    String name = Pods.node(pod);
    Optional<ApiObject> node =
        name.isEmpty() ? Optional.empty() : context.get(Types.NODES, ResourceKey.of(name));
    if (name.isEmpty()
        ? pod.terminating()
        : pod.terminating() && node.filter(PodCollector::outOfService).isPresent()) {
      collect(pod, false);
      return Reconciliation.done();
    }
    if (name.isEmpty() || node.isPresent()) {
      missed.remove(key);
      return Reconciliation.done();
    }
    Instant due = missed.computeIfAbsent(key, one -> context.now()).plus(QUARANTINE);
    if (due.isAfter(context.now())) {
      return Reconciliation.again(Duration.between(context.now(), due).plusMillis(1));
    }
    if (context.resources(Types.NODES).get(name).isEmpty()) {
      collect(pod, true);
    }
    return Reconciliation.done();
  }

  /**
   * Sets the phase to Failed before it deletes the pod, so that its Job and users see the failure.
   */
  private void collect(ApiObject pod, boolean orphan) throws InterruptedException {
    if (!Pods.finished(pod)) {
      ObjectNode status = pod.statusCopy().put("phase", "Failed");
      if (orphan) {
        ObjectNode condition =
            Conditions.condition(
                status,
                "DisruptionTarget",
                "True",
                "DeletionByPodGC",
                "PodGC: node no longer exists",
                context.now());
        Conditions.set(status, condition.putNull("lastProbeTime"));
      }
      context.patchStatus(Types.PODS, pod, status);
    }
    context
        .resources(Types.PODS)
        .delete(pod.key(), DeleteOptions.DEFAULT.gracePeriod(Duration.ZERO).ifUid(pod.uid()));
  }
}
