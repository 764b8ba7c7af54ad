package io.listwatch.workloads.scheduler;

import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.workloads.object.ApiObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All nodes with their pods. {@link #update} reads only the objects that have changed since the
 * last time, because few of the many pods wait for a node.
 *
 * <p>Used by the scheduler's worker only.
 */
final class NodeStates {
  private static final JsonPath NODE = JsonPath.of("spec.nodeName");
  private static final JsonPath PHASE = JsonPath.of("status.phase");

  private final Map<String, NodeState> nodes = new TreeMap<>();
  private final Map<String, Placement> placements = new HashMap<>();

  /** The uids of pods that have a reserved node but are not bound yet. */
  private final Set<String> reserved = new HashSet<>();

  /**
   * The node of a pod.
   *
   * @param version the version of the pod that was read
   * @param node the node's name
   * @param pod null if the pod has ended and uses no resources
   * @param assumed true until the informer shows the pod on that node
   */
  private record Placement(String version, String node, @Nullable PodInfo pod, boolean assumed) {}

  Collection<NodeState> all() {
    return nodes.values();
  }

  /** True if the pod was bound, even if the informer does not show it yet. */
  boolean placed(String uid) {
    return placements.containsKey(uid) && !reserved.contains(uid);
  }

  /**
   * Updates nodes and pods from the informers. Drops the reservations of pods that were not bound.
   */
  void update(Collection<View<ApiObject>> seenNodes, Collection<View<ApiObject>> seenPods) {
    reserved.forEach(this::remove);
    reserved.clear();
    var present = new HashSet<String>();
    for (View<ApiObject> pod : seenPods) {
      String uid = pod.resource().uid().orElse("");
      present.add(uid);
      update(uid, pod);
    }
    List<String> gone = placements.keySet().stream().filter(uid -> !present.contains(uid)).toList();
    gone.forEach(this::remove);
    updateNodes(seenNodes);
  }

  private void update(String uid, View<ApiObject> pod) {
    @Nullable Placement before = placements.get(uid);
    String version = pod.version().toString();
    if (before != null && before.version.equals(version)) {
      return;
    }
    String bound = pod.text(NODE).orElse("");
    if (before != null && before.assumed && bound.isEmpty()) {
      return;
    }
    remove(uid);
    if (!bound.isEmpty()) {
      String phase = pod.text(PHASE).orElse("");
      boolean ended = phase.equals("Succeeded") || phase.equals("Failed");
      put(uid, new Placement(version, bound, ended ? null : PodInfo.of(pod.get()), false));
    }
  }

  private void put(String uid, Placement placement) {
    placements.put(uid, placement);
    @Nullable NodeState node = nodes.get(placement.node);
    if (node != null && placement.pod != null) {
      node.add(placement.pod);
    }
  }

  private void remove(String uid) {
    @Nullable Placement placement = placements.remove(uid);
    if (placement != null && placement.pod != null) {
      @Nullable NodeState node = nodes.get(placement.node);
      if (node != null) {
        node.remove(placement.pod);
      }
    }
  }

  private void updateNodes(Collection<View<ApiObject>> seen) {
    var changed = new HashMap<String, NodeState>();
    var present = new HashSet<String>();
    for (View<ApiObject> view : seen) {
      String name = view.key().name();
      present.add(name);
      @Nullable NodeState before = nodes.get(name);
      if (before == null || !before.node().version().equals(view.version().toString())) {
        var node = new NodeState(view.get());
        nodes.put(name, node);
        changed.put(name, node);
      }
    }
    nodes.keySet().retainAll(present);
    if (!changed.isEmpty()) {
      refill(changed);
    }
  }

  private void refill(Map<String, NodeState> changed) {
    for (Placement each : placements.values()) {
      @Nullable NodeState node = changed.get(each.node);
      if (node != null && each.pod != null) {
        node.add(each.pod);
      }
    }
  }

  /**
   * Reserves a node for a pod until the next update, or for good if {@link #bound} is called
   * before.
   */
  void reserve(ApiObject pod, PodInfo info, NodeState node) {
    put(pod.uid(), new Placement(pod.version(), node.name(), info, true));
    reserved.add(pod.uid());
  }

  /** Keeps the reservation of a pod, which has been bound. */
  void bound(ApiObject pod) {
    reserved.remove(pod.uid());
  }
}
