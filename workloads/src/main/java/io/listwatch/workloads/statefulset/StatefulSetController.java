package io.listwatch.workloads.statefulset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.DeleteOptions;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.OwnedObjects;
import io.listwatch.workloads.history.RevisionHistory;
import io.listwatch.workloads.history.Revisions;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Counts;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import io.listwatch.workloads.volume.ClaimController;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Runs the pods of StatefulSets.
 *
 * <pre>
 *   StatefulSet ──▶ RevisionHistory: current and update revision
 *        │                 │
 *        └──▶ pods ────────┴──▶ claims ──▶ StatefulSetPlan: create, delete ──▶ ReplicaCounts: status
 * </pre>
 */
public final class StatefulSetController implements Reconciler<ResourceKey> {
  public static final ResourceType STATEFUL_SETS =
      ResourceType.namespaced("apps/v1", "StatefulSet", "statefulsets");

  private static final String REVISION_HASH = "controller.kubernetes.io/hash";

  private final ControllerContext context;
  private final OwnedObjects owned;
  private final RevisionHistory history;
  private final StatefulClaims claims;

  private StatefulSetController(ControllerContext context) {
    this.context = context;
    this.owned = new OwnedObjects(context, STATEFUL_SETS, Types.PODS);
    this.history = new RevisionHistory(context, STATEFUL_SETS, REVISION_HASH);
    this.claims = new StatefulClaims(context);
  }

  public static Controller<?> create(ControllerContext context) {
    var controller = new StatefulSetController(context);
    return context
        .controller(controller)
        .watching(context.informer(STATEFUL_SETS), View::key)
        .watchingMany(
            context.informer(Types.PODS),
            pod -> controller.owned.ownersOf(pod.get(), StatefulSetReader::selector))
        .watchingMany(context.informer(ClaimController.CLAIMS), controller::setsOf)
        // Only read: this controller writes the revisions itself.
        .watchingMany(context.informer(RevisionHistory.CONTROLLER_REVISIONS), one -> List.of())
        .build();
  }

  /** Returns the sets whose name is part of a claim's name: one may wait for its deletion. */
  private List<ResourceKey> setsOf(View<ApiObject> claim) {
    return context.inNamespace(STATEFUL_SETS, claim.get().namespace()).stream()
        .filter(set -> claim.key().name().contains("-" + set.name() + "-"))
        .map(ApiObject::key)
        .toList();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<ApiObject> set = context.get(STATEFUL_SETS, key);
    return set.isPresent() ? run(set.get()) : Reconciliation.done();
  }

  private Reconciliation run(ApiObject set) throws InterruptedException {
    List<ApiObject> pods =
        owned.claim(
            set,
            StatefulSetReader.selector(set),
            pod -> StatefulPod.parseOrdinal(set.name(), pod.name()) >= 0);
    Revisions revisions = history.sync(set);
    ApiObject current = revisions.named(set.status().path("currentRevision").asText());
    StatefulSetState state =
        StatefulSetReader.state(set, current.name(), revisions.update().name());
    List<StatefulPod> seen = StatefulSetReader.pods(set, pods, context.now());
    StatefulSetPlan plan = StatefulSetPlan.of(state, seen);
    ReplicaCounts counts = ReplicaCounts.of(state, seen, plan.updated());
    try {
      if (!set.terminating()) {
        syncClaims(set, state, pods);
      }
      change(set, state, revisions, plan, pods);
    } finally {
      writeStatus(set, state, counts, revisions.collisions());
    }
    truncate(set, revisions, state, counts, seen);
    boolean waiting = counts.ready() != counts.available();
    return waiting ? Reconciliation.again(StatefulSetReader.minReady(set)) : Reconciliation.done();
  }

  /** Sets the owners of the claims of all pods, and creates those that a pending pod lacks. */
  private void syncClaims(ApiObject set, StatefulSetState state, List<ApiObject> pods)
      throws InterruptedException {
    ClaimRetention retention = StatefulSetReader.retention(set);
    for (ApiObject pod : pods) {
      int ordinal = StatefulPod.parseOrdinal(set.name(), pod.name());
      if (Pods.phase(pod).equals("Pending") && state.includes(ordinal)) {
        var unused = claims.create(set, ordinal);
      }
      own(set, pod, ordinal, state.includes(ordinal), retention);
    }
  }

