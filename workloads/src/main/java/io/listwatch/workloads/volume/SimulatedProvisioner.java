package io.listwatch.workloads.volume;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ResourceKey;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import java.util.Optional;

/**
 * Creates volumes for claims that have a StorageClass, whatever its provisioner. The volumes have
 * no storage behind them: simulated nodes mount nothing.
 */
final class SimulatedProvisioner {
  private static final String NONE = "kubernetes.io/no-provisioner";

  private final ControllerContext context;

  SimulatedProvisioner(ControllerContext context) {
    this.context = context;
  }

  /** True if volumes of the claim's class are bound only when a pod needs them. */
  boolean waitsForConsumer(ApiObject claim) {
    return storageClass(claim)
        .filter(
            found -> found.json().path("volumeBindingMode").asText().equals("WaitForFirstConsumer"))
        .isPresent();
  }

  private Optional<ApiObject> storageClass(ApiObject claim) {
    String name = VolumeReader.needs(claim).storageClass();
    return name.isEmpty()
        ? Optional.empty()
        : context.get(VolumeReader.CLASSES, ResourceKey.of(name));
  }

  /**
   * Creates a volume that is reserved for a claim. The claim is bound when the informer shows the
   * volume.
   */
  void provision(ApiObject claim) throws InterruptedException {
    Optional<ApiObject> found = storageClass(claim);
    if (found.isEmpty()) {
      warn(
          claim,
          "storageclass.storage.k8s.io \"%s\" not found"
              .formatted(VolumeReader.needs(claim).storageClass()));
      return;
    }
    if (found.get().json().path("provisioner").asText().equals(NONE)) {
      return;
    }
    try {
      ApiObject volume = context.resources(VolumeReader.VOLUMES).create(volume(claim, found.get()));
      context.normal(
          ClaimController.CLAIMS,
          claim,
          "ProvisioningSucceeded",
          "Successfully provisioned volume " + volume.name());
    } catch (AlreadyExistsException earlier) {
      return;
    }
  }

  private void warn(ApiObject claim, String message) {
    context.warning(ClaimController.CLAIMS, claim, "ProvisioningFailed", message);
  }

  private static ApiObject volume(ApiObject claim, ApiObject storageClass) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("apiVersion", "v1").put("kind", "PersistentVolume");
    ObjectNode metadata = json.putObject("metadata").put("name", "pvc-" + claim.uid());
    metadata
        .putObject("annotations")
        .put(VolumeReader.BOUND_BY_CONTROLLER, "yes")
        .put(VolumeReader.PROVISIONED_BY, storageClass.json().path("provisioner").asText());
    ObjectNode spec = json.putObject("spec");
    spec.putObject("capacity")
        .set("storage", claim.spec().at("/resources/requests/storage").deepCopy());
    spec.set("accessModes", claim.spec().path("accessModes").deepCopy());
    spec.put("volumeMode", VolumeReader.needs(claim).volumeMode());
    spec.put("storageClassName", storageClass.name());
    spec.put(
        "persistentVolumeReclaimPolicy",
        storageClass.json().path("reclaimPolicy").asText("Delete"));
    spec.putObject("claimRef")
        .put("apiVersion", "v1")
        .put("kind", ClaimController.CLAIMS.kind())
        .put("namespace", claim.namespace())
        .put("name", claim.name())
        .put("uid", claim.uid());
    spec.putObject("hostPath").put("path", "/simulated/" + claim.uid());
    return ApiObject.of(json);
  }
}
