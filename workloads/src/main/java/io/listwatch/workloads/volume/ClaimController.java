package io.listwatch.workloads.volume;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Binds claims to volumes.
 *
 * <pre>
 *   Pending ──▶ a volume matches: volume names claim ──▶ claim names volume ──▶ Bound ──▶ Lost
 *      └──▶ none does: SimulatedProvisioner creates one                         (volume is gone)
 * </pre>
 */
public final class ClaimController implements Reconciler<ResourceKey> {
  public static final ResourceType CLAIMS = Types.CLAIMS;

  private final ControllerContext context;
  private final SimulatedProvisioner provisioner;

  private ClaimController(ControllerContext context) {
    this.context = context;
    this.provisioner = new SimulatedProvisioner(context);
  }

  public static Controller<?> create(ControllerContext context) {
    var controller = new ClaimController(context);
    return context
        .controller(controller)
        .watching(context.informer(CLAIMS), View::key)
        .watchingMany(context.informer(VolumeReader.VOLUMES), volume -> controller.waiting(volume))
        .watchingMany(context.informer(VolumeReader.CLASSES), one -> controller.waiting())
        .watchingMany(context.informer(Types.PODS), pod -> claimsOf(pod.get()))
        // Only read: a change of a node reconciles no claim.
        .watchingMany(context.informer(Types.NODES), node -> List.of())
        .build();
  }

  /** Returns the claims that a changed volume may concern: its own, or all that wait for one. */
  private List<ResourceKey> waiting(View<ApiObject> volume) {
    return VolumeReader.claimOf(volume.get()).map(List::of).orElseGet(this::waiting);
  }

  private List<ResourceKey> waiting() {
    return context.all(CLAIMS).stream()
        .filter(claim -> VolumeReader.phase(claim).equals("Pending"))
        .map(ApiObject::key)
        .toList();
  }

  private static List<ResourceKey> claimsOf(ApiObject pod) {
    var claims = new ArrayList<ResourceKey>();
    for (JsonNode volume : pod.spec().path("volumes")) {
      JsonNode name = volume.at("/persistentVolumeClaim/claimName");
      if (name.isTextual()) {
        claims.add(ResourceKey.of(pod.namespace(), name.asText()));
      }
    }
    return claims;
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<ApiObject> claim = context.get(CLAIMS, key);
    if (claim.isPresent() && !claim.get().terminating()) {
      if (claim.get().annotation(VolumeReader.BIND_COMPLETED).isPresent()) {
        check(claim.get());
      } else if (claim.get().spec().path("volumeName").asText().isEmpty()) {
        find(claim.get());
      } else {
        bindRequested(claim.get());
      }
    }
    return Reconciliation.done();
  }

