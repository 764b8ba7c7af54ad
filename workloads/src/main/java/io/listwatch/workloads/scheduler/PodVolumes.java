package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.client.Patch;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.NodeSelector;
import io.listwatch.workloads.object.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The claims of a pod: a volume may exist on some nodes only, and a claim with {@code
 * WaitForFirstConsumer} is bound after a node has been chosen, and before the pod is.
 */
final class PodVolumes {
  static final List<ResourceType> READ =
      List.of(Types.CLAIMS, Types.VOLUMES, Types.STORAGE_CLASSES);

  private static final String SELECTED = "volume.kubernetes.io/selected-node";

  private final ControllerContext context;

  PodVolumes(ControllerContext context) {
    this.context = context;
  }

  /** Returns the claims of a pod that exist. */
  List<ApiObject> claims(ApiObject pod) {
    var claims = new ArrayList<ApiObject>();
    for (JsonNode volume : pod.spec().path("volumes")) {
      JsonNode name = volume.at("/persistentVolumeClaim/claimName");
      if (name.isTextual()) {
        context
            .get(Types.CLAIMS, ResourceKey.of(pod.namespace(), name.asText()))
            .ifPresent(claims::add);
      }
    }
    return claims;
  }

  /**
   * Returns why the pod cannot run on a node; empty if the node can use the volumes of the claims.
   */
  Optional<String> rejection(List<ApiObject> claims, NodeState node) {
    for (ApiObject claim : claims) {
      String name = claim.spec().path("volumeName").asText();
      if (!name.isEmpty()) {
        Optional<ApiObject> volume = context.get(Types.VOLUMES, ResourceKey.of(name));
        if (volume.isPresent() && !reaches(volume.get(), node)) {
          return Optional.of("node(s) didn't match PersistentVolume's node affinity");
        }
      } else if (onlyStatic(claim) && !offered(claim, node)) {
        return Optional.of("node(s) didn't find available persistent volumes to bind");
      }
    }
    return Optional.empty();
  }

  private static boolean reaches(ApiObject volume, NodeState node) {
    return NodeSelector.matches(volume.spec().at("/nodeAffinity/required"), node.labels());
  }

  private boolean onlyStatic(ApiObject claim) {
    return delayed(claim)
        .filter(
            found ->
                found.json().path("provisioner").asText().equals("kubernetes.io/no-provisioner"))
        .isPresent();
  }

  private boolean offered(ApiObject claim, NodeState node) {
    JsonNode storageClass = claim.spec().path("storageClassName");
    return context.all(Types.VOLUMES).stream()
        .filter(volume -> volume.spec().path("storageClassName").equals(storageClass))
        .filter(volume -> volume.status().path("phase").asText().equals("Available"))
        .anyMatch(volume -> reaches(volume, node));
  }

  /**
   * Requests volumes on a node for the unbound claims of a pod.
   *
   * @return true if the pod has to wait until they are bound
   */
  boolean request(List<ApiObject> claims, String node) throws InterruptedException {
    boolean waits = false;
    for (ApiObject claim : claims) {
      boolean bound = claim.status().path("phase").asText().equals("Bound");
      if (!bound && delayed(claim).isPresent()) {
        waits = true;
        if (!claim.annotation(SELECTED).orElse("").equals(node)) {
          String patch =
              """
              {"metadata":{"uid":"%s","annotations":{"%s":"%s"}}}\
              """
                  .formatted(claim.uid(), SELECTED, node);
          var unused = context.resources(Types.CLAIMS).patch(claim.key(), Patch.merge(patch));
        }
      }
    }
    return waits;
  }

  /** Returns the class of an unbound claim that waits for its first consumer. */
  private Optional<ApiObject> delayed(ApiObject claim) {
    String name = claim.spec().path("storageClassName").asText();
    return name.isEmpty()
        ? Optional.empty()
        : context
            .get(Types.STORAGE_CLASSES, ResourceKey.of(name))
            .filter(
                found ->
                    found.json().path("volumeBindingMode").asText().equals("WaitForFirstConsumer"));
  }
}
