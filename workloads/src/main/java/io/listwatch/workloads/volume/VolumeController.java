package io.listwatch.workloads.volume;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import java.util.List;
import java.util.Optional;

/** Writes the phase of volumes, and deletes provisioned ones whose claim is gone. */
public final class VolumeController implements Reconciler<ResourceKey> {
  private final ControllerContext context;

  private VolumeController(ControllerContext context) {
    this.context = context;
  }

  public static Controller<?> create(ControllerContext context) {
    var controller = new VolumeController(context);
    return context
        .controller(controller)
        .watching(context.informer(VolumeReader.VOLUMES), View::key)
        .watchingMany(
            context.informer(ClaimController.CLAIMS), claim -> controller.volumesOf(claim.key()))
        .build();
  }

  private List<ResourceKey> volumesOf(ResourceKey claim) {
    return context.all(VolumeReader.VOLUMES).stream()
        .filter(volume -> VolumeReader.claimOf(volume).filter(claim::equals).isPresent())
        .map(ApiObject::key)
        .toList();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<ApiObject> volume = context.get(VolumeReader.VOLUMES, key);
    if (volume.isPresent() && !volume.get().terminating()) {
      String phase = phase(volume.get());
      ObjectNode status = volume.get().statusCopy().put("phase", phase);
      var unused = context.updateStatus(VolumeReader.VOLUMES, volume.get(), status);
      if (phase.equals("Released") && deletable(volume.get())) {
        context.resources(VolumeReader.VOLUMES).delete(key);
      }
    }
    return Reconciliation.done();
  }

  /** Returns Available, Bound, or Released if the claim that had the volume is gone. */
  private String phase(ApiObject volume) {
    VolumeOffer offer = VolumeReader.offer(volume);
    if (offer.claimUid().isEmpty()) {
      return "Available";
    }
    Optional<ApiObject> claim =
        VolumeReader.claimOf(volume)
            .flatMap(key -> context.get(ClaimController.CLAIMS, key))
            .filter(found -> found.uid().equals(offer.claimUid()));
    if (claim.isEmpty()) {
      return "Released";
    }
    boolean bound = claim.get().spec().path("volumeName").asText().equals(volume.name());
    return bound ? "Bound" : VolumeReader.phase(volume);
  }

  private static boolean deletable(ApiObject volume) {
    return volume.spec().path("persistentVolumeReclaimPolicy").asText().equals("Delete")
        && volume.annotation(VolumeReader.PROVISIONED_BY).isPresent();
  }
}
