package io.listwatch.server.controllers;

import static io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy.BACKGROUND;
import static io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy.FOREGROUND;
import static io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy.ORPHAN;

import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Scope;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.delete.DeleteOptions.PropagationPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The garbage collector: deletes objects whose owners are all gone, and finishes foreground
 * deletions and orphaning.
 *
 * <pre>
 *   an owner is solid ───────────▶ the object stays; references to other owners are removed
 *   an owner waits for it, and it
 *   has dependents ──────────────▶ deleted in the foreground
 *   no owner is left ────────────▶ deleted as its finalizers say, in the background otherwise
 * </pre>
 *
 * <p>An object is deleted only if its owners are certainly gone: the latest state has no object of
 * the owner's name, or one with another uid, or the owner's deletion was seen. An owner of a kind
 * that is not served may exist. The deletion has the version that was checked as a precondition. An
 * owner reference has no namespace, so an owner in another namespace is not found and counts as
 * gone, as in kube-controller-manager.
 */
final class OwnerCollection implements Reconciler<String> {
  private final LiveObjects objects;
  private final OwnerGraph graph;
  private final Consumer<String> ask;

  /**
   * @param ask enqueues another object by its uid
   */
  OwnerCollection(LiveObjects objects, OwnerGraph graph, Consumer<String> ask) {
    this.objects = objects;
    this.graph = graph;
    this.ask = ask;
  }

  @Override
  public Reconciliation reconcile(String uid) throws InterruptedException {
    OwnedObject object = graph.object(uid).orElse(null);
    if (object == null) {
      return Reconciliation.done();
    }
    ResourceDefinition definition = objects.ofKind(object.group(), object.kind()).orElse(null);
    if (definition == null) {
      return Reconciliation.retry();
    }
    try {
      Resource current = objects.get(definition, object.key()).filter(is(uid)).orElse(null);
      return current == null
          ? Reconciliation.done()
          : reconcileCurrent(object, definition, current);
    } catch (NotFoundException gone) {
      return Reconciliation.done();
    } catch (ConflictException changed) {
      return Reconciliation.retry();
    }
  }

  private static Predicate<Resource> is(String uid) {
    return object -> object.uid().filter(uid::equals).isPresent();
  }

  /**
   * Uses the state in the graph, not {@code current}, to decide whether the object waits for its
   * dependents, because the graph knows all dependents as of that state. If the object has changed
   * since, the graph enqueues it again.
   */
  private Reconciliation reconcileCurrent(
      OwnedObject object, ResourceDefinition definition, Resource current)
      throws InterruptedException {
    if (object.orphansDependents()) {
      return orphanDependents(object, definition, current);
    }
    if (object.deletesDependents()) {
      return awaitDependents(object, definition, current);
    }
    return object.terminating() || current.terminating()
        ? Reconciliation.done()
        : collect(definition, current);
  }

  private Reconciliation orphanDependents(
      OwnedObject owner, ResourceDefinition definition, Resource current)
      throws InterruptedException {
    boolean complete = true;
    for (OwnedObject each : graph.dependentsOf(owner.uid())) {
      complete &= orphan(each, owner.uid());
    }
    if (!complete) {
      return Reconciliation.retry();
    }
    if (current.finalizers().contains(OwnedObject.ORPHAN)) {
      objects.removeFinalizer(definition, current, OwnedObject.ORPHAN);
    }
    return Reconciliation.done();
  }

  /** Returns true if the dependent no longer has the owner reference. */
  private boolean orphan(OwnedObject dependent, String owner) throws InterruptedException {
    Optional<ResourceDefinition> definition = objects.ofKind(dependent.group(), dependent.kind());
    if (definition.isEmpty()) {
      return false;
    }
    Optional<Resource> current =
        objects.get(definition.get(), dependent.key()).filter(is(dependent.uid()));
    try {
      if (current.isPresent()) {
        removeOwners(definition.get(), current.get(), Set.of(owner));
      }
      return true;
    } catch (NotFoundException gone) {
      return true;
    } catch (ConflictException changed) {
      return false;
    }
  }

  private Reconciliation awaitDependents(
      OwnedObject owner, ResourceDefinition definition, Resource current)
      throws InterruptedException {
    List<OwnedObject> blocking =
        graph.dependentsOf(owner.uid()).stream().filter(each -> each.blocks(owner.uid())).toList();
    if (blocking.isEmpty() && current.finalizers().contains(OwnedObject.FOREGROUND)) {
      objects.removeFinalizer(definition, current, OwnedObject.FOREGROUND);
    }
    blocking.stream().filter(each -> !each.terminating()).map(OwnedObject::uid).forEach(ask);
    if (waitsForItself(owner)) {
      unblockOwners(definition, current);
    }
    return Reconciliation.done();
  }

  /**
   * True if the object waits for itself through its dependents. Such a cycle is usually found
   * before the deletion starts, but the deletions of a cycle may start before the graph has seen
   * any of them.
   */
  private boolean waitsForItself(OwnedObject object) {
    var seen = new HashSet<String>();
    Deque<String> waiting = new ArrayDeque<>(List.of(object.uid()));
    while (!waiting.isEmpty()) {
      String owner = waiting.pop();
      for (OwnedObject each : graph.dependentsOf(owner)) {
        if (each.blocks(owner) && each.deletesDependents() && seen.add(each.uid())) {
          waiting.push(each.uid());
        }
      }
    }
    return seen.contains(object.uid());
  }

