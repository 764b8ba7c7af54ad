package io.listwatch.workloads.volume;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.NodeSelector;
import io.listwatch.workloads.object.Quantity;
import io.listwatch.workloads.object.Selectors;
import io.listwatch.workloads.object.Types;
import java.util.Optional;
import java.util.Set;

/** Reads volumes and claims. */
final class VolumeReader {
  static final ResourceType VOLUMES = Types.VOLUMES;
  static final ResourceType CLASSES = Types.STORAGE_CLASSES;

  static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
  static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";
  static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
  static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

  private VolumeReader() {}

  static ClaimNeeds needs(ApiObject claim) {
    JsonNode spec = claim.spec();
    JsonNode selector = spec.path("selector");
    return new ClaimNeeds(
        claim.namespace(),
        claim.name(),
        claim.uid(),
        Quantity.milli(spec.at("/resources/requests/storage")),
        Set.copyOf(Selectors.strings(spec.path("accessModes"))),
        spec.path("storageClassName").asText(),
        spec.path("volumeMode").asText("Filesystem"),
        selector.isObject() ? Selectors.of(selector) : LabelSelector.everything());
  }

  static VolumeOffer offer(ApiObject volume) {
    JsonNode spec = volume.spec();
    JsonNode claim = spec.path("claimRef");
    return new VolumeOffer(
        volume.name(),
        Quantity.milli(spec.at("/capacity/storage")),
        Set.copyOf(Selectors.strings(spec.path("accessModes"))),
        spec.path("storageClassName").asText(),
        spec.path("volumeMode").asText("Filesystem"),
        volume.labels(),
        claim.isObject()
            ? claim.path("namespace").asText() + "/" + claim.path("name").asText()
            : "",
        claim.path("uid").asText(),
        phase(volume).equals("Available") && !volume.terminating());
  }

  /** True if a volume can be reached from a node. */
  static boolean reaches(ApiObject volume, ApiObject node) {
    JsonNode required = volume.spec().at("/nodeAffinity/required");
    return NodeSelector.matches(required, NodeSelector.labels(node));
  }

  static String phase(ApiObject object) {
    return object.status().path("phase").asText("Pending");
  }

  /** Returns the claim that a volume names. */
  static Optional<ResourceKey> claimOf(ApiObject volume) {
    JsonNode claim = volume.spec().path("claimRef");
    return claim.isObject()
        ? Optional.of(ResourceKey.of(claim.path("namespace").asText(), claim.path("name").asText()))
        : Optional.empty();
  }
}
