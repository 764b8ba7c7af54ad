package io.listwatch.workloads.replicaset;

import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.OwnedObjects;
import io.listwatch.workloads.control.PodControl;
import io.listwatch.workloads.control.PodTemplates;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Selectors;
import io.listwatch.workloads.object.Types;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates missing pods of each ReplicaSet, deletes surplus ones and writes the status. Does the
 * same for ReplicationControllers.
 */
public final class ReplicaSetController implements Reconciler<ResourceKey> {
  /** Maximum number of pods that one call creates or deletes, so that no set delays the others. */
  private static final int BURST = 500;

  private final ControllerContext context;
  private final ResourceType type;
  private final OwnedObjects owned;
  private final PodControl control;

  private ReplicaSetController(ControllerContext context, ResourceType type) {
    this.context = context;
    this.type = type;
    this.owned = new OwnedObjects(context, type, Types.PODS);
    this.control = new PodControl(context, type);
  }

  public static Controller<?> ofReplicaSets(ControllerContext context) {
    return new ReplicaSetController(context, Types.REPLICA_SETS).controller();
  }

  public static Controller<?> ofReplicationControllers(ControllerContext context) {
    return new ReplicaSetController(context, Types.REPLICATION_CONTROLLERS).controller();
  }

  private Controller<?> controller() {
    return context
        .controller(this)
        .watching(context.informer(type), View::key)
        .watchingMany(
            context.informer(Types.PODS), pod -> owned.ownersOf(pod.get(), this::selector))
        .build();
  }

  private LabelSelector selector(ApiObject set) {
    return type.equals(Types.REPLICA_SETS)
        ? Selectors.of(set.spec().path("selector"))
        : Selectors.ofLabels(ApiObject.strings(set.spec().path("selector")));
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Optional<ApiObject> set = context.get(type, key);
    return set.isPresent() ? reconcile(set.get()) : Reconciliation.done();
  }

  private Reconciliation reconcile(ApiObject set) throws InterruptedException {
    List<ApiObject> active = owned.claim(set, selector(set), Pods::active);
    int surplus = active.size() - ReplicaStatus.wanted(set);
    String failure = null;
    if (surplus != 0 && !set.terminating()) {
      failure = manage(set, active, surplus);
      // The informer already shows the pods that were just created and hides deleted ones.
      active = owned.controlledBy(set).stream().filter(Pods::active).toList();
    }
    var status = new ReplicaStatus(active, terminating(set), failure);
    context.updateStatus(type, set, status.of(set, context.now()));
    if (failure != null || surplus > BURST || -surplus > BURST) {
      return Reconciliation.retry();
    }
    return status
        .untilNextAvailable(set, context.now())
        .map(Reconciliation::again)
        .orElse(Reconciliation.done());
  }

  /** Returns the failure's message; null if all went well. */
  private @Nullable String manage(ApiObject set, List<ApiObject> active, int surplus)
      throws InterruptedException {
    try {
      if (surplus > 0) {
        control.delete(
            set,
            DeletionOrder.choose(active, related(set), Math.min(surplus, BURST), context.now()));
      } else {
        ApiObject pod = PodTemplates.pod(type, set, set.spec().path("template"));
        control.create(set, Collections.nCopies(Math.min(-surplus, BURST), pod));
      }
      return null;
    } catch (ApiException failure) {
      return PodControl.namespaceTerminates(failure) ? null : failure.getMessage();
    }
  }

  /** Returns the pods of all sets with the same controller, such as those of one Deployment. */
  private List<ApiObject> related(ApiObject set) {
    if (set.controller().isEmpty()) {
      return owned.controlledBy(set);
    }
    return context.inNamespace(type, set.namespace()).stream()
        .filter(other -> other.controller().equals(set.controller()))
        .flatMap(other -> owned.controlledBy(other).stream())
        .toList();
  }

  private @Nullable Integer terminating(ApiObject set) {
    return type.equals(Types.REPLICA_SETS)
        ? (int) owned.controlledBy(set).stream().filter(ApiObject::terminating).count()
        : null;
  }
}
