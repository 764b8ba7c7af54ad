package io.listwatch.workloads.control;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.Patch;
import io.listwatch.client.ResourceClient;
import io.listwatch.model.ConflictException;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The objects of one type that are controlled by objects of another, such as the pods of
 * ReplicaSets. Adopts orphans that an owner selects, and releases objects that it no longer
 * selects.
 *
 * <p>Thread-safe.
 */
public final class OwnedObjects {
  private final ControllerContext context;
  private final ResourceType ownerType;
  private final ResourceType type;

  public OwnedObjects(ControllerContext context, ResourceType ownerType, ResourceType type) {
    this.context = context;
    this.ownerType = ownerType;
    this.type = type;
  }

  /** Returns the objects that the owner controls and selects, after adopting and releasing. */
  public List<ApiObject> claim(ApiObject owner, LabelSelector selector)
      throws InterruptedException {
    return claim(owner, selector, any -> true);
  }

  /** Like {@link #claim(ApiObject, LabelSelector)}, for objects that a predicate accepts. */
  public List<ApiObject> claim(
      ApiObject owner, LabelSelector selector, Predicate<ApiObject> accepted)
      throws InterruptedException {
    List<ApiObject> candidates = candidates(owner).stream().filter(accepted).toList();
    boolean adopting =
        candidates.stream().anyMatch(each -> Claim.of(owner, selector, each) == Claim.ADOPT)
            && alive(owner);
    var claimed = new ArrayList<ApiObject>();
    for (ApiObject object : candidates) {
      switch (Claim.of(owner, selector, object)) {
        case KEEP -> claimed.add(object);
        case RELEASE -> release(owner, object);
        case ADOPT -> {
          if (adopting) {
            adopt(owner, object).ifPresent(claimed::add);
          }
        }
        case IGNORE -> {}
      }
    }
    return claimed;
  }

  /**
   * Returns the objects that name the owner as their controller, whether it selects them or not.
   */
  public List<ApiObject> controlledBy(ApiObject owner) {
    return context.byIndex(type, SharedInformers.CONTROLLER, owner.uid());
  }

  private List<ApiObject> candidates(ApiObject owner) {
    String orphans = SharedInformers.orphansOf(owner.namespace());
    return Stream.concat(
            controlledBy(owner).stream(),
            context.byIndex(type, SharedInformers.CONTROLLER, orphans).stream())
        .toList();
  }

  /**
   * True if the owner exists and is not being deleted. Reads it from the server, because the
   * informer may be behind.
   */
  private boolean alive(ApiObject owner) throws InterruptedException {
    return context
        .resources(ownerType)
        .get(owner.key())
        .filter(live -> live.uid().equals(owner.uid()) && !live.terminating())
        .isPresent();
  }

  private Optional<ApiObject> adopt(ApiObject owner, ApiObject object) throws InterruptedException {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = patch.putObject("metadata").put("uid", object.uid());
    metadata.putArray("ownerReferences").add(OwnerReference.controller(ownerType, owner).toJson());
    return patched(object, patch);
  }

  private void release(ApiObject owner, ApiObject object) throws InterruptedException {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = patch.putObject("metadata").put("uid", object.uid());
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("$patch", "delete")
        .put("uid", owner.uid());
    var unused = patched(object, patch);
  }

  /** Returns the patched object; empty if it was deleted or replaced meanwhile. */
  private Optional<ApiObject> patched(ApiObject object, ObjectNode patch)
      throws InterruptedException {
    ResourceClient<ApiObject> client = context.resources(type);
    try {
      return Optional.of(client.patch(object.key(), Patch.strategic(patch.toString())));
    } catch (NotFoundException | ConflictException gone) {
      return Optional.empty();
    }
  }

  /**
   * Returns the owners to reconcile when an object has changed: its controller, or each owner that
   * may adopt it.
   *
   * @param selector reads the selector of an owner
   */
  public List<ResourceKey> ownersOf(ApiObject object, Function<ApiObject, LabelSelector> selector) {
    Optional<OwnerReference> controller = object.controller();
    if (controller.isPresent()) {
      return controller.get().refersTo(ownerType)
          ? List.of(ResourceKey.of(object.namespace(), controller.get().name()))
          : List.of();
    }
    return context.inNamespace(ownerType, object.namespace()).stream()
        .filter(owner -> selector.apply(owner).matches(object.labels()))
        .map(ApiObject::key)
        .toList();
  }
}
