package io.listwatch.workloads.deployment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ApiException;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.PodControl;
import io.listwatch.workloads.control.SharedInformers;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One step of one Deployment: creates and scales its ReplicaSets as the rules say, and writes its
 * status.
 *
 * <p>Used by one thread, once.
 */
final class Rollout {
  private static final String PAUSED = "DeploymentPaused";

  private final ControllerContext context;
  private final Fenceposts posts;

  /** The Deployment as it was last written. */
  private ApiObject deployment;

  /** The set with the Deployment's template; null if it does not exist yet. */
  private @Nullable ApiObject newSet;

  private final List<ApiObject> oldSets;

  Rollout(ControllerContext context, ApiObject deployment, List<ApiObject> sets) {
    this.context = context;
    this.deployment = deployment;
    this.posts = Fenceposts.of(deployment);
    this.newSet = ReplicaSets.newest(deployment, sets).orElse(null);
    this.oldSets = new ArrayList<>(sets);
    if (newSet != null) {
      oldSets.remove(newSet);
    }
  }

  static boolean recreates(ApiObject deployment) {
    return deployment.spec().at("/strategy/type").asText().equals("Recreate");
  }

  /** Returns the Deployment as it is stored afterwards. */
  ApiObject run() throws InterruptedException {
    if (deployment.terminating()) {
      syncRevision();
      return writeStatus(status());
    }
    markPaused();
    syncRevision();
    if (paused() || scaled()) {
      scaleProportionally();
      if (paused()) {
        deleteOldHistory();
      }
      return writeStatus(status());
    }
    if (recreates(deployment)) {
      recreate();
    } else {
      roll();
    }
    return writeStatus(rolloutStatus());
  }

  private boolean paused() {
    return deployment.spec().path("paused").asBoolean();
  }

  /** Restarts the progress deadline when a Deployment is paused or resumed. */
  private void markPaused() throws InterruptedException {
    String reason = deployment.condition(DeploymentStatus.PROGRESSING).path("reason").asText();
    boolean marked = reason.equals(PAUSED);
    if (!RolloutProgress.hasDeadline(deployment)
        || reason.equals(RolloutProgress.TIMED_OUT)
        || marked == paused()) {
      return;
    }
    ObjectNode status = deployment.statusCopy();
    Conditions.set(
        status,
        paused()
            ? progressing(status, "Unknown", PAUSED, "Deployment is paused")
            : progressing(status, "Unknown", "DeploymentResumed", "Deployment is resumed"));
    writeStatus(status);
  }

  private ObjectNode progressing(ObjectNode status, String value, String reason, String message) {
    return RolloutProgress.progressing(status, value, reason, message, context.now());
  }

  /**
   * Gives the new set, if it exists, the latest revision number, and copies it to the Deployment.
   */
  private void syncRevision() throws InterruptedException {
    if (newSet == null) {
      return;
    }
    ApiObject annotated = annotated(newSet);
    if (!annotated.json().equals(newSet.json())) {
      newSet = sets().update(annotated);
    }
    ObjectNode status = deployment.statusCopy();
    if (RolloutProgress.hasDeadline(deployment)
        && deployment.condition(DeploymentStatus.PROGRESSING).isMissingNode()) {
      String message = "Found new replica set \"%s\"".formatted(newSet.name());
      Conditions.set(status, progressing(status, "True", "FoundNewReplicaSet", message));
    }
    writeRevision(newSet.annotation(Revisions.REVISION).orElse("1"), status);
  }

  private ApiObject annotated(ApiObject set) {
    return Revisions.annotated(set, deployment, Revisions.next(oldSets))
        .edited(
            json -> {
              int minReady = deployment.spec().path("minReadySeconds").asInt();
              if (minReady != set.spec().path("minReadySeconds").asInt()) {
                json.withObject("/spec").put("minReadySeconds", minReady);
              }
            });
  }

  private ResourceClient<ApiObject> sets() {
    return context.resources(Types.REPLICA_SETS);
  }

  /**
   * Writes the revision and the status at once: the status subresource of Deployments also takes
   * annotations.
   */
  private void writeRevision(String revision, ObjectNode status) throws InterruptedException {
    if (deployment.annotation(Revisions.REVISION).equals(Optional.of(revision))) {
      writeStatus(status);
      return;
    }
    ApiObject changed =
        deployment
            .withStatus(status)
            .edited(
                json -> json.withObject("/metadata/annotations").put(Revisions.REVISION, revision));
    deployment = context.resources(Types.DEPLOYMENTS).subresource("status").update(changed);
  }

