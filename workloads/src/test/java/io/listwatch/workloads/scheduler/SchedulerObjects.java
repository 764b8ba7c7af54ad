package io.listwatch.workloads.scheduler;

import io.listwatch.selector.Labels;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.ApiObject;
import java.util.Collection;
import java.util.Map;

/** Pods and nodes for the rules of the scheduler. */
final class SchedulerObjects {
  private SchedulerObjects() {}

  /** Returns a pod with the label {@code app}. */
  static ApiObject pod(String name, String app, String spec) {
    return ControllerFixture.object(
        """
        {"metadata":{"name":"%1$s","namespace":"default","uid":"%1$s","labels":{"app":"%2$s"}},
        "spec":%3$s}
        """
            .formatted(name, app, spec));
  }

  /** Returns the cycle state of a pod, in namespaces without labels. */
  static CycleState cycle(ApiObject pod, Collection<NodeState> nodes) {
    return CycleState.of(pod, nodes, namespace -> Labels.of(Map.of()));
  }

  /** Returns a node with the label {@code zone}, 2 CPUs and 4 pods. */
  static NodeState node(String name, String zone, String spec) {
    return new NodeState(
        ControllerFixture.object(
            """
            {"metadata":{"name":"%s","labels":{"zone":"%s"}},"spec":%s,
            "status":{"allocatable":{"cpu":"2","memory":"1Gi","pods":"4"}}}
            """
                .formatted(name, zone, spec)));
  }
}
