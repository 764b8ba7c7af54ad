package io.listwatch.server.registry.admission.noderestriction;

import io.listwatch.objects.json.JsonValue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Finds the audience of a token in a pod: in a projected volume, or in the CSIDriver of one of its
 * volumes.
 */
final class TokenAudiences {
  private final NodeObjects objects;
  private final String namespace;

  TokenAudiences(NodeObjects objects, String namespace) {
    this.objects = objects;
    this.namespace = namespace;
  }

  /** True if a volume of the pod needs a token for this audience. */
  CompletionStage<Boolean> mentions(JsonValue pod, String audience) {
    CompletionStage<Boolean> found = CompletableFuture.completedFuture(false);
    for (JsonValue volume : pod.at("/spec/volumes")) {
      found =
          found.thenCompose(
              before ->
                  before
                      ? CompletableFuture.completedFuture(true)
                      : mentionedBy(volume, pod, audience));
    }
    return found;
  }

  private CompletionStage<Boolean> mentionedBy(JsonValue volume, JsonValue pod, String audience) {
    for (JsonValue each : volume.at("/projected/sources")) {
      JsonValue token = each.path("serviceAccountToken");
      if (token.isObject() && token.path("audience").asText().equals(audience)) {
        return CompletableFuture.completedFuture(true);
      }
    }
    return driver(volume, pod)
        .thenCompose(
            driver ->
                driver.isEmpty()
                    ? CompletableFuture.completedFuture(false)
                    : driverMentions(driver, audience));
  }

  /** Completes with the name of the volume's CSI driver; empty for other volumes. */
  private CompletionStage<String> driver(JsonValue volume, JsonValue pod) {
    if (volume.path("ephemeral").path("volumeClaimTemplate").isObject()) {
      return driverOfClaim(pod.at("/metadata/name").asText() + "-" + volume.path("name").asText());
    }
    String claim = volume.at("/persistentVolumeClaim/claimName").asText();
    return claim.isEmpty()
        ? CompletableFuture.completedFuture(CsiDrivers.of(volume))
        : driverOfClaim(claim);
  }

  private CompletionStage<String> driverOfClaim(String claim) {
    return objects
        .find("", "persistentvolumeclaims", namespace, claim)
        .thenCompose(
            found ->
                objects.find(
                    "",
                    "persistentvolumes",
                    null,
                    found.map(each -> each.at("/spec/volumeName").asText()).orElse("")))
        .thenApply(found -> found.map(each -> CsiDrivers.of(each.path("spec"))).orElse(""));
  }

  private CompletionStage<Boolean> driverMentions(String driver, String audience) {
    return objects
        .find("storage.k8s.io", "csidrivers", null, driver)
        .thenApply(found -> found.isPresent() && requests(found.get(), audience));
  }

  private static boolean requests(JsonValue driver, String audience) {
    for (JsonValue each : driver.at("/spec/tokenRequests")) {
      if (each.path("audience").asText().equals(audience)) {
        return true;
      }
    }
    return false;
  }
}