  private ApiObject writeStatus(ObjectNode status) throws InterruptedException {
    deployment = context.updateStatus(Types.DEPLOYMENTS, deployment, status);
    return deployment;
  }

  private List<ApiObject> allSets() {
    var all = new ArrayList<>(oldSets);
    if (newSet != null) {
      all.add(newSet);
    }
    return all;
  }

  private static List<SetSize> sizes(List<ApiObject> sets) {
    return sets.stream().map(SetSize::of).toList();
  }

  private static List<ApiObject> active(List<ApiObject> sets) {
    return sets.stream().filter(set -> SetSize.sizeOf(set) > 0).toList();
  }

  private ObjectNode status() {
    return DeploymentStatus.of(deployment, newSet, allSets(), context.now());
  }

  private ObjectNode rolloutStatus() {
    ObjectNode status = status();
    RolloutProgress.update(status, deployment, newSet, context.now());
    DeploymentStatus.setReplicaFailure(status, newSet, allSets());
    return status;
  }

  /** True if the Deployment's replicas have changed since its sets were last scaled. */
  private boolean scaled() {
    return sizes(active(allSets())).stream()
        .anyMatch(set -> set.desired() >= 0 && set.desired() != posts.replicas());
  }

  private void scaleProportionally() throws InterruptedException {
    List<ApiObject> active = active(allSets());
    if (active.size() <= 1) {
      Optional<ApiObject> only = active.isEmpty() ? latest() : Optional.of(active.get(0));
      if (only.isPresent() && SetSize.sizeOf(only.get()) != posts.replicas()) {
        scale(only.get(), posts.replicas());
      }
    } else if (saturated()) {
      for (ApiObject old : active(oldSets)) {
        scale(old, 0);
      }
    } else if (!recreates(deployment)) {
      Map<String, Integer> sizes =
          ProportionalScaling.sizes(
              posts, sizes(active), deployment.status().path("replicas").asInt());
      for (ApiObject set : active) {
        scale(set, sizes.getOrDefault(set.name(), SetSize.sizeOf(set)));
      }
    }
  }

  private Optional<ApiObject> latest() {
    return newSet != null
        ? Optional.of(newSet)
        : oldSets.stream().max(Comparator.comparing(ApiObject::created));
  }

  /** True if the new set has all the Deployment's pods, and they are available. */
  private boolean saturated() {
    if (newSet == null) {
      return false;
    }
    SetSize size = SetSize.of(newSet);
    return size.replicas() == posts.replicas()
        && size.desired() == posts.replicas()
        && size.available() == posts.replicas();
  }

  private void roll() throws InterruptedException {
    ApiObject current = ensureNewSet();
    int newSize = RollingUpdate.newSize(posts, SetSize.of(current), sizes(oldSets));
    if (newSize != SetSize.sizeOf(current)) {
      scale(current, newSize);
      return;
    }
    Map<String, Integer> oldSizes =
        RollingUpdate.oldSizes(posts, SetSize.of(current), sizes(active(oldSets)));
    for (ApiObject old : List.copyOf(oldSets)) {
      scale(old, oldSizes.getOrDefault(old.name(), SetSize.sizeOf(old)), false);
    }
    if (oldSizes.isEmpty() && RolloutProgress.complete(deployment, deployment.status())) {
      deleteOldHistory();
    }
  }

  /** Ends all old pods before the first new one is created. */
  private void recreate() throws InterruptedException {
    List<ApiObject> active = active(oldSets);
    if (!active.isEmpty()) {
      for (ApiObject old : active) {
        scale(old, 0);
      }
      return;
    }
    if (oldPodsRun()) {
      return;
    }
    scale(ensureNewSet(), posts.replicas(), false);
    if (RolloutProgress.complete(deployment, deployment.status())) {
      deleteOldHistory();
    }
  }

  private boolean oldPodsRun() {
    return oldSets.stream()
        .anyMatch(
            set ->
                set.status().path("replicas").asInt() > 0
                    || context.byIndex(Types.PODS, SharedInformers.CONTROLLER, set.uid()).stream()
                        .anyMatch(pod -> !Pods.finished(pod)));
  }

