package io.listwatch.workloads.disruption;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.ScaleClient;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.OwnerReference;
import io.listwatch.workloads.object.Types;
import io.listwatch.workloads.statefulset.StatefulSetController;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sum of the replicas of all workloads that pods belong to. */
final class PodScale {
  static final List<ResourceType> SCALED =
      List.of(
          Types.REPLICA_SETS,
          Types.DEPLOYMENTS,
          Types.REPLICATION_CONTROLLERS,
          StatefulSetController.STATEFUL_SETS);

  private final ControllerContext context;
  private final ScaleClient scales;

  PodScale(ControllerContext context) {
    this.context = context;
    this.scales = new ScaleClient(context.client());
  }

  /**
   * Returns the number of pods that are expected. Pods without a controller do not count.
   *
   * @throws IllegalStateException if a pod's controller has no scale
   */
  int expected(List<ApiObject> pods) throws InterruptedException {
    Map<String, Integer> replicas = new HashMap<>();
    for (ApiObject pod : pods) {
      Optional<OwnerReference> controller = pod.controller();
      if (controller.isPresent() && !replicas.containsKey(controller.get().uid())) {
        if (SCALED.stream().anyMatch(controller.get()::refersTo)) {
          ApiObject workload =
              workload(pod).orElseThrow(() -> new IllegalStateException(unknown(pod)));
          replicas.put(workload.uid(), workload.spec().path("replicas").asInt(1));
        } else {
          replicas.put(controller.get().uid(), custom(pod, controller.get()));
        }
      }
    }
    return replicas.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns the replicas of a controller of another kind, such as a custom resource. */
  private int custom(ApiObject pod, OwnerReference owner) throws InterruptedException {
    var target =
        new ScaleClient.Target(pod.namespace(), owner.apiVersion(), owner.kind(), owner.name());
    return scales
        .find(target)
        .filter(scale -> scale.json().at("/metadata/uid").asText().equals(owner.uid()))
        .orElseThrow(() -> new IllegalStateException(unknown(pod)))
        .wanted();
  }

  private static String unknown(ApiObject pod) {
    return "found no controllers for pod \"" + pod.name() + "\"";
  }

  /** Returns the controller; the Deployment, if the controller is a ReplicaSet of one. */
  private Optional<ApiObject> workload(ApiObject object) {
    Optional<ApiObject> controller = object.controller().flatMap(owner -> find(object, owner));
    return controller.flatMap(this::workload).or(() -> controller);
  }

  private Optional<ApiObject> find(ApiObject object, OwnerReference owner) {
    return SCALED.stream()
        .filter(owner::refersTo)
        .findFirst()
        .flatMap(type -> context.get(type, ResourceKey.of(object.namespace(), owner.name())))
        .filter(found -> found.uid().equals(owner.uid()));
  }
}
