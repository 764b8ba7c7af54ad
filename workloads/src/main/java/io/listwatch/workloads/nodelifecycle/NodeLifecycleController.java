package io.listwatch.workloads.nodelifecycle;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sets the conditions of a node to Unknown when it stops renewing its Lease, and keeps the taints
 * of nodes in step with their conditions.
 *
 * <pre>
 *   Lease renewed ──▶ Ready as the node says
 *   no renewal in 50 s ──▶ Ready=Unknown ──▶ pods not ready, taints ──▶ TaintEvictionController
 * </pre>
 */
public final class NodeLifecycleController implements Reconciler<ResourceKey> {
  private static final Duration GRACE = Duration.ofSeconds(50);

  /**
   * When a test moves the clock, every Lease is late at once. So a late node gets this much more
   * time to renew its Lease.
   */
  private static final Duration SECOND_LOOK = Duration.ofSeconds(1);

  private static final String UNKNOWN_MESSAGE = "Kubelet stopped posting node status.";
  private static final String LEASES = "kube-node-lease";
  private static final List<String> CONDITIONS =
      List.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");

  private final ControllerContext context;
  private final Map<ResourceKey, Heartbeat> heartbeats = new ConcurrentHashMap<>();

  private NodeLifecycleController(ControllerContext context) {
    this.context = context;
  }

  /**
   * The last heartbeat of a node.
   *
   * @param node as it was first seen
   * @param sign a value that changes with each heartbeat
   * @param seen when this heartbeat was seen, by this machine's clock
   * @param late true if the node has been found late since then
   */
  private record Heartbeat(ApiObject node, String sign, Instant seen, boolean late) {}

  public static Controller<?> create(ControllerContext context) {
    var controller = new NodeLifecycleController(context);
    return context
        .controller(controller)
        .watchingMany(context.informer(Types.NODES), node -> controller.affectedBy(node.get()))
        .watchingMany(
            context.informer(Types.LEASES),
            lease -> controller.nodeOf(lease),
            lease -> LEASES.equals(lease.key().namespace()))
        .workers(1)
        .build();
  }

  /**
   * Returns the nodes that are not ready, whose taints depend on whether any node is ready, and the
   * node itself.
   */
  private List<ResourceKey> affectedBy(ApiObject node) {
    return context.all(Types.NODES).stream()
        .filter(each -> !ready(each) || each.key().equals(node.key()))
        .map(ApiObject::key)
        .toList();
  }

  /**
   * Returns the node of a renewed Lease if its conditions may be Unknown. The next check finds the
   * renewals of other nodes.
   */
  private List<ResourceKey> nodeOf(View<ApiObject> lease) {
    ResourceKey node = ResourceKey.of(lease.key().name());
    Heartbeat last = heartbeats.get(node);
    return last == null || last.late() ? List.of(node) : List.of();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Optional<ApiObject> node = context.get(Types.NODES, key);
    if (node.isEmpty()) {
      Heartbeat removed = heartbeats.remove(key);
      if (removed != null) {
        event(removed.node(), "RemovingNode", "Removing Node %s from Controller");
      }
      return Reconciliation.done();
    }
    ApiObject current = node.get();
    Heartbeat last = beat(current);
    Duration left = Duration.between(context.now(), last.seen().plus(GRACE));
    Duration next = left;
    if (left.isNegative() || left.isZero()) {
      next = last.late() ? GRACE : SECOND_LOOK;
      if (last.late()) {
        current = giveUp(current);
      }
      heartbeats.put(key, new Heartbeat(last.node(), last.sign(), last.seen(), true));
    }
    taint(current);
    if (!ready(current)) {
      markPods(current);
    }
    return Reconciliation.again(next);
  }

