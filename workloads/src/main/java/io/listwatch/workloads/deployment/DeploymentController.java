package io.listwatch.workloads.deployment;

import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.OwnedObjects;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.OwnerReference;
import io.listwatch.workloads.object.Selectors;
import io.listwatch.workloads.object.Types;
import java.util.List;
import java.util.Optional;

/**
 * Finds the Deployments to reconcile, and the ReplicaSets of each; {@link Rollout} does the rest.
 */
public final class DeploymentController implements Reconciler<ResourceKey> {
  private final ControllerContext context;
  private final OwnedObjects owned;

  private DeploymentController(ControllerContext context) {
    this.context = context;
    this.owned = new OwnedObjects(context, Types.DEPLOYMENTS, Types.REPLICA_SETS);
  }

  public static Controller<?> create(ControllerContext context) {
    var reconciler = new DeploymentController(context);
    return context
        .controller(reconciler)
        .watching(context.informer(Types.DEPLOYMENTS), View::key)
        .watchingMany(
            context.informer(Types.REPLICA_SETS),
            set -> reconciler.owned.ownersOf(set.get(), DeploymentController::selector))
        .watchingMany(context.informer(Types.PODS), pod -> reconciler.recreated(pod.get()))
        .build();
  }

  /** Maps a pod to its Deployment if the Deployment is waiting until its last old pod is gone. */
  private List<ResourceKey> recreated(ApiObject pod) {
    return pod.controller()
        .filter(owner -> owner.refersTo(Types.REPLICA_SETS))
        .map(owner -> ResourceKey.of(pod.namespace(), owner.name()))
        .flatMap(key -> context.get(Types.REPLICA_SETS, key))
        .flatMap(ApiObject::controller)
        .filter(owner -> owner.refersTo(Types.DEPLOYMENTS))
        .map(OwnerReference::name)
        .map(name -> ResourceKey.of(pod.namespace(), name))
        .filter(key -> context.get(Types.DEPLOYMENTS, key).filter(Rollout::recreates).isPresent())
        .map(List::of)
        .orElse(List.of());
  }

  private static LabelSelector selector(ApiObject deployment) {
    return Selectors.of(deployment.spec().path("selector"));
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Optional<ApiObject> found = context.get(Types.DEPLOYMENTS, key);
    if (found.isEmpty()) {
      return Reconciliation.done();
    }
    ApiObject deployment = found.get();
    List<ApiObject> sets = owned.claim(deployment, selector(deployment));
    ApiObject now = new Rollout(context, deployment, sets).run();
    return RolloutProgress.nextCheck(now, context.now())
        .map(Reconciliation::again)
        .orElse(Reconciliation.done());
  }
}
