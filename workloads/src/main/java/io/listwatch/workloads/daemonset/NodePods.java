package io.listwatch.workloads.daemonset;

import static io.listwatch.workloads.daemonset.DaemonPod.Phase.RUNNING;

import java.util.ArrayList;
import java.util.List;

/**
 * The pods to create and delete on one node.
 *
 * @param create true if it needs a new pod
 * @param delete the pods to delete
 */
record NodePods(boolean create, List<DaemonPod> delete) {
  NodePods {
    delete = List.copyOf(delete);
  }

  /**
   * Decides which pods to create and delete on a node.
   *
   * @param surge true if a new pod may start while an old one still runs
   */
  static NodePods of(DaemonNode node, boolean surge) {
    if (node.shouldRun() && node.pods().isEmpty()) {
      return new NodePods(true, List.of());
    }
    if (!node.mayStay()) {
      return new NodePods(false, node.alive());
    }
    List<DaemonPod> running = node.alive().stream().filter(pod -> pod.phase() == RUNNING).toList();
    var delete = new ArrayList<>(node.alive());
    delete.removeAll(running);
    delete.addAll(surge ? surplusOfSurge(running) : running.stream().skip(1).toList());
    return new NodePods(surge && running.isEmpty() && node.shouldRun(), delete);
  }

  /** Keeps one pod of each template, and the old one only while it is ready and needed. */
  private static List<DaemonPod> surplusOfSurge(List<DaemonPod> running) {
    List<DaemonPod> updated = running.stream().filter(DaemonPod::updated).toList();
    List<DaemonPod> outdated = running.stream().filter(pod -> !pod.updated()).toList();
    var surplus = new ArrayList<DaemonPod>();
    surplus.addAll(updated.stream().skip(1).toList());
    surplus.addAll(outdated.stream().skip(1).toList());
    if (!updated.isEmpty() && !outdated.isEmpty()) {
      DaemonPod old = outdated.get(0);
      if (!old.ready() || updated.get(0).available()) {
        surplus.add(old);
      }
    }
    return surplus;
  }
}