  /** Records an event about a claim's new owner, unless scaling down removes its pod. */
  private void own(
      ApiObject set, ApiObject pod, int ordinal, boolean included, ClaimRetention retention)
      throws InterruptedException {
    ClaimRetention.Owner owner = retention.owner(!included);
    if (claims.owned(set, pod, ordinal, owner)) {
      return;
    }
    if (included) {
      attempt(set, "Update", pod.name(), () -> claims.own(set, pod, ordinal, owner));
    } else {
      claims.own(set, pod, ordinal, owner);
    }
  }

  private void change(
      ApiObject set,
      StatefulSetState state,
      Revisions revisions,
      StatefulSetPlan plan,
      List<ApiObject> pods)
      throws InterruptedException {
    for (int ordinal : plan.create()) {
      if (!claims.stale(set, ordinal) && claims.create(set, ordinal)) {
        String revision = state.revisionOf(ordinal);
        create(set, revisions.named(revision), revision, ordinal);
      }
    }
    for (StatefulPod condemned : plan.delete()) {
      for (ApiObject pod : pods) {
        if (pod.name().equals(condemned.name())) {
          attempt(set, "Delete", pod.name(), () -> delete(pod));
        }
      }
    }
  }

  private void create(ApiObject set, ApiObject revision, String name, int ordinal)
      throws InterruptedException {
    JsonNode template = RevisionHistory.template(revision);
    ApiObject pod = StatefulPodTemplate.pod(set, template, name, ordinal);
    attempt(
        set,
        "Create",
        pod.name(),
        () -> {
          ApiObject created = context.resources(Types.PODS).create(pod);
          claims.own(set, created, ordinal, StatefulSetReader.retention(set).owner(false));
        });
  }

  /** Deletes a pod unless another one with its name has taken its place. */
  private boolean delete(ApiObject pod) throws InterruptedException {
    return context.resources(Types.PODS).delete(pod.key(), DeleteOptions.DEFAULT.ifUid(pod.uid()));
  }

  /** Sends a request about a pod and records an event about its outcome. */
  private void attempt(ApiObject set, String verb, String pod, Request request)
      throws InterruptedException {
    String what = "%s Pod %s in StatefulSet %s".formatted(verb, pod, set.name());
    try {
      request.send();
      context.normal(STATEFUL_SETS, set, "Successful" + verb, what + " successful");
    } catch (ApiException failure) {
      context.warning(
          STATEFUL_SETS, set, "Failed" + verb, what + " failed error: " + failure.getMessage());
      throw failure;
    }
  }

  /** A request about one pod. */
  @FunctionalInterface
  private interface Request {
    void send() throws InterruptedException;
  }

  private void writeStatus(
      ApiObject set, StatefulSetState state, ReplicaCounts counts, int collisions)
      throws InterruptedException {
    ObjectNode status = set.statusCopy();
    status.put("observedGeneration", set.generation());
    status.put("replicas", counts.replicas());
    Counts.put(status, "readyReplicas", counts.ready());
    Counts.put(status, "currentReplicas", counts.current());
    Counts.put(status, "updatedReplicas", counts.updated());
    status.put("availableReplicas", counts.available());
    status.put("currentRevision", counts.currentRevision());
    status.put("updateRevision", state.updateRevision());
    status.put("collisionCount", collisions);
    var unused = context.updateStatus(STATEFUL_SETS, set, status);
  }

  private void truncate(
      ApiObject set,
      Revisions revisions,
      StatefulSetState state,
      ReplicaCounts counts,
      List<StatefulPod> pods)
      throws InterruptedException {
    var inUse = new HashSet<String>();
    inUse.add(state.currentRevision());
    inUse.add(state.updateRevision());
    inUse.add(counts.currentRevision());
    pods.forEach(pod -> inUse.add(pod.revision()));
    history.truncate(revisions, inUse, set.spec().path("revisionHistoryLimit").asInt(10));
  }
}
