package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The plug-in DenyServiceExternalIPs: a service may not get new external IPs. */
final class DenyServiceExternalIps implements Admission {
  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return definition.type().toString().equals("services");
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    JsonObject service = request.object();
    boolean allowed =
        service == null
            || !request.subresource().isEmpty()
            || addresses(request.oldObject()).containsAll(addresses(service));
    return allowed
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(
            ApiErrors.forbidden(
                request.definition().type(),
                request.key().name(),
                "Use of external IPs is denied by admission control"));
  }

  private static Set<String> addresses(@Nullable JsonObject service) {
    Set<String> addresses = new HashSet<>();
    if (service != null) {
      for (JsonValue each : service.path("spec").path("externalIPs")) {
        addresses.add(each.asText());
      }
    }
    return addresses;
  }
}
