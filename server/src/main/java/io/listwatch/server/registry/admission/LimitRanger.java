package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.limits.LimitRanges;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.admission.AdmissionRequest.Operation;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The plug-in LimitRanger: fills in default requests and limits of new pods, and rejects pods and
 * claims that are out of the bounds of their namespace.
 */
final class LimitRanger implements Admission {
  private static final Set<String> LIMITED = Set.of("pods", "persistentvolumeclaims");

  private final Function<String, List<JsonValue>> limitRanges;

  /**
   * @param limitRanges returns the LimitRanges of a namespace
   */
  LimitRanger(Function<String, List<JsonValue>> limitRanges) {
    this.limitRanges = limitRanges;
  }

  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return LIMITED.contains(definition.type().toString());
  }

  @Override
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    JsonObject object = request.object();
    if (object != null && isPod(request) && concerns(request)) {
      limits(request).forEach(each -> LimitRanges.setDefaults(each, object));
    }
    return CompletableFuture.completedFuture(false);
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    JsonObject object = request.object();
    if (object != null && concerns(request)) {
      String plural = request.definition().type().plural();
      for (JsonValue each : limits(request)) {
        String violation = LimitRanges.violation(each, plural, object);
        if (!violation.isEmpty()) {
          return CompletableFuture.failedFuture(
              ApiErrors.forbidden(request.definition().type(), request.key().name(), violation));
        }
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  /** False for updates of pods, which cannot change their resources, and of terminating objects. */
  private static boolean concerns(AdmissionRequest request) {
    JsonObject old = request.oldObject();
    boolean update = request.operation() == Operation.UPDATE;
    boolean resize = update && isPod(request) && request.subresource().equals("resize");
    return (resize || (request.subresource().isEmpty() && !(update && isPod(request))))
        && (old == null || !Metadata.of(old).terminating());
  }

  private static boolean isPod(AdmissionRequest request) {
    return request.definition().type().plural().equals("pods");
  }

  private List<JsonValue> limits(AdmissionRequest request) {
    String namespace = request.key().namespace();
    return namespace == null ? List.of() : limitRanges.apply(namespace);
  }
}
