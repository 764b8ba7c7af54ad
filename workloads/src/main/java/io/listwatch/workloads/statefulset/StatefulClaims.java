package io.listwatch.workloads.statefulset;

import static io.listwatch.workloads.volume.ClaimController.CLAIMS;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.listwatch.model.ApiException;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.OwnerReference;
import io.listwatch.workloads.object.Types;
import io.listwatch.workloads.statefulset.ClaimRetention.Owner;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Creates the volume claims of a StatefulSet's pods and sets their owners. */
final class StatefulClaims {
  private final ControllerContext context;

  StatefulClaims(ControllerContext context) {
    this.context = context;
  }

  /** Creates missing claims of a pod; returns false if one is still being deleted. */
  boolean create(ApiObject set, int ordinal) throws InterruptedException {
    for (ApiObject claim : StatefulPodTemplate.claims(set, ordinal)) {
      Optional<ApiObject> existing = context.get(CLAIMS, claim.key());
      if (existing.isEmpty()) {
        create(set, claim, ordinal);
      } else if (existing.get().terminating()) {
        return false;
      }
    }
    return true;
  }

  private void create(ApiObject set, ApiObject claim, int ordinal) throws InterruptedException {
    String what =
        "Claim %s Pod %s-%d in StatefulSet %s"
            .formatted(claim.name(), set.name(), ordinal, set.name());
    try {
      var unused = context.resources(CLAIMS).create(claim);
      context.normal(
          StatefulSetController.STATEFUL_SETS,
          set,
          "SuccessfulCreate",
          "Create " + what + " success");
    } catch (ApiException failure) {
      context.warning(
          StatefulSetController.STATEFUL_SETS,
          set,
          "FailedCreate",
          "Create " + what + " failed error: " + failure.getMessage());
      throw failure;
    }
  }

  /** True if the claims of a pod have the retention policy's owner already. */
  boolean owned(ApiObject set, ApiObject pod, int ordinal, Owner owner) {
    return StatefulPodTemplate.claims(set, ordinal).stream()
        .flatMap(claim -> context.get(CLAIMS, claim.key()).stream())
        .allMatch(claim -> claim.owners().equals(owners(claim, set, pod, owner)));
  }

  /** Makes the retention policy's owner the owner of the claims of a pod. */
  void own(ApiObject set, ApiObject pod, int ordinal, Owner owner) throws InterruptedException {
    for (ApiObject claim : StatefulPodTemplate.claims(set, ordinal)) {
      Optional<ApiObject> existing = context.get(CLAIMS, claim.key());
      if (existing.isPresent()) {
        own(existing.get(), owners(existing.get(), set, pod, owner));
      }
    }
  }

  /** Returns the new owners of a claim; its present ones if another controller manages it. */
  private static List<OwnerReference> owners(
      ApiObject claim, ApiObject set, ApiObject pod, Owner owner) {
    var setReference = OwnerReference.controller(StatefulSetController.STATEFUL_SETS, set);
    var podReference = OwnerReference.controller(Types.PODS, pod);
    List<OwnerReference> others =
        claim.owners().stream()
            .filter(each -> !same(each, setReference) && !same(each, podReference))
            .toList();
    boolean foreign =
        others.stream().anyMatch(OwnerReference::controller)
            || claim.owners().stream().anyMatch(each -> stale(each, setReference, podReference));
    if (foreign) {
      return claim.owners();
    }
    return switch (owner) {
      case NONE -> others;
      case SET -> with(others, setReference);
      case POD -> with(others, podReference);
    };
  }

  private static boolean same(OwnerReference one, OwnerReference other) {
    return one.kind().equals(other.kind()) && one.name().equals(other.name());
  }

  /**
   * True if the owner is an earlier set or pod of the same name, with which the claim is deleted.
   */
  private static boolean stale(OwnerReference owner, OwnerReference set, OwnerReference pod) {
    return (same(owner, set) && !owner.uid().equals(set.uid()))
        || (same(owner, pod) && !owner.uid().equals(pod.uid()));
  }

  private static List<OwnerReference> with(List<OwnerReference> others, OwnerReference owner) {
    return Stream.concat(others.stream(), Stream.of(owner)).toList();
  }

  private void own(ApiObject claim, List<OwnerReference> owners) throws InterruptedException {
    if (claim.owners().equals(owners)) {
      return;
    }
    ArrayNode references = JsonNodeFactory.instance.arrayNode();
    owners.forEach(owner -> references.add(owner.toJson()));
    var unused =
        context
            .resources(CLAIMS)
            .update(
                claim.edited(
                    json -> json.withObject("/metadata").set("ownerReferences", references)));
  }

  /** True if a claim still belongs to an earlier pod of that name, which is being deleted. */
  boolean stale(ApiObject set, int ordinal) {
    String pod = set.name() + "-" + ordinal;
    return StatefulPodTemplate.claims(set, ordinal).stream()
        .flatMap(claim -> context.get(CLAIMS, claim.key()).stream())
        .flatMap(claim -> claim.owners().stream())
        .anyMatch(owner -> owner.kind().equals("Pod") && owner.name().equals(pod));
  }
}
