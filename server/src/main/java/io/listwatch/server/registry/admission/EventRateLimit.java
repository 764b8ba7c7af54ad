package io.listwatch.server.registry.admission;

import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The plug-in EventRateLimit: limits the rate of writes of events in the core group: in total, in a
 * namespace, by a user, or about an object.
 */
final class EventRateLimit implements Admission {
  private final List<EventLimit> limits;

  EventRateLimit(List<EventLimit.Settings> settings, Timers timers) {
    this.limits = settings.stream().map(each -> new EventLimit(each, timers)).toList();
  }

  @Override
  public boolean isInterestedIn(ResourceDefinition definition) {
    return definition.type().toString().equals("events");
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    JsonValue event = request.object();
    if (event == null || request.dryRun()) {
      return CompletableFuture.completedFuture(null);
    }
    List<String> reached =
        limits.stream()
            .map(each -> each.objection(request, event))
            .filter(s -> !s.isEmpty())
            .toList();
    return reached.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(
            Status.of(StatusReason.TOO_MANY_REQUESTS, message(reached)).toException());
  }

  /** Lists several errors as Go's aggregates do. */
  private static String message(List<String> reached) {
    return reached.size() == 1 ? reached.get(0) : "[" + String.join(", ", reached) + "]";
  }
}