  private Reconciliation collect(ResourceDefinition definition, Resource current)
      throws InterruptedException {
    OwnedObject object = OwnedObject.of(current);
    Set<OwnerState> states = EnumSet.noneOf(OwnerState.class);
    var unneeded = new ArrayList<String>();
    for (OwnerReference each : object.owners()) {
      Optional<OwnerState> state = state(each, object);
      if (state.isEmpty()) {
        return Reconciliation.retry();
      }
      states.add(state.get());
      if (state.get() != OwnerState.SOLID) {
        unneeded.add(each.uid());
      }
    }
    if (object.owners().isEmpty() || states.contains(OwnerState.IMPOSSIBLE)) {
      return Reconciliation.done();
    }
    if (states.contains(OwnerState.SOLID)) {
      removeOwners(definition, current, Set.copyOf(unneeded));
    } else if (states.contains(OwnerState.WAITING) && ownsSomething(object)) {
      deleteInForeground(definition, current, object);
    } else {
      objects.delete(definition, current, policy(object));
    }
    return Reconciliation.done();
  }

  /** Returns empty if the state of the owner is unknown for now. */
  private Optional<OwnerState> state(OwnerReference reference, OwnedObject object)
      throws InterruptedException {
    if (graph.isDeleted(reference.uid())) {
      return Optional.of(OwnerState.ABSENT);
    }
    ResourceDefinition definition =
        objects.ofKind(reference.group(), reference.kind()).orElse(null);
    if (definition == null) {
      return Optional.empty();
    }
    String namespace = object.key().namespace();
    boolean namespaced = definition.type().scope() == Scope.NAMESPACED;
    if (namespaced && namespace == null) {
      return Optional.of(OwnerState.IMPOSSIBLE);
    }
    var key = new ResourceKey(namespaced ? namespace : null, reference.name());
    Optional<Resource> owner =
        objects
            .get(definition, key, VersionMatch.notOlderThan(graph.version()))
            .filter(is(reference.uid()));
    if (owner.isEmpty()) {
      owner = objects.get(definition, key).filter(is(reference.uid()));
    }
    OwnerState state = owner.map(OwnerCollection::state).orElse(OwnerState.ABSENT);
    return state == OwnerState.WAITING && !isWaitingInGraph(reference)
        ? Optional.empty()
        : Optional.of(state);
  }

  /**
   * False if the graph is older than the owner that was read. Then it may also miss dependents of
   * the object, which were created before the owner's deletion.
   */
  private boolean isWaitingInGraph(OwnerReference owner) {
    return graph.object(owner.uid()).filter(OwnedObject::deletesDependents).isPresent();
  }

  private static OwnerState state(Resource owner) {
    return owner.terminating() && owner.finalizers().contains(OwnedObject.FOREGROUND)
        ? OwnerState.WAITING
        : OwnerState.SOLID;
  }

  private boolean ownsSomething(OwnedObject object) {
    return !graph.dependentsOf(object.uid()).isEmpty();
  }

  /**
   * Sets {@code blockOwnerDeletion} to false first if a dependent is being deleted in the
   * foreground too: in a cycle, each object would wait for the next forever.
   */
  private void deleteInForeground(
      ResourceDefinition definition, Resource current, OwnedObject object)
      throws InterruptedException {
    Resource latest = current;
    if (graph.dependentsOf(object.uid()).stream().anyMatch(OwnedObject::deletesDependents)) {
      unblockOwners(definition, current);
      latest = objects.get(definition, current.key()).filter(is(object.uid())).orElse(null);
    }
    if (latest != null) {
      objects.delete(definition, latest, FOREGROUND);
    }
  }

  /** Sets {@code blockOwnerDeletion} to false, so that no owner waits for the object. */
  private void unblockOwners(ResourceDefinition definition, Resource current)
      throws InterruptedException {
    JsonArray owners = owners(current);
    boolean blocks = false;
    for (JsonValue each : owners) {
      blocks |= each.path("blockOwnerDeletion").asBoolean();
      ((JsonObject) each).put("blockOwnerDeletion", false);
    }
    if (blocks) {
      setOwners(definition, current, owners);
    }
  }

  private static PropagationPolicy policy(OwnedObject object) {
    if (object.orphans()) {
      return ORPHAN;
    }
    return object.foreground() ? FOREGROUND : BACKGROUND;
  }

  /** Removes owner references by their uids. */
  private void removeOwners(ResourceDefinition definition, Resource current, Set<String> owners)
      throws InterruptedException {
    JsonArray left = new JsonArray();
    JsonArray before = owners(current);
    for (JsonValue each : before) {
      if (!owners.contains(each.path("uid").asText())) {
        left.add(each);
      }
    }
    if (left.size() < before.size()) {
      setOwners(definition, current, left);
    }
  }

  private static JsonArray owners(Resource current) {
    return LiveObjects.tree(current).withObject("metadata").withArray("ownerReferences");
  }

  private void setOwners(ResourceDefinition definition, Resource current, JsonArray owners)
      throws InterruptedException {
    JsonObject metadata = new JsonObject();
    metadata.set("ownerReferences", owners);
    objects.patchMetadata(definition, current, metadata);
  }
}