  /** Finishes the status of a bound claim, or marks it as Lost. */
  private void check(ApiObject claim) throws InterruptedException {
    String name = claim.spec().path("volumeName").asText();
    Optional<ApiObject> volume = context.get(VolumeReader.VOLUMES, ResourceKey.of(name));
    if (volume.isPresent()) {
      var unused = setBound(claim, volume.get());
    } else if (!VolumeReader.phase(claim).equals("Lost")) {
      context.warning(
          CLAIMS,
          claim,
          "ClaimLost",
          "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
      setPhase(claim, "Lost");
    }
  }

  private void find(ApiObject claim) throws InterruptedException {
    Optional<ApiObject> node = selectedNode(claim);
    List<VolumeOffer> offers =
        context.all(VolumeReader.VOLUMES).stream()
            .filter(volume -> node.isEmpty() || VolumeReader.reaches(volume, node.get()))
            .map(VolumeReader::offer)
            .toList();
    boolean delayed = provisioner.waitsForConsumer(claim) && node.isEmpty() && !hasConsumer(claim);
    Optional<VolumeOffer> best =
        VolumeMatch.best(VolumeReader.needs(claim), offers)
            .filter(volume -> !delayed || !volume.free());
    if (best.isPresent()) {
      bind(claim, best.get().name());
      return;
    }
    setPhase(claim, "Pending");
    if (delayed) {
      context.normal(
          CLAIMS,
          claim,
          "WaitForFirstConsumer",
          "waiting for first consumer to be created before binding");
    } else if (VolumeReader.needs(claim).storageClass().isEmpty()) {
      context.normal(
          CLAIMS,
          claim,
          "FailedBinding",
          "no persistent volumes available for this claim and no storage class is set");
    } else {
      provisioner.provision(claim);
    }
  }

  /** Returns the node that a scheduler has chosen for the first pod with this claim. */
  private Optional<ApiObject> selectedNode(ApiObject claim) {
    return claim
        .annotation(VolumeReader.SELECTED_NODE)
        .filter(name -> !name.isEmpty())
        .flatMap(name -> context.get(Types.NODES, ResourceKey.of(name)));
  }

  /** True if a pod with this claim has a node, for example because its spec names one. */
  private boolean hasConsumer(ApiObject claim) {
    return context.inNamespace(Types.PODS, claim.namespace()).stream()
        .anyMatch(pod -> !Pods.node(pod).isEmpty() && claimsOf(pod).contains(claim.key()));
  }

  private void bindRequested(ApiObject claim) throws InterruptedException {
    String name = claim.spec().path("volumeName").asText();
    Optional<ApiObject> volume = context.get(VolumeReader.VOLUMES, ResourceKey.of(name));
    Optional<String> objection =
        volume.map(VolumeReader::offer).flatMap(offer -> objection(claim, offer));
    if (volume.isPresent() && objection.isEmpty()) {
      bind(claim, name);
    } else {
      setPhase(claim, "Pending");
    }
  }

  /**
   * Returns why a claim cannot be bound to the volume that it names, and records an event about
   * that.
   */
  private Optional<String> objection(ApiObject claim, VolumeOffer offer) {
    ClaimNeeds needs = VolumeReader.needs(claim);
    if (!offer.free() && !offer.belongsTo(needs)) {
      String taken = "volume \"%s\" already bound to a different claim.".formatted(offer.name());
      context.warning(CLAIMS, claim, "FailedBinding", taken);
      return Optional.of(taken);
    }
    Optional<String> mismatch = VolumeMatch.mismatch(needs, offer);
    mismatch.ifPresent(
        reason ->
            context.warning(
                CLAIMS,
                claim,
                "VolumeMismatch",
                "Cannot bind to requested volume \"%s\": %s".formatted(offer.name(), reason)));
    return mismatch;
  }

  /** Writes both sides, the volume first: a claim that is Bound always has its volume. */
  private void bind(ApiObject claim, String name) throws InterruptedException {
    Optional<ApiObject> found = context.get(VolumeReader.VOLUMES, ResourceKey.of(name));
    if (found.isEmpty()) {
      return;
    }
    ApiObject volume = claimed(found.get(), claim);
    ApiObject bound =
        context.resources(CLAIMS).update(claim.edited(json -> complete(json, claim, name)));
    var unused = setBound(bound, volume);
  }

  private ApiObject claimed(ApiObject volume, ApiObject claim) throws InterruptedException {
    if (VolumeReader.offer(volume).claimUid().equals(claim.uid())) {
      return volume;
    }
    boolean ours = !volume.spec().has("claimRef");
    ApiObject changed =
        volume.edited(
            json -> {
              ObjectNode reference = json.withObject("/spec").putObject("claimRef");
              reference.put("apiVersion", "v1").put("kind", CLAIMS.kind());
              reference.put("namespace", claim.namespace()).put("name", claim.name());
              reference.put("uid", claim.uid()).put("resourceVersion", claim.version());
              if (ours) {
                annotate(json, VolumeReader.BOUND_BY_CONTROLLER);
              }
            });
    return context.resources(VolumeReader.VOLUMES).update(changed);
  }

  private static void complete(ObjectNode json, ApiObject claim, String volume) {
    if (claim.spec().path("volumeName").asText().isEmpty()) {
      json.withObject("/spec").put("volumeName", volume);
      annotate(json, VolumeReader.BOUND_BY_CONTROLLER);
    }
    annotate(json, VolumeReader.BIND_COMPLETED);
  }

  private static void annotate(ObjectNode json, String annotation) {
    json.withObject("/metadata").withObject("/annotations").put(annotation, "yes");
  }

  private ApiObject setBound(ApiObject claim, ApiObject volume) throws InterruptedException {
    ObjectNode status = claim.statusCopy();
    status.put("phase", "Bound");
    status.set("accessModes", volume.spec().path("accessModes").deepCopy());
    status.set("capacity", volume.spec().path("capacity").deepCopy());
    return context.updateStatus(CLAIMS, claim, status);
  }

  private void setPhase(ApiObject claim, String phase) throws InterruptedException {
    var unused = context.updateStatus(CLAIMS, claim, claim.statusCopy().put("phase", phase));
  }
}