  private void scale(ApiObject set, int replicas) throws InterruptedException {
    scale(set, replicas, true);
  }

  /**
   * Scales a set, and records the Deployment's size in it.
   *
   * @param annotate writes the annotations even if the size stays
   */
  private void scale(ApiObject set, int replicas, boolean annotate) throws InterruptedException {
    int before = SetSize.sizeOf(set);
    ApiObject scaled = Revisions.scaled(set, replicas, posts);
    if (before == replicas && (!annotate || scaled.json().equals(set.json()))) {
      return;
    }
    replace(set, sets().update(scaled));
    if (before != replicas) {
      context.normal(
          Types.DEPLOYMENTS,
          deployment,
          "ScalingReplicaSet",
          "Scaled %s replica set %s from %d to %d"
              .formatted(before < replicas ? "up" : "down", set.name(), before, replicas));
    }
  }

  private void replace(ApiObject before, ApiObject after) {
    if (newSet != null && newSet.uid().equals(after.uid())) {
      newSet = after;
    } else {
      oldSets.set(oldSets.indexOf(before), after);
    }
  }

  private ApiObject ensureNewSet() throws InterruptedException {
    ApiObject current = newSet == null ? createNewSet() : newSet;
    newSet = current;
    return current;
  }

  private ApiObject createNewSet() throws InterruptedException {
    ApiObject empty = ReplicaSets.create(deployment);
    int replicas =
        recreates(deployment)
            ? posts.replicas()
            : RollingUpdate.newSize(posts, SetSize.of(empty), sizes(oldSets));
    long revision = Revisions.next(oldSets);
    ApiObject wanted =
        Revisions.scaled(Revisions.annotated(empty, deployment, revision), replicas, posts);
    ApiObject created;
    try {
      created = sets().create(wanted);
    } catch (AlreadyExistsException taken) {
      throw collision(taken);
    } catch (ApiException failure) {
      throw failed(wanted, failure);
    }
    if (replicas > 0) {
      context.normal(
          Types.DEPLOYMENTS,
          deployment,
          "ScalingReplicaSet",
          "Scaled up replica set %s from 0 to %d".formatted(created.name(), replicas));
    }
    ObjectNode status = deployment.statusCopy();
    if (RolloutProgress.hasDeadline(deployment)) {
      String message = "Created new replica set \"%s\"".formatted(created.name());
      Conditions.set(status, progressing(status, "True", "NewReplicaSetCreated", message));
    }
    newSet = created;
    writeRevision(Long.toString(revision), status);
    return created;
  }

  /**
   * Changes the hash for the next attempt. Own writes are visible at once, so a set of that name
   * was not just created by this Deployment.
   */
  private ApiException collision(AlreadyExistsException taken) throws InterruptedException {
    ObjectNode status = deployment.statusCopy();
    status.put("collisionCount", status.path("collisionCount").asInt() + 1);
    writeStatus(status);
    return taken;
  }

  private ApiException failed(ApiObject set, ApiException failure) throws InterruptedException {
    if (PodControl.namespaceTerminates(failure)) {
      return failure;
    }
    String message =
        "Failed to create new replica set \"%s\": %s".formatted(set.name(), failure.getMessage());
    if (RolloutProgress.hasDeadline(deployment)) {
      ObjectNode status = deployment.statusCopy();
      Conditions.set(status, progressing(status, "False", "ReplicaSetCreateError", message));
      writeStatus(status);
    }
    context.warning(Types.DEPLOYMENTS, deployment, "ReplicaSetCreateError", message);
    return failure;
  }

  /** Deletes the oldest empty sets beyond the revision history limit. */
  private void deleteOldHistory() throws InterruptedException {
    List<ApiObject> alive = oldSets.stream().filter(set -> !set.terminating()).toList();
    int surplus = alive.size() - deployment.spec().path("revisionHistoryLimit").asInt(10);
    List<ApiObject> oldest =
        alive.stream()
            .sorted(Comparator.comparing(Revisions::of))
            .limit(Math.max(0, surplus))
            .filter(Rollout::empty)
            .toList();
    for (ApiObject set : oldest) {
      sets().delete(set.key());
      oldSets.remove(set);
    }
  }

  private static boolean empty(ApiObject set) {
    return SetSize.sizeOf(set) == 0
        && set.status().path("replicas").asInt() == 0
        && set.generation() <= set.status().path("observedGeneration").asLong();
  }
}
