package io.listwatch.server.registry.custom;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * Where the objects of a user's resource keep what their scale shows.
 *
 * @param specReplicasPath such as {@code .spec.replicas}
 * @param labelSelectorPath empty if there is none
 */
public record ScaleSubresource(
    String specReplicasPath, String statusReplicasPath, String labelSelectorPath) {
  static Optional<ScaleSubresource> of(JsonNode version) {
    JsonNode scale = version.path("subresources").path("scale");
    return scale.isObject()
        ? Optional.of(
            new ScaleSubresource(
                scale.path("specReplicasPath").asText(),
                scale.path("statusReplicasPath").asText(),
                scale.path("labelSelectorPath").asText()))
        : Optional.empty();
  }
}