  private Heartbeat beat(ApiObject node) {
    String sign = sign(node);
    Heartbeat last = heartbeats.get(node.key());
    if (last == null) {
      event(node, "RegisteredNode", "Registered Node %s in Controller");
    }
    if (last == null || !last.sign().equals(sign)) {
      last = new Heartbeat(node, sign, context.now(), false);
      heartbeats.put(node.key(), last);
    }
    return last;
  }

  private void event(ApiObject node, String reason, String message) {
    context.normal(
        Types.NODES,
        node,
        reason,
        "Node %s event: %s".formatted(node.name(), message.formatted(node.name())));
  }

  private String sign(ApiObject node) {
    String renewed =
        context
            .get(Types.LEASES, ResourceKey.of(LEASES, node.name()))
            .map(lease -> lease.spec().path("renewTime").asText())
            .orElse("");
    return renewed + " " + node.condition("Ready").path("lastHeartbeatTime").asText();
  }

  private static boolean ready(ApiObject node) {
    return Conditions.isTrue(node.status().path("conditions"), "Ready");
  }

  /** Writes Unknown into the conditions that the node no longer reports. */
  private ApiObject giveUp(ApiObject node) throws InterruptedException {
    ObjectNode status = node.statusCopy();
    for (String type : CONDITIONS) {
      JsonNode current = Conditions.find(status.path("conditions"), type);
      boolean never = current.isMissingNode();
      if (!current.path("status").asText().equals("Unknown")) {
        ObjectNode unknown =
            Conditions.condition(
                status,
                type,
                "Unknown",
                never ? "NodeStatusNeverUpdated" : "NodeStatusUnknown",
                never ? "Kubelet never posted node status." : UNKNOWN_MESSAGE,
                context.now());
        unknown.set(
            "lastHeartbeatTime",
            never ? node.metadata().path("creationTimestamp") : current.path("lastHeartbeatTime"));
        Conditions.replaceInPlace(status, unknown);
      }
    }
    ApiObject written = context.updateStatus(Types.NODES, node, status);
    if (ready(node)) {
      context.normal(
          Types.NODES,
          node,
          "NodeNotReady",
          "Node %s status is now: NodeNotReady".formatted(node.name()));
    }
    return written;
  }

  private void taint(ApiObject node) throws InterruptedException {
    boolean evicting = context.all(Types.NODES).stream().anyMatch(NodeLifecycleController::ready);
    var wanted = new ArrayList<>(NodeTaints.wanted(node, evicting));
    var taints = node.json().arrayNode();
    boolean changed = false;
    for (JsonNode taint : node.spec().path("taints")) {
      NodeTaints.Taint each = NodeTaints.Taint.of(taint);
      if (wanted.remove(each) || !NodeTaints.managed(each)) {
        taints.add(taint);
      } else {
        changed = true;
      }
    }
    for (NodeTaints.Taint each : wanted) {
      taints
          .addObject()
          .put("key", each.key())
          .put("effect", each.effect())
          .put("timeAdded", ApiObject.timestamp(context.now()));
    }
    if (changed || !wanted.isEmpty()) {
      context
          .resources(Types.NODES)
          .update(
              node.edited(
                  json -> {
                    ObjectNode spec = json.withObject("/spec");
                    if (taints.isEmpty()) {
                      spec.remove("taints");
                    } else {
                      spec.set("taints", taints);
                    }
                  }));
    }
  }

  /** Takes the pods of a node that is not ready out of Services. */
  private void markPods(ApiObject node) throws InterruptedException {
    for (ApiObject pod : context.byIndex(Types.PODS, SharedInformers.NODE, node.name())) {
      if (Pods.ready(pod)) {
        ObjectNode status = pod.statusCopy();
        ObjectNode condition = (ObjectNode) Conditions.find(status.path("conditions"), "Ready");
        condition
            .put("status", "False")
            .put("lastTransitionTime", ApiObject.timestamp(context.now()));
        context.patchStatus(Types.PODS, pod, status);
        context.warning(Types.PODS, pod, "NodeNotReady", "Node is not ready");
      }
    }
  }
}
