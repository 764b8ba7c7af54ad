package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.limits.LimitRange;
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
  private static final CompletionStage<Boolean> UNCHANGED =
      CompletableFuture.completedFuture(false);
  private static final CompletionStage<Void> ADMITTED = CompletableFuture.completedFuture(null);

  private static final Set<String> LIMITED = Set.of("pods", "persistentvolumeclaims");

  private final Function<String, List<LimitRange>> limitRanges;

  /**
   * @param limitRanges returns the LimitRanges of a namespace
   */
  LimitRanger(Function<String, List<LimitRange>> limitRanges) {
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
      limits(request).forEach(each -> each.setDefaults(object));
    }
    return UNCHANGED;
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    JsonObject object = request.object();
    if (object != null && concerns(request)) {
      String plural = request.definition().type().plural();
      for (LimitRange each : limits(request)) {
        String violation = each.violation(plural, object);
        if (!violation.isEmpty()) {
          return CompletableFuture.failedFuture(
              ApiErrors.forbidden(request.definition().type(), request.key().name(), violation));
        }
      }
    }
    return ADMITTED;
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

  private List<LimitRange> limits(AdmissionRequest request) {
    String namespace = request.key().namespace();
    return namespace == null ? List.of() : limitRanges.apply(namespace);
  }
}
