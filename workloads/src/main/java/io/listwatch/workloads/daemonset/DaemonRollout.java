package io.listwatch.workloads.daemonset;

import java.util.ArrayList;
import java.util.List;

/**
 * The next step of a rolling update.
 *
 * @param delete old pods that make room
 * @param create nodes that get a new pod while the old one still runs
 */
record DaemonRollout(List<DaemonPod> delete, List<String> create) {
  static final DaemonRollout NOTHING = new DaemonRollout(List.of(), List.of());

  DaemonRollout {
    delete = List.copyOf(delete);
    create = List.copyOf(create);
  }

  /**
   * Replaces pods without surge: at most {@code maxUnavailable} nodes are without an available pod
   * because of the update. An old pod that is unavailable anyway is always replaced.
   *
   * @param nodes those that should run a pod, or run one
   */
  static DaemonRollout replacing(List<DaemonNode> nodes, int maxUnavailable) {
    var broken = new ArrayList<DaemonPod>();
    var candidates = new ArrayList<DaemonPod>();
    int unavailable = 0;
    for (DaemonNode node : nodes) {
      boolean onlyOld = node.updated().isEmpty() && node.outdated().isPresent();
      if (node.crowded() || !onlyOld) {
        boolean available =
            !node.crowded()
                && node.outdated().isEmpty()
                && node.updated().filter(DaemonPod::available).isPresent();
        unavailable += available ? 0 : 1;
      } else if (node.outdated().get().available()) {
        candidates.add(node.outdated().get());
      } else {
        broken.add(node.outdated().get());
        unavailable++;
      }
    }
    candidates.stream().limit(Math.max(0, maxUnavailable - unavailable)).forEach(broken::add);
    return new DaemonRollout(broken, List.of());
  }

  /**
   * Starts new pods while the old ones still run: at most {@code maxSurge} at a time on nodes whose
   * old pod is available. An old pod is deleted when the new one is available.
   *
   * @param desired the number of nodes that should run a pod
   */
  static DaemonRollout surging(List<DaemonNode> nodes, int maxSurge, int desired) {
    var delete = new ArrayList<DaemonPod>();
    var misplaced = new ArrayList<DaemonPod>();
    var create = new ArrayList<String>();
    var candidates = new ArrayList<String>();
    int surging = 0;
    for (DaemonNode node : nodes) {
      if (node.crowded()) {
        surging++;
      } else if (node.outdated().isPresent()) {
        DaemonPod old = node.outdated().get();
        if (node.updated().filter(DaemonPod::available).isPresent()) {
          delete.add(old);
        } else if (node.updated().isPresent()) {
          surging++;
        } else if (node.shouldRun()) {
          (old.available() ? candidates : create).add(node.name());
        } else {
          (old.available() ? misplaced : delete).add(old);
        }
      }
    }
    misplaced.stream().limit(Math.max(0, available(nodes) - desired)).forEach(delete::add);
    candidates.stream().limit(Math.max(0, maxSurge - surging)).forEach(create::add);
    return new DaemonRollout(delete, create);
  }

  private static long available(List<DaemonNode> nodes) {
    return nodes.stream()
        .filter(node -> node.outdated().or(node::updated).filter(DaemonPod::available).isPresent())
        .count();
  }
}
